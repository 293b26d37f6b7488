"""What a person at a terminal is told when a server of models fails."""

from typing import Final

from bot.errors import KeyRefused, QuotaExceeded, ServerSilent, ServerUnreachable, UnknownModel
from bot.model.failures import words_of

_SILENT: Final = "{server} gave no complete answer in time. It may be loading the model. Try again in a minute."
_FAILURES: Final[dict[type[Exception], str]] = {
    KeyRefused: "{server} refused the key. Copy {key} again.",
    QuotaExceeded: "{server} says that the quota or rate limit is used up. Check your plan there.",
    UnknownModel: "{server} doesn't know this model. Check the model's name and {address}.",
    ServerUnreachable: "{server} can't be reached. Check the server, the network and {address} (most end in /v1).",
    ServerSilent: _SILENT,
    TimeoutError: _SILENT,
}


def sentence(
    error: Exception, server: str = "The server", *, key: str = "the key", address: str = "the address"
) -> str:
    """Return what went wrong, and what to do; `key` and `address` say how the two are set."""
    if known := _FAILURES.get(type(error)):
        return known.format(server=server, key=key, address=address)
    words = words_of(error)
    return f"{server} failed ({words}). See its log." if words else f"{server} failed. See its log."
