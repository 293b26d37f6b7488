"""Frozen values that cross layers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from operator import attrgetter
from typing import Annotated, Any, Final, Self, TypeAlias
from unicodedata import normalize
from uuid import UUID

import pydantic.dataclasses
from pydantic import BeforeValidator, ConfigDict, StringConstraints

CONTENT_MIN = 5
"""Fewest characters of a memory's text, after trimming."""
CONTENT_MAX = 500
"""Most characters of a memory's text, after trimming."""
SUBJECT_MAX = 200
"""Most characters of a memory's subject, after trimming."""
IMPORTANCE_MAX = 50_000
"""Highest importance of a memory, in half-lives (`bot.database.importance`): no date in a calendar is so far away."""


def clean(text: str) -> str:
    """Return the text without what neither PostgreSQL nor UTF-8 can hold: null characters and lone surrogates."""
    return text.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def one_line(text: str) -> str:
    """Return the text on one line: each run of white space, line breaks of every kind included, is one space."""
    return " ".join(text.split())


def quoted(text: str) -> str:
    """Return the text as it is quoted to the model: in quotation marks, on one line."""
    return f'"{one_line(text)}"'


def folded(text: str) -> str:
    """Return the text without letter case, kinds of white space, and forms of accents (https://unicode.org/reports/tr15/)."""
    return normalize("NFC", one_line(text).casefold())


_EDGES = re.compile(r"\A[\s\u200b\u200e\u200f\u2060\ufeff]+|[\s\u200b\u200e\u200f\u2060\ufeff]+\Z")


def _trimmed(value: object) -> object:
    """Trim a text of what has no width, and of all that `one_line` takes for white space; pydantic takes less."""
    return _EDGES.sub("", clean(value)) if isinstance(value, str) else value


MemoryContent: TypeAlias = Annotated[
    str, StringConstraints(min_length=CONTENT_MIN, max_length=CONTENT_MAX), BeforeValidator(_trimmed)
]
MemorySubject: TypeAlias = Annotated[str, StringConstraints(max_length=SUBJECT_MAX), BeforeValidator(_trimmed)]


class MemoryCategory(StrEnum):
    """What a memory is about."""

    CONTEXT = "context"
    PERSON = "person"
    PREFERENCE = "preference"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose memories and conversations: one user of one bot, by their Telegram ids."""

    bot_id: int
    user_id: int

    @property
    def columns(self) -> dict[str, int]:
        """The values of a row's columns that tell whose it is."""
        return {"bot_id": self.bot_id, "user_id": self.user_id}


Vector: TypeAlias = Sequence[float]
"""An embedding: the vectors of texts that mean nearly the same have nearly the same direction."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """The vector of what is looked for, by the model of that name."""

    model: str
    vector: Vector = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a version was learned."""

    conversation_id: UUID
    turn_id: UUID


class Origin(StrEnum):
    """How a version came about: said, found in a review, written with `/memory`, imported, or brought back by undo."""

    CONVERSATION = "conversation"
    REVIEW = "review"
    COMMAND = "command"
    IMPORT = "import"
    UNDO = "undo"


class CaptureMode(StrEnum):
    """Whether new memories are stored after asking, at once, or not at all, and (none) whether any are read."""

    ASK = "ask"
    AUTO = "auto"
    OFF = "off"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A remembered thing in its current version; one that is `pinned` is marked as important by its owner."""

    id: str
    category: MemoryCategory
    subject: str | None
    content: str
    version: int
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None = None
    pinned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryVersion:
    """One version of a memory; numbers start at 1 and have no gaps. Its source may have been erased."""

    number: int
    content: str
    created_at: datetime
    source: Source | None
    origin: Origin = Origin.CONVERSATION


class ChangeKind(StrEnum):
    """What can be done to a memory."""

    ADDED = "added"
    UPDATED = "updated"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was done to a memory. One that was added or forgotten is the same before and after.

    Changes stored by early releases have no texts.
    """

    kind: ChangeKind
    memory_id: str
    version: int
    subject: str | None
    former_version: int
    former_subject: str | None
    content: str = ""
    former_content: str = ""
    undone: bool = False

    @classmethod
    def of(cls, kind: ChangeKind, after: Memory, before: Memory | None = None) -> Self:
        """Return what made a memory what it is; `before` is needed of an update only."""
        former = before or after
        return cls(
            kind=kind,
            memory_id=after.id,
            version=after.version,
            subject=after.subject,
            content=after.content,
            former_version=former.version,
            former_subject=former.subject,
            former_content=former.content,
        )


@dataclass(frozen=True, slots=True)
class Changed:
    """The result of an operation on a memory: the change, and the memory as it is now."""

    change: Change
    memory: Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """A new memory that somebody wants; `is_new` says that it is another fact about a subject that has some."""

    content: str
    category: MemoryCategory
    subject: str | None = None
    is_new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryUpdate:
    """A new text for a memory that somebody wants, and perhaps a new subject."""

    memory_id: str
    content: str
    subject: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """That somebody wants a memory forgotten."""

    memory_id: str


Wanted: TypeAlias = Addition | MemoryUpdate | Forgetting


class ProposalState(StrEnum):
    """What has come of a proposal."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What is to be done to a memory once its owner presses a button, and what came of that.

    It was wanted in a turn or, without one, in a review. `former` is the text that the memory had then.
    """

    id: UUID
    conversation_id: UUID
    turn_id: UUID | None
    wanted: Wanted
    former: str | None
    state: ProposalState
    change: Change | None

    @property
    def source(self) -> Source | None:
        """Where what it wants was said, if that is known."""
        return Source(conversation_id=self.conversation_id, turn_id=self.turn_id) if self.turn_id else None

    @property
    def origin(self) -> Origin:
        """How the version it asks for comes about."""
        return Origin.CONVERSATION if self.turn_id else Origin.REVIEW


@dataclass(frozen=True, slots=True)
class Receipt:
    """One change that a turn made, as its chat shows it below the answer.

    Early releases stored a line of text, `as_shown`, and no change once it was undone.
    """

    change: Change | None
    as_shown: str = ""

    @property
    def can_be_undone(self) -> bool:
        """Whether it was not undone yet."""
        return self.change is not None and not self.change.undone


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call the model asked for; `arguments` is the raw string it wrote, which need not be JSON."""

    id: str
    name: str
    arguments: str


class Speaker(StrEnum):
    """Whose words are quoted."""

    USER = "user"
    KEEPSAKE = "keepsake"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Quote:
    """What a user's message quotes above their own words, and from whom: somebody's name, or Keepsake's message."""

    text: str
    speaker: Speaker
    name: str = ""
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """What of a user's message is not their own: all of it if `forwarded_from` somebody (perhaps ""), its quote."""

    forwarded_from: str | None = None
    quote: Quote | None = None

    @property
    def holds_untrusted(self) -> bool:
        """Whether any of it was said by somebody else than the user and Keepsake."""
        quotes_others = self.quote is not None and self.quote.speaker is Speaker.OTHER
        return self.forwarded_from is not None or quotes_others


OWN_WORDS: Final = Attribution()
"""All of a message is what its user says."""


class Refusal(StrEnum):
    """Why a memory call was refused that counts as meant the next time."""

    SIMILAR = "similar"
    UNRELATED = "unrelated"


class UpdateKind(StrEnum):
    """What is done about an update; a message waits while a turn command does."""

    MESSAGE = "message"
    EDIT = "edit"
    TURN_COMMAND = "turn command"
    OTHER = "other"


@pydantic.dataclasses.dataclass(frozen=True, slots=True, config=ConfigDict(revalidate_instances="always"))
class IncomingMessage:
    """What a user said, when they sent it (Telegram's date), and what of it is untrusted. Raises ValueError if odd."""

    text: str
    sent_at: datetime
    attribution: Attribution = OWN_WORDS


@dataclass(frozen=True, slots=True)
class UserMessage:
    """What the user said, with its time, as the model reads it; `note` tells what changed outside the conversation.

    It is `untrusted`, as a tool's result is, if some of its text is.
    """

    content: str
    note: str = ""
    untrusted: bool = False
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


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model knows it; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: dict[str, Any] = field(hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a request cost: tokens as the model's server counts them, and the time until the first and the last.

    The cached and the written ones are part of the input.
    """

    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0
    is_estimated: bool = False
    first_token_seconds: float | None = None
    seconds: float | None = None


class UsagePurpose(StrEnum):
    """What a model was asked for."""

    ANSWER = "answer"
    SUMMARY = "summary"
    REVIEW = "review"


class TurnState(StrEnum):
    """How far a turn has come."""

    RUNNING = "running"
    ANSWERED = "answered"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class KnownMemory:
    """A version of a memory that a conversation's model knows, from a line of its system prompt or since."""

    id: str
    version: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SystemPrompt:
    """A system prompt, rendered, and what is in it: where the owner's instructions and the memories begin."""

    text: str
    own_at: int = 0
    memories_at: int = 0
    memories: tuple[KnownMemory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedTurns:
    """The last turns of a conversation, from one to another, that the next one begins with."""

    conversation_id: UUID
    from_turn_id: UUID
    to_turn_id: UUID


class ConversationMode(StrEnum):
    """Whether a conversation is kept, or erased when it ends."""

    KEPT = "kept"
    PRIVATE = "private"


FROM_THE_BEGINNING: Final = UUID(int=0)
"""Sorts before every turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """The turns that a conversation's prompt no longer holds, and a `summary` of those before `left_out_from`.

    The rest waits for the next summary, which is made `FROM_THE_BEGINNING` if this one can't be built on. It was
    `made_without` some deleted memories.
    """

    turns_before: UUID
    summary: str = ""
    left_out_from: UUID | None = None
    made_without: tuple[str, ...] = ()

    @property
    def left_out(self) -> bool:
        """Whether the summary lacks some of what was said; the prompt says so then."""
        return self.left_out_from is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Everything said under one frozen prompt; `revision` grows when what was stored of it changes.

    A private one has no `number`. It `recalls` memories that its prompt does not hold. Its model was told of the mode
    `capture`. The owner's instructions begin at the character `own_at`, the memories at `memories_at`.
    """

    id: UUID
    owner: Owner
    chat_id: int
    mode: ConversationMode = ConversationMode.KEPT
    number: int | None
    system_prompt: str
    own_at: int = 0
    memories_at: int = 0
    recalls: bool = False
    capture: CaptureMode = CaptureMode.ASK
    tools: tuple[ToolSpec, ...]
    revision: int
    last_message_at: datetime
    carried: CarriedTurns | None = None
    earlier: Earlier | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One or more user messages and what follows; `attempt` counts how often its answer was begun anew."""

    id: UUID
    conversation_id: UUID
    state: TurnState
    attempt: int


_PLACE: Final = attrgetter("category", "created_at", "id")


def order(memories: Iterable[Memory]) -> list[Memory]:
    """Return the memories in the one order they are ever shown in: category, creation, id."""
    return sorted(memories, key=_PLACE)
