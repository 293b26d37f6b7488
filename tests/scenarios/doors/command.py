"""`/memory …`: what the user types is meant, and is taken as it is."""

import re
from typing import Final

from tests.scenarios.doors.door import Came, House

_DONE: Final = re.compile(r"(📌 )?(💾|✏️|This memory already says|🗑|Deleted|Restored: )")


class CommandDoor:
    """Sends commands."""

    origin = "command"
    through = ""
    restores = True
    is_told = False
    speaks_to_owner = True

    def __init__(self, house: House) -> None:
        self._telegram = house.telegram

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

    async def _send(self, words: str) -> Came:
        answer = await self._telegram.bot_message("", after=self._telegram.send_text(f"/memory {words}"))
        return Came(answer.text, not _DONE.match(answer.text))
