"""Messages of a turn: the user's, the model's, and tool results; and the reactions to them."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from bot.values.acts import Deed
from bot.values.attachments import Picture
from bot.values.calls import ToolCall
from bot.values.changes import Refusal
from bot.values.incoming import IncomingMessage
from bot.values.prompt_text import NO_TEXT, PromptText

T = TypeVar("T")
M = TypeVar("M")
REACTIONS: Final = (
    *("👍", "👎", "❤", "🔥", "🥰", "👏", "😁", "🤔", "🤯", "😱", "🤬", "😢", "🎉", "🤩", "🤮", "💩"),
    *("🙏", "👌", "🕊", "🤡", "🥱", "🥴", "😍", "🐳", "❤️\u200d🔥", "🌚", "🌭", "💯", "🤣", "⚡", "🍌", "🏆"),
    *("💔", "🤨", "😐", "🍓", "🍾", "💋", "🖕", "😈", "😴", "😭", "🤓", "👻", "👨\u200d💻", "👀", "🎃", "🙈"),
    *("😇", "😨", "🤝", "✍", "🤗", "🫡", "🎅", "🎄", "☃", "💅", "🤪", "🗿", "🆒", "💘", "🙉", "🦄"),
    *("😘", "💊", "🙊", "😎", "👾", "🤷\u200d♂️", "🤷", "🤷\u200d♀️", "😡"),
)
"""Those that a bot may use (Bot API, ReactionTypeEmoji)."""
_VARIATION: Final = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
"""What changes only the look of an emoji: the variation selector, and skin tones."""


@dataclass(frozen=True, slots=True)
class UserMessage:
    """A user's message as sent to the model, with its time; `note` reports changes made outside the conversation.

    It is `pending` while its `files`, a number, are not ready; its content is not complete then. Its pictures, once
    described, were `seen` like this.
    """

    content: PromptText
    note: PromptText = NO_TEXT
    pictures: tuple[Picture, ...] = ()
    pending: bool = False
    files: int = 0
    seen: str = ""
    said: IncomingMessage | None = field(default=None, compare=False)
    """The message it was rendered from; None if it was read from the database."""

    @property
    def untrusted(self) -> bool:
        """Whether some of it is not the user's own: also what a picture says, whoever took it."""
        return self.content.untrusted or self.note.untrusted or bool(self.pictures)


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What a `model` thought before it called tools: the `field` in which its `server` sent it, and its JSON text.

    It is sent back to that model and server with the calls, as long as they are in its prompt. Of the Responses API, it
    holds all of the answer's items in their order, with places in them for the text and the calls.
    """

    model: str
    field: str
    json: str
    server: str = ""
    """Empty where it was stored without."""


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """The model's answer: text, calls, or both; `is_cut` if it reached the length limit."""

    content: str
    calls: tuple[ToolCall, ...] = ()
    is_cut: bool = False
    reasoning: Reasoning | None = None
    """With calls; with words alone only what labels them."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a call in words for the model.

    A call with a `refusal` may be repeated once the model has read the reason. A `reaction` is an emoji that the call
    put below the user's message. A `deed` is stored as an act; a result that is read again has none. A call that
    `is_refused` did nothing.
    """

    call_id: str
    content: PromptText
    refusal: Refusal | None = None
    reaction: str = ""
    deed: Deed | None = field(default=None, compare=False)
    is_refused: bool = field(default=False, compare=False)

    @property
    def untrusted(self) -> bool:
        """Whether some of it was written neither by the user nor by Keepsake."""
        return self.content.untrusted


Message: TypeAlias = UserMessage | AssistantMessage | ToolResult


def open_calls(messages: Sequence[Message]) -> list[ToolCall]:
    """Return the calls of a turn without a result."""
    answered = {message.call_id for message in messages if isinstance(message, ToolResult)}
    return [
        call
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.calls
        if call.id not in answered
    ]


def last_reaction(messages: Sequence[Message]) -> str:
    """Return the last reaction to a turn's messages; empty without one."""
    return next((it.reaction for it in reversed(messages) if isinstance(it, ToolResult) and it.reaction), "")


def any_untrusted(messages: Iterable[Message]) -> bool:
    """Tell whether any of the messages holds text that neither the user nor Keepsake wrote."""
    return any(message.untrusted for message in messages if not isinstance(message, AssistantMessage))


class MadeOfEach:
    """What was made of each message of a prompt, for the next prompt with the same ones.

    A conversation's prompt begins with the messages of the one before, so a request takes the time of what is new.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[list[Any], list[Any]]] = {}

    def of(self, name: Hashable, make: Callable[[T], M], items: Sequence[T]) -> list[M]:
        """Return what `make` gives for each item, made now if nothing was made of it for this `name` before.

        `make` has to be the same function for the same name, and give the same for equal items.
        """
        before, made = self._made.get(name, ([], []))
        if list(items[: len(before)]) != before:
            before, made = [], []
        made = [*made, *map(make, items[len(before) :])]
        self._made[name] = list(items), made
        return made


def _bare(emoji: str) -> str:
    return _VARIATION.sub("", emoji.strip())


_BY_BARE: Final = {_bare(emoji): emoji for emoji in REACTIONS}


def reaction_in(text: str) -> str:
    """Return the reaction that is all of a text, as the Bot API writes it, or an empty text."""
    return _BY_BARE.get(_bare(text), "")
