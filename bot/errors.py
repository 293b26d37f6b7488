"""The errors a person can meet; each docstring is the sentence they read."""

import inspect
from collections.abc import Sequence

from bot.values.memories import Memory


class KeepsakeError(Exception):
    """Something went wrong."""

    def __init__(self, detail: str = "") -> None:
        """Say `detail` instead of the docstring, where the situation has more to tell."""
        super().__init__(detail or inspect.cleandoc(type(self).__doc__ or "").replace("\n", " "))


class StartError(KeepsakeError):
    """Keepsake can't start."""


class DataFolderInUse(StartError):
    """Another Keepsake is already running on this data folder; stop it first, or set another DATA_DIR."""


class TelegramUnreachable(KeepsakeError):
    """Telegram can't be reached."""


class DatabaseUnavailable(KeepsakeError):
    """The database can't be reached right now."""


class UnreadableFile(KeepsakeError):
    """This file can't be read as memories."""


class NoSuchImport(KeepsakeError):
    """There is no such import."""


class MemoryRefused(KeepsakeError):
    """The memory stays as it is."""


class NoSuchMemory(MemoryRefused):
    """There is no memory with this id."""


class MemoryDeleted(MemoryRefused):
    """This memory is deleted."""


class SameMemory(MemoryRefused):
    """Another memory already says exactly this."""

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory = memory


class NothingChanges(MemoryRefused):
    """The memory already says this."""


class AlreadyProposed(MemoryRefused):
    """This was proposed already; it waits for the owner's button, if it was not undone."""


class SimilarMemories(MemoryRefused):
    """There are memories about this subject already, or that are like this one."""

    def __init__(self, memories: Sequence[Memory], *, of_subject: bool, others: int = 0) -> None:
        """Take the similar memories; `others` counts those about the subject that are left out."""
        super().__init__()
        self.memories = memories
        self.of_subject = of_subject
        self.others = others


class UnrelatedText(MemoryRefused):
    """The new text has nothing in common with the memory."""

    def __init__(self, memory: Memory, content: str) -> None:
        super().__init__()
        self.memory = memory
        self.content = content


class StoreFull(MemoryRefused):
    """There is no room for more memories."""


class ChangedSince(MemoryRefused):
    """This memory was changed since."""


class NoSuchReceipt(KeepsakeError):
    """This can't be undone any more: the conversation is erased."""


class AlreadyUndone(KeepsakeError):
    """This is undone already."""


class NoSuchProposal(KeepsakeError):
    """This is erased."""


class ModelError(KeepsakeError):
    """The model failed to answer. Send /retry to try again."""

    again_after: float | None = None
    """Seconds to wait before the model is asked once more; None where that would not help."""


class KeyRefused(ModelError):
    """The model's server refused the API key. Check OPENAI_API_KEY, restart me, then send /retry."""


class QuotaExceeded(ModelError):
    """The model's server says the quota or rate limit is used up. Check your plan there, then send /retry."""


class MonthUsedUp(ModelError):
    """This month's tokens are used up. Raise MONTHLY_TOKENS, restart me, then send /retry."""


class UnknownModel(ModelError):
    """The model's server doesn't know this model. Check OPENAI_MODEL and OPENAI_BASE_URL, restart me, then /retry."""


class ServerUnreachable(ModelError):
    """I can't reach the model's server. Check that it runs and that OPENAI_BASE_URL is right, then send /retry."""


class ServerSilent(ModelError):
    """The model's server stopped answering. Send /retry to try again."""


class ContextTooLong(ModelError):
    """My instructions and memories are too long for this model. Set CONTEXT_TOKENS to what it takes, and restart me."""

    def __init__(
        self,
        detail: str = "",
        *,
        limit: int | None = None,
        prompt_tokens: int | None = None,
        excess: int | None = None,
    ) -> None:
        """Keep the numbers that the server gave, in tokens: its limit, the prompt's size, the size above the limit."""
        super().__init__(detail)
        self.limit = limit
        self.prompt_tokens = prompt_tokens
        self.excess = excess


class MessageTooLong(ModelError):
    """This is too long for me to read. Send less of it, or send it in parts."""


class ToolsRefused(ModelError):
    """The model's server takes no tools for this model. Set OPENAI_MODEL to one that can call tools, and restart me."""


class ContentRefused(ModelError):
    """The model's server refused this content. Say it differently, or send /new to start afresh."""


class EmptyAnswer(ModelError):
    """The model gave an answer with nothing in it to show. Send /retry to try again."""


class NotHeard(ModelError):
    """I couldn't transcribe this. It is kept: send /retry to try again."""

    def __init__(self, detail: str = "", *, problem: str = "it couldn't be transcribed", may_pass: bool = True) -> None:
        """Name the problem in a clause too; `may_pass` says whether it may be over the next time."""
        super().__init__(detail)
        self.problem = problem
        self.may_pass = may_pass


class NotSpoken(KeepsakeError):
    """I couldn't say this aloud."""


class FileRefused(KeepsakeError):
    """It can't be read."""


class FileUnavailable(KeepsakeError):
    """Telegram doesn't have it any more."""


class ToolServerFailed(KeepsakeError):
    """A server of tools can't be used."""

    def __init__(self, clause: str, *, says: str = "") -> None:
        """Take what happened as a clause ("it can't be reached"), and what the server says, which no log may hold."""
        super().__init__(f"{clause}, and says: {says}" if says else clause)
        self.clause = clause


class PicturesRefused(ModelError):
    """The model's server takes no pictures for this model. Set OPENAI_MODEL to one that can see, and restart me."""


class PageUnread(KeepsakeError):
    """This page can't be read."""


class AddressRefused(PageUnread):
    """This address isn't opened."""


class SearchFailed(KeepsakeError):
    """The web search failed."""


class DeedRefused(KeepsakeError):
    """This can't be undone any more."""


class NoSuchActivity(KeepsakeError):
    """I no longer know what this was about."""


class ReminderRefused(KeepsakeError):
    """Nothing was set."""


class NoSuchReminder(ReminderRefused):
    """There is no such reminder."""
