"""What messages mean besides what they say: links to memories, files to import, and new texts of memories. Pure."""

import re
from functools import partial
from typing import Final

from telegram import Message

from bot.kit.text import clean, folded
from bot.memory.operations import Memories
from bot.memory.telegram.files import read_file
from bot.memory.telegram.requests import edit_asked_for
from bot.memory.values import linked_memory
from bot.store.engine import Database
from bot.telegram.chats import Lane
from bot.telegram.routes import Route, command_of
from bot.turns.values.incoming import UpdateKind

_CAPTION: Final = re.compile(r"/memory(?:@\w+)?\s+import", re.IGNORECASE)
_ANSWERS: Final = ("import yes", "import no")
"""Commands that answer the offer of an import, which waits for the files before it to be read."""


def meaning(memories: Memories, database: Database, message: Message) -> Route | None:
    """Return the route of a link to a memory, a file to import, an answer to that, or a reply with a new text."""
    if command := command_of(message):
        name, words = command
        if name == "start" and (memory_id := linked_memory(words)):
            return _command(f"show {memory_id}")
        is_answer = name == "memory" and folded(words) in _ANSWERS
        return _command(words, Lane.DOCUMENTS) if is_answer else None
    if edit := _edit(message):
        return _command(edit)
    if message.document and _CAPTION.fullmatch((message.caption or "").strip()):
        return Route(UpdateKind.OTHER, partial(read_file, memories, database, message.document), [Lane.DOCUMENTS])
    return None


def _command(words: str, *after: Lane) -> Route:
    """Return the route of `/memory` with words after it."""
    return Route(UpdateKind.OTHER, None, [*after, Lane.LOOKUPS], words, "memory")


def _edit(message: Message) -> str:
    """Return the words after `/memory` that a reply stands for, if its message asks for a memory's new text."""
    asked = message.reply_to_message
    is_ours = asked and asked.from_user and asked.from_user.id == message.get_bot().id
    return edit_asked_for(asked.text or "", clean(message.text or "")) if asked and is_ours else ""
