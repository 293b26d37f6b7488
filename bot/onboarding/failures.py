"""What is said when a server of models fails."""

from typing import Final

from bot.errors import KeyRefused, QuotaExceeded, ServerSilent, ServerUnreachable, UnknownModel
from bot.model.failures import words_of

_SILENT: Final = "It didn't answer in time. It may still be loading the model: try again in a minute."
_FAILURES: Final[dict[type[Exception], str]] = {
    KeyRefused: "The server refused the key. Check it, and enter it again.",
    QuotaExceeded: "The server says that the quota or rate limit is used up. Check your plan there.",
    UnknownModel: "The server doesn't know this model.",
    ServerUnreachable: "The server can't be reached. Check the address, and that it runs.",
    ServerSilent: _SILENT,
    TimeoutError: _SILENT,
}


def sentence(error: Exception) -> str:
    """Return what went wrong, and what to do."""
    words = words_of(error)
    return _FAILURES.get(type(error), f"The server failed: {words}." if words else "The server failed. See its log.")
