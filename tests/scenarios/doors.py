"""The doors to the memories, for tests that go through each; each wish is carried out or refused before it returns."""

import re
from dataclasses import dataclass
from typing import Any, Final

import httpx
from mcp_types import Implementation

from practice.model.conversation import text_of
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.doors.mcp_server.assistants import by_http, words
from tests.doors.mcp_server.assistants import call as call_tool
from tests.process import BotProcess, Script, call

APP: Final = "Calendar"
"""The program whose token is used."""
_TYPED: Final = re.compile(r"(📌 )?(💾|✏️|This memory already says|🗑|Deleted|Restored: )")
"""What the answer to a command that was carried out begins with."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a wish: the words that its door gives, and whether it was refused."""

    words: str
    is_refused: bool = False


class ApiDoor:
    """The memory API, with a program's token."""

    origin = "api"
    through = APP

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._headers = {"Authorization": f"Bearer {token}"}

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Post a memory."""
        wanted = {"content": content, "category": category, "subject": subject or None, "is_new": is_new}
        return await self._send("POST", "", wanted)

    async def update(self, memory_id: str, content: str) -> Came:
        """Put a text."""
        return await self._send("PUT", memory_id, {"content": content})

    async def forget(self, memory_id: str) -> Came:
        """Delete a memory."""
        return await self._send("DELETE", memory_id)

    async def restore(self, memory_id: str) -> Came:
        """Restore a memory."""
        return await self._send("POST", f"{memory_id}/restore")

    async def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Came:
        async with httpx.AsyncClient(base_url=self._url, headers=self._headers) as http:
            answer = await http.request(method, f"/api/memory/{path}", json=body)
        assert answer.status_code < 500, answer.text
        if answer.is_error:
            return Came(answer.text, is_refused=True)
        return Came(answer.json().get("receipt", ""))


class McpDoor:
    """The MCP server, over HTTP, with an assistant's token."""

    origin = "api"
    through = APP

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Call add_memory."""
        return await self._call("add_memory", content=content, category=category, subject=subject, is_new=is_new)

    async def update(self, memory_id: str, content: str) -> Came:
        """Call update_memory."""
        return await self._call("update_memory", memory_id=memory_id, content=content)

    async def forget(self, memory_id: str) -> Came:
        """Call forget_memory."""
        return await self._call("forget_memory", memory_id=memory_id)

    async def restore(self, memory_id: str) -> Came:
        """Call restore_memory."""
        return await self._call("restore_memory", memory_id=memory_id)

    async def _call(self, name: str, **arguments: Any) -> Came:
        info = Implementation(name=APP, version="1")
        async with by_http(self._url, self._token, "auto", info) as assistant:
            result = await call_tool(assistant, name, **arguments)
        told = result.structured_content or {}
        return Came(words(result) if result.is_error else told.get("receipt", ""), bool(result.is_error))


class CommandDoor:
    """`/memory …`: what the user types is meant, and is taken as it is."""

    origin = "command"
    through = ""

    def __init__(self, telegram: BotApi) -> None:
        self._telegram = telegram

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Send `/memory add`, which always means that it is new."""
        assert is_new or not subject
        return await self._send(f"add {category} {f'{subject}: ' if subject else ''}{content}")

    async def update(self, memory_id: str, content: str) -> Came:
        """Send `/memory edit`."""
        return await self._send(f"edit {memory_id} {content}")

    async def forget(self, memory_id: str) -> Came:
        """Send `/memory delete`."""
        return await self._send(f"delete {memory_id}")

    async def restore(self, memory_id: str) -> Came:
        """Send `/memory restore`."""
        return await self._send(f"restore {memory_id}")

    async def _send(self, text: str) -> Came:
        answer = await self._telegram.bot_message("", after=self._telegram.send_text(f"/memory {text}"))
        return Came(answer.text, not _TYPED.match(answer.text))


class ToolDoor:
    """The model's tools: the user asks for it, and the model calls."""

    origin = "conversation"
    through = ""

    def __init__(self, telegram: BotApi, model: Script, bot: BotProcess) -> None:
        self._telegram = telegram
        self._model = model
        self._bot = bot

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Have the model add a memory; it says that it is new once it was refused as like another one."""
        wanted = {"content": content, "category": category, "subject": subject}
        came = await self._ask(f"Remember: {content}", call("add_to_memory", **wanted))
        if not (is_new and came.is_refused):
            return came
        again = call("add_to_memory", **wanted, is_new=True)
        return await self._ask("It is new.", call("add_to_memory", **wanted), again)

    async def update(self, memory_id: str, content: str) -> Came:
        """Have the model change a memory."""
        return await self._ask(f"Now: {content}", call("update_memory", memory_id=memory_id, content=content))

    async def forget(self, memory_id: str) -> Came:
        """Have the model forget a memory."""
        return await self._ask("Forget that.", call("forget_memory", memory_id=memory_id))

    async def restore(self, memory_id: str) -> Came:
        """There is no such tool."""
        raise NotImplementedError

    async def _ask(self, text: str, *calls: Reply) -> Came:
        self._model.then(*calls, "Well.")
        turns = self._bot.turns_answered
        answer = await self._telegram.bot_message("Well.", after=self._telegram.send_text(text))
        await self._bot.answered(turns + 1)
        result = text_of(self._model.requests[-1].request.messages[-1].content)
        is_refused = result.startswith("Nothing was ") and "already says this" not in result
        return Came(result if is_refused else answer.text, is_refused)


Door = ApiDoor | McpDoor | CommandDoor | ToolDoor
"""A way to change the memories of a bot's user: `origin` and `through` are what versions that come through it say."""
