"""Meaning of Telegram's errors for a message, and the notice in place of a refused one."""

from datetime import timedelta
from enum import Enum, auto
from typing import Final

from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from bot.kit.language import mark, t
from bot.kit.program import command
from bot.telegram.formatting import code, compose, filled
from bot.telegram.texts import Edit, Emoji, File, Opening, Part, Text, Voice

REQUEST_FILE: Final = "request.json"
"""Name of the file sent by /context."""
MEMORIES_FILE: Final = "keepsake-memories"
"""Prefix of the names of files sent by `/memory export`."""
_NOT_MODIFIED: Final = "message is not modified"
_NO_CHAT: Final = ("chat not found", "peer_id_invalid", "user_id_invalid")
_NO_TOPIC: Final = ("thread not found", "topic_deleted", "topic_closed", "topic_id_invalid")
_TOO_LARGE: Final = "too large"  # HTTP 413, which python-telegram-bot takes for a bad connection
_MISSING: Final = mark("I couldn't send one of my messages. Try again, or ask me to say it differently.")
_NO_NEW_TOPIC: Final = mark("Telegram didn't let me open a topic. Let's go on here, or try again later.")

_MISSING_ABOUT: Final = "missing"
"""`Text.about` of the notice in place of a refused message."""


class Verdict(Enum):
    """Meaning of an error for a message; see `verdict`."""

    SHOWN = auto()
    REFUSED = auto()
    CHAT_GONE = auto()
    TOPIC_GONE = auto()
    LATER = auto()


def verdict(error: TelegramError) -> Verdict:
    """Decide what an error means for a message. Pure. No error loses an answer silently.

    | Telegram answers                        | verdict   | what is done                                            |
    |-----------------------------------------|-----------|---------------------------------------------------------|
    | 400 "message is not modified"           | SHOWN     | nothing: the message already shows this                 |
    | 400 "chat not found" and the like, 403  | CHAT_GONE | the outbox drops everything for the chat: nobody can    |
    |                                         |           | read it                                                 |
    | 400 "message thread not found" and the  | TOPIC_GONE| what waits for the topic is sent to General: its user   |
    | like                                    |           | has deleted the topic                                   |
    | 400 in any other words, 413             | REFUSED   | the next way is tried: without formatting, then as a    |
    |                                         |           | new message; after the last one, a notice is sent       |
    | 401, 404, 409, 5xx, an unreadable       | LATER     | the same is tried again until Telegram takes it, as all |
    | answer, a timeout, no connection        |           | of these come from a server that restarts               |
    | 429                                     | LATER     | the same, but not before the time that Telegram names   |
    """
    words = str(error).lower()
    match error:
        case Forbidden():
            return Verdict.CHAT_GONE
        case BadRequest() if _NOT_MODIFIED in words:
            return Verdict.SHOWN
        case BadRequest() if any(it in words for it in _NO_CHAT):
            return Verdict.CHAT_GONE
        case BadRequest() if any(it in words for it in _NO_TOPIC):
            return Verdict.TOPIC_GONE
        case BadRequest():
            return Verdict.REFUSED
        case _:
            return Verdict.REFUSED if _TOO_LARGE in words else Verdict.LATER


def wanted_pause(error: TelegramError) -> float:
    """Return the pause in seconds that Telegram asks for, 0 if none."""
    after = error.retry_after if isinstance(error, RetryAfter) else 0
    return after.total_seconds() if isinstance(after, timedelta) else float(after)


def instead_of(refused: Part | None, chat_id: int) -> list[Text]:
    """Return the notice that a message is missing, and what to do; empty if the notice itself was refused.

    It is None if it can't be read. A reaction becomes a message. A private chat has its user's id.
    """
    match refused.message if isinstance(refused, Edit) else refused:
        case Opening():
            return [Text(t(_NO_NEW_TOPIC))]
        case Emoji(emoji):
            return [Text(emoji)]
        case File(name):
            told = t("I couldn't send the file {file}. Whoever hosts me can save it: {command}")
            return compose(filled(told, file=name, command=code(writing(name, chat_id))))
        case Voice():  # its text is sent, too
            return []
        case Text(about=about) if about == _MISSING_ABOUT:
            return []
        case _:
            return [Text(t(_MISSING), about=_MISSING_ABOUT)]


def writing(file_name: str, user_id: int) -> str:
    """Return the host's command that writes a file of a user's chat."""
    if file_name == REQUEST_FILE:
        return command(f"context --user {user_id} --file <file>")
    if file_name.startswith(MEMORIES_FILE):
        shape = " --format markdown" if file_name.endswith(".md") else ""
        return command(f"memory export --user {user_id}{shape} <file>")
    return command(f"export --user {user_id} <folder>")
