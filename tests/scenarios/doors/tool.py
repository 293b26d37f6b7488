"""The model's tools: the user asks for it, and the model calls."""

from typing import Final

from practice.model.conversation import text_of
from practice.model.server import Reply
from tests.process import call
from tests.scenarios.doors.door import Came, House

_NOTHING: Final = "Nothing was "


class ToolDoor:
    """Has the model call its tools."""

    origin = "conversation"
    through = ""
    restores = False
    is_told = False
    speaks_to_owner = True

    def __init__(self, house: House) -> None:
        self._house = house

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
        house = self._house
        house.model.then(*calls, "Well.")
        turns = house.bot.turns_answered
        answer = await house.telegram.bot_message("Well.", after=house.telegram.send_text(text))
        await house.bot.answered(turns + 1)
        result = text_of(house.model.requests[-1].request.messages[-1].content)
        is_refused = result.startswith(_NOTHING) and "already says this" not in result
        return Came(result if is_refused else answer.text, is_refused)
