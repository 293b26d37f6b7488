"""What was said: by the user, the model and its tools."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.values.attachments import Picture
from bot.values.changes import Change, Refusal
from bot.values.incoming import IncomingMessage


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model asked for; `arguments` is the raw string it wrote, which need not be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class UserMessage:
    """What the user said, with its time, as the model reads it; `note` tells what changed outside the conversation.

    It is `untrusted`, as a tool's result is, if some of its text is. It is `pending` while its `files`, a number,
    are not ready; its content is not complete then.
    """

    content: str
    note: str = ""
    untrusted: bool = False
    pictures: tuple[Picture, ...] = ()
    pending: bool = False
    files: int = 0
    said: IncomingMessage | None = field(default=None, compare=False)
    """What it was rendered from; not read back with it."""


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """What the model answered: words, calls, or both; `is_cut` if it reached its length limit before its end."""

    content: str
    calls: tuple[ToolCall, ...] = ()
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call came to, in words for the model, and the `change` it made to a memory.

    A call with a `refusal` may be repeated once the model has read why.
    """

    call_id: str
    content: str
    change: Change | None = None
    untrusted: bool = False
    refusal: Refusal | None = None


Message: TypeAlias = UserMessage | AssistantMessage | ToolResult


def open_calls(messages: Sequence[Message]) -> list[ToolCall]:
    """Return the calls of a turn that have no result yet."""
    answered = {message.call_id for message in messages if isinstance(message, ToolResult)}
    return [
        call
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.calls
        if call.id not in answered
    ]


def any_untrusted(messages: Iterable[Message]) -> bool:
    """Tell whether any of some messages holds text that neither the user nor Keepsake wrote."""
    return any(message.untrusted for message in messages if not isinstance(message, AssistantMessage))
