"""Size of prompts in tokens, and the turns and pictures that fit; pictures leave a prompt before words do. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby, takewhile
from operator import itemgetter
from typing import Final, TypeAlias
from uuid import UUID

from bot.kit.prompt_text import PromptText
from bot.model.tokens import BYTES_A_TOKEN, text_tokens, tools_tokens
from bot.model.values import AssistantMessage, MadeOfEach, Message, Picture, UserMessage
from bot.turns.message_text import without_pictures
from bot.turns.prompt import earlier_block
from bot.turns.values.conversations import Conversation

# Shares of the tokens that the fixed part of a prompt leaves for its turns.
BEGUN: Final = 0.7  # at which the next summary begins
FULL: Final = 0.8  # at which turns are compacted
KEPT: Final = 0.4  # after compaction, including the summary
SUMMARY: Final = 0.1  # most for a summary
ANSWER: Final = 0.1
"""Share of the whole context reserved for the answer."""
_MESSAGE_TOKENS: Final = 4
"""Tokens per message besides its text."""
_CLIPPED: Final = " …"
_LEAST_SHARE: Final = 8
_LEAST_SCALE: Final = 0.25
_MOST_SCALE: Final = 4.0
MOST_PICTURES: Final = 20
"""Most pictures of a prompt with earlier turns: some servers take no more."""
MOST_PICTURE_BYTES: Final = 11_000_000
"""Most bytes of these pictures; as data URLs they are 15 MB of a request, of which servers take 20."""
PICTURE_SHARE: Final = 0.35
"""Largest share of these pictures of the tokens for turns."""
TURN_PICTURE_SHARE: Final = 0.55
"""Largest share of one turn's pictures of the whole context: ten as Telegram's apps send them fit into 32,000."""
_PIXELS_A_TOKEN: Final = 750
"""Pixels of a picture per token: https://docs.anthropic.com/en/docs/build-with-claude/vision; OpenAI's are fewer."""

TurnMessages: TypeAlias = tuple[UUID, list[Message]]
"""A turn's id and its messages."""


def tokens(messages: Iterable[Message]) -> int:
    """Estimate the tokens of messages."""
    return sum(map(message_tokens, messages))


def message_tokens(message: Message) -> int:
    """Estimate the tokens of a message."""
    return _MESSAGE_TOKENS + text_tokens(_text(message)) + sum(map(picture_tokens, pictures_in([message])))


def _text(message: Message) -> str:
    match message:
        case UserMessage(content, note):
            return content + note
        case AssistantMessage(content, calls, reasoning=reasoning):
            thought = reasoning.json if reasoning else ""
            return content + thought + "".join(call.name + call.arguments for call in calls)
        case result:
            return result.content


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """Tokens of a prompt's fixed beginning and of its turns; `scale` is counted tokens per estimated one."""

    fixed: int
    turns: int
    scale: float

    @property
    def total(self) -> int:
        """Tokens of the whole prompt."""
        return self.fixed + self.turns

    def is_begun(self, context_tokens: int) -> bool:
        """Whether the next summary is to begin."""
        return self.total > self.fixed + BEGUN * (context_tokens - self.fixed)

    def is_full(self, context_tokens: int) -> bool:
        """Whether turns are to be compacted."""
        return self.total > self.full_at(context_tokens)

    def full_at(self, context_tokens: int) -> float:
        """Return the size in tokens above which the prompt is full."""
        return self.fixed + FULL * (context_tokens - self.fixed)

    def kept(self, context_tokens: int) -> float:
        """Return how many tokens of these turns stay after compaction.

        Together with the summary and the turns added until the prompt is full, they take the share KEPT.
        """
        still_to_come = max(0.0, self.full_at(context_tokens) - self.total)
        return (KEPT - SUMMARY) * (context_tokens - self.fixed) - still_to_come

    def of(self, messages: Iterable[Message]) -> int:
        """Return the scaled estimate for messages."""
        return round(self.scale * tokens(messages))


def most_tokens(context_tokens: int) -> int:
    """Return the most tokens of a prompt in a context; the rest is reserved for the answer."""
    return round((1 - ANSWER) * context_tokens)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A conversation's prompt; the server `counted` its tokens including the `covered` first messages."""

    conversation: Conversation
    messages: Sequence[Message]
    counted: int = 0
    covered: int = 0
    made: MadeOfEach = field(default_factory=MadeOfEach, compare=False, repr=False)
    """What was made of each message, for the next prompt."""

    @property
    def size(self) -> Size:
        """Its estimated size, scaled by the tokens that the server counted."""
        fixed, summary = _beginning(self.conversation)
        each = self.made.for_each("tokens", message_tokens, self.messages)
        known, later = summary + sum(each[: self.covered]), sum(each[self.covered :])
        scale = min(max(self.counted / (fixed + known), _LEAST_SCALE), _MOST_SCALE) if self.counted else 1.0
        return _scaled(fixed, known + later, scale)

    def fits(self, context_tokens: int) -> bool:
        """Tell whether it fits into a context with room for an answer."""
        return self.size.total <= most_tokens(context_tokens)


def size(conversation: Conversation, messages: Iterable[Message], scale: float) -> Size:
    """Estimate the size of a conversation's prompt with these messages, at a scale."""
    fixed, summary = _beginning(conversation)
    return _scaled(fixed, summary + tokens(messages), scale)


def _beginning(conversation: Conversation) -> tuple[int, int]:
    """Return the estimated tokens before the summary of earlier turns, and of that summary."""
    fixed = text_tokens(conversation.system_prompt) + tools_tokens(conversation.tools)
    return fixed, text_tokens(earlier_block(conversation.earlier))


def _scaled(fixed: int, turns: int, scale: float) -> Size:
    return Size(fixed=round(fixed * scale), turns=round(turns * scale), scale=scale)


def by_turn(said: Iterable[tuple[UUID, Message]]) -> list[TurnMessages]:
    """Group messages by their turns."""
    return [(turn_id, [message for _, message in group]) for turn_id, group in groupby(said, key=itemgetter(0))]


def newest(turns: Sequence[TurnMessages], room: float, size: Size) -> int:
    """Return how many of the newest turns fit into `room` tokens."""
    return _fitting((size.of(messages) for _, messages in reversed(turns)), room)


def without_oldest(history: Sequence[Message], room: float, size: Size) -> Sequence[Message]:
    """Return the newest turns of a history that fit into `room` tokens; each begins with a message of the user."""
    kept: Sequence[Message] = ()
    from_end = accumulate(message_tokens(message) for message in reversed(history))
    for at, tokens_from in zip(reversed(range(len(history))), from_end, strict=True):
        if size.scale * tokens_from > room:
            break
        if isinstance(history[at], UserMessage) and not (at and isinstance(history[at - 1], UserMessage)):
            kept = history[at:]
    return kept


def first_texts(texts: Sequence[str], room: float) -> Sequence[str]:
    """Return the first texts that fit into `room` tokens."""
    return texts[: _fitting(map(text_tokens, texts), room)]


def _fitting(sizes: Iterable[int], room: float) -> int:
    return sum(1 for _ in takewhile(lambda total: total <= room, accumulate(sizes)))


def in_words(turn: TurnMessages) -> TurnMessages:
    """Return a turn without pictures."""
    turn_id, messages = turn
    return turn_id, [without_pictures(it) if isinstance(it, UserMessage) else it for it in messages]


def shortened(turn: TurnMessages, room: float, size: Size) -> TurnMessages:
    """Return a turn without pictures, then with shortened texts, to fit into `room` tokens.

    A few words of each text stay.
    """
    if size.of(turn[1]) <= room:
        return turn
    turn_id, messages = in_words(turn)
    if size.of(messages) <= room:
        return turn_id, messages
    share = max(_LEAST_SHARE, int(room / size.scale / len(messages)) - _MESSAGE_TOKENS)
    return turn_id, [_clipped(message, share) for message in messages]


def _clipped(message: Message, most_tokens: int) -> Message:
    text = clipped(message.content, most_tokens)
    if isinstance(message, AssistantMessage):
        return replace(message, content=text)
    return replace(message, content=PromptText(text, message.untrusted))


def clipped(text: str, most_tokens: int) -> str:
    """Return the beginning of a text within a number of tokens, cut after a line or a word if possible."""
    room = max(0, most_tokens) * BYTES_A_TOKEN
    if len(text.encode()) <= room:
        return text
    beginning = text.encode()[: max(0, room - len(_CLIPPED.encode()))].decode(errors="ignore")
    cut = max(beginning.rfind("\n"), beginning.rfind(" "))
    if cut < len(beginning) / 2:  # not every language has spaces
        cut = len(beginning)
    return beginning[:cut].rstrip() + _CLIPPED if beginning else ""


@dataclass(frozen=True, slots=True)
class PictureRoom:
    """What a prompt may hold of pictures."""

    tokens: float
    number: float = MOST_PICTURES
    size: float = MOST_PICTURE_BYTES

    def holds(self, pictures: Sequence[Picture]) -> bool:
        """Tell whether these pictures fit."""
        return (
            len(pictures) <= self.number
            and sum(picture.size for picture in pictures) <= self.size
            and sum(map(picture_tokens, pictures)) <= self.tokens
        )

    def part(self, share: float) -> "PictureRoom":
        """Return a share of it."""
        return PictureRoom(share * self.tokens, share * self.number, share * self.size)


def picture_tokens(picture: Picture) -> int:
    """Estimate the tokens of a picture."""
    return -(-picture.width * picture.height // _PIXELS_A_TOKEN)


def pictures_in(messages: Iterable[Message]) -> list[Picture]:
    """Return the pictures of messages, in order."""
    return [picture for message in messages if isinstance(message, UserMessage) for picture in message.pictures]


def shown_from(turns: Sequence[tuple[UUID, Sequence[Message]]], current: UUID, room: PictureRoom) -> UUID:
    """Return the first turn whose pictures stay: those of the current turn, and of the newest before it that fit."""
    first, kept = current, list[Picture]()
    for turn_id, messages in reversed(turns):
        kept += pictures_in(messages)
        if turn_id < current and not room.holds(kept):
            break
        first = min(first, turn_id)
    return first


def fitting_pictures(turns: Sequence[tuple[UUID, Sequence[Message]]], room: PictureRoom) -> int:
    """Return how many of the first turns have pictures that fit together."""
    together = accumulate((pictures_in(messages) for _, messages in turns), lambda some, more: [*some, *more])
    return sum(1 for _ in takewhile(room.holds, together))
