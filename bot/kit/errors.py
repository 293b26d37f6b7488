"""The errors a person can meet, with their sentences in the language spoken where they are rendered."""

import re
from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any, ClassVar, Final

from bot.kit.backoff import Retry
from bot.kit.language import DEFAULT, Sentence, Words, mark, plural, rendered, sentences, speaking_to

_DISK_FULL: Final = re.compile(r"No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes")
"""A full disk, as the system and PostgreSQL report it."""


class KeepsakeError(Exception):
    """Something went wrong. `str` is the sentence for its reader, in the language spoken now."""

    says: ClassVar[str] = mark("Something went wrong.")
    advises: ClassVar[str] = ""
    """What the reader can do about it."""
    status: ClassVar[int] = 409
    """Its HTTP status where a program is the reader."""

    def __init__(self, detail: Words = "", advice: Words = "") -> None:
        """Take a `detail` to say instead of `says`, and the advice that follows it."""
        super().__init__()
        self._detail = detail or self.says
        self._advice = advice if detail else self.advises

    @property
    def cause(self) -> str:
        """What happened, without what to do about it."""
        return rendered(self._detail)

    @property
    def members(self) -> Mapping[str, Any]:
        """What a program is told besides, as JSON: extension members of a problem (RFC 9457)."""
        return {}

    @property
    def in_english(self) -> str:
        """The same in English, for logs and for the model."""
        with speaking_to(DEFAULT):
            return str(self)

    def __str__(self) -> str:
        return sentences(self.cause, rendered(self._advice))


class StartError(KeepsakeError):
    """The start fails for a reason that its user can act on."""

    says = "Keepsake can't start."


class DataFolderInUse(StartError):
    """Another process has the data folder."""

    says = "Keepsake is already running on this data folder. Stop it first, or set DATA_DIR to another folder."


class TelegramUnreachable(KeepsakeError):
    """Telegram gives no answer."""

    says = "Telegram can't be reached."


class DatabaseUnavailable(KeepsakeError):
    """The database can't be reached."""

    says = mark("I can't reach the database right now.")


class DiskFull(DatabaseUnavailable):
    """The disk with the database has no room left."""

    says = mark("My disk is full. I'll go on by myself once there is room.")


def is_disk_full(reason: str) -> bool:
    """Tell whether an error's words say that a disk is full."""
    return bool(_DISK_FULL.search(reason))


def disk_full(place: object) -> str:
    """Return the sentence for a full disk with a file or a folder."""
    return f"The disk with {place} is full. Free some space, then try again."


class AlreadyUndone(KeepsakeError):
    """It is undone already."""

    says = mark("This is already undone.")


class ModelError(KeepsakeError):
    """The model failed to answer."""

    says = mark("The model failed to answer.")
    advises = mark("Send /retry to try again.")

    retry: Retry | None = None
    """When the request is sent again; None where that would not help."""
    is_shown: bool = False
    """Whether the answer had begun to show."""


class KeyRefused(ModelError):
    """The server refuses the API key."""

    says = mark("The model's server refused the API key.")
    advises = mark("Check OPENAI_API_KEY, restart me, then send /retry.")


class QuotaExceeded(ModelError):
    """The quota at the server is used up."""

    says = mark("Your quota at the model's server is used up.")
    advises = mark("Check your plan there, then send /retry.")


class RateLimited(ModelError):
    """The server takes no more requests for the moment; after `seconds`, if it named them."""

    says = mark("The model's server is busy.")

    def __init__(self, seconds: float | None = None) -> None:

        def when() -> str:
            return plural(
                "Send /retry in {count} minute.", "Send /retry in {count} minutes.", ceil((seconds or 0) / 60)
            )

        super().__init__(self.says, when if seconds else self.advises)


class MonthUsedUp(ModelError):
    """Our own monthly limit is used up."""

    says = mark("This month's tokens are used up.")
    advises = mark("Raise MONTHLY_TOKENS, restart me, then send /retry.")

    def __init__(self, detail: Words, advice: Words, *, renews_at: datetime) -> None:
        """Say when the tokens renew."""
        super().__init__(detail, advice)
        self.renews_at = renews_at


class TaskOverBudget(ModelError):
    """A task takes more tokens than it may."""

    says = mark("This needs more tokens than a task may use (TASK_TOKENS).")


class UnknownModel(ModelError):
    """The server has no such model."""

    says = mark("The model's server doesn't know this model.")
    advises = mark("Check OPENAI_MODEL and OPENAI_BASE_URL, restart me, then send /retry.")


class ChosenModelGone(UnknownModel):
    """The server no longer has the model that a user has chosen."""

    says = mark("The model that you have chosen is no longer there.")
    advises = mark("Choose another one with /model, or send /model default. Then send /retry.")


class ServerUnreachable(ModelError):
    """No connection to the server."""

    says = mark("I can't reach the model's server.")
    advises = mark("Check that it is running and that OPENAI_BASE_URL is right, then send /retry.")


class ServerSilent(ModelError):
    """The server stops answering."""

    says = mark("The model's server stopped responding.")


class ContextTooLong(ModelError):
    """The prompt's fixed part is too long for the model."""

    says = mark("My instructions and memories are too long for this model.")
    advises = mark("Set CONTEXT_TOKENS to the model's limit, and restart me.")

    def __init__(
        self,
        detail: Words = "",
        advice: Words = "",
        *,
        limit: int | None = None,
        prompt_tokens: int | None = None,
        excess: int | None = None,
        per_minute: bool = False,
    ) -> None:
        """Keep the numbers that the server gave, in tokens: its limit, the prompt's size, the size above the limit.

        A limit `per_minute` is not the model's context.
        """
        super().__init__(detail, advice)
        self.limit = limit
        self.prompt_tokens = prompt_tokens
        self.excess = excess
        self.per_minute = per_minute


class RequestTooLarge(ModelError):
    """The request has more bytes than the server, or a proxy before it, takes."""

    says = mark("This is more data than the model's server takes.")
    advises = mark("Raise the limit there (nginx: client_max_body_size), or send /new to start a new conversation.")


class MessageTooLong(ModelError):
    """A message is too long for the model."""

    says = mark("This message is too long for me to read.")
    advises = mark("Shorten it, or send it in parts.")


class ToolsRefused(ModelError):
    """The server takes no tools for the model."""

    says = mark("This model can't use tools.")
    advises = mark("Set OPENAI_MODEL to one that can call tools, and restart me.")


class ContentRefused(ModelError):
    """The server refuses the content."""

    says = mark("The model's server refused this content.")
    advises = mark("Rephrase it, or send /new to start a new conversation.")


class EmptyAnswer(ModelError):
    """The answer has nothing to show."""

    says = mark("The model's answer was empty.")


class NotHeard(ModelError):
    """A recording can't be transcribed."""

    says = mark("I couldn't transcribe this.")
    advises = mark("Your recording is saved. Send /retry to try again.")

    def __init__(
        self,
        detail: Words = "",
        advice: Words = "",
        *,
        problem: str = mark("it couldn't be transcribed"),
        may_pass: bool = True,
    ) -> None:
        """Name the problem in a marked clause too; `may_pass` says whether it may be over the next time."""
        super().__init__(detail, advice)
        self.problem = problem
        self.may_pass = may_pass


class NotSpoken(KeepsakeError):
    """An answer can't be spoken."""

    says = mark("I couldn't say this aloud.")


class FileRefused(KeepsakeError):
    """A file can't be used. What it says is a clause."""

    says = mark("it can't be read")


class FileUnavailable(KeepsakeError):
    """A file is gone from Telegram. What it says is a clause."""

    says = mark("Telegram no longer has it")


class ToolServerFailed(KeepsakeError):
    """An MCP server can't be used."""

    says = "A server of tools can't be used."

    def __init__(self, clause: Words, *, reply: str = "") -> None:
        """Take what happened as a marked clause ("it can't be reached"), and a reply, which no log may hold."""
        said = clause if callable(clause) else Sentence(clause)
        self.problem: Words = (
            Sentence.of(mark("{problem}, and says: {reply}"), problem=said, reply=reply) if reply else clause
        )
        super().__init__(self.problem)
        self.clause = clause
        self.reply = reply


class ToolFailed(ToolServerFailed):
    """An MCP server answered that a call failed; the reply is what it said of that."""


class PicturesRefused(ModelError):
    """The server takes no pictures for the model."""

    says = mark("This model can't see pictures.")
    advises = mark("Set OPENAI_MODEL to one that can, and restart me.")


class PageUnread(KeepsakeError):
    """A web page can't be read. The model alone is told, in English."""

    says = "This page can't be read."


class AddressRefused(PageUnread):
    """An address may not be opened."""

    says = "This address isn't opened."


class SearchFailed(KeepsakeError):
    """The web search failed."""

    says = "The web search failed."


class ActRefused(KeepsakeError):
    """What is asked for can't be done, or what was done can't be undone."""

    says = mark("This can't be undone any more.")


class NoSuchAct(KeepsakeError):
    """The act was erased."""

    says = mark("I no longer know what this was about.")


class ReminderRefused(KeepsakeError):
    """An operation on a reminder is refused."""

    says = mark("The reminder was not set.")


class TaskRefused(ReminderRefused):
    """A program may not set or change tasks."""

    says = "Only the user can set and change tasks, in the chat or on the page."
    status = 403


class TimePassed(ReminderRefused):
    """The time has passed."""

    says = mark("This time has passed.")


class NoSuchReminder(ReminderRefused):
    """No reminder has this id."""

    says = mark("This reminder no longer exists.")
    status = 404
