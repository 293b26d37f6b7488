"""Links to a bot's chat (https://core.telegram.org/bots/features#deep-linking). Pure."""

import re
from typing import Final

_MEMORY: Final = "memory_"
_LINKED: Final = re.compile(rf"{_MEMORY}([A-Za-z0-9]{{8}})")


def memory_link(bot_name: str, memory_id: str) -> str:
    """Return the link at which the chat shows a memory, as a reply to the message that it was learned from."""
    return f"https://t.me/{bot_name}?start={_MEMORY}{memory_id}"


def linked_memory(words: str) -> str | None:
    """Return the memory that a link was for, by the words after its `/start`; None if it wasn't for one."""
    linked = _LINKED.fullmatch(words)
    return linked[1] if linked else None
