"""The parts of an export that were said and done: conversations, their turns and messages, and what they cost."""

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AliasChoices, Field

from bot.kit.capture_modes import CaptureMode
from bot.kit.exports import Count, Moment, Ordinal, Part, Seconds, ShortId, Small, TelegramId, Words
from bot.memory.values import ChangeKind
from bot.model.values import Refusal, ToolCall
from bot.turns.values.acts import ActState, Door, Risk
from bot.turns.values.attachments import AttachmentKind
from bot.turns.values.conversations import CarriedTurns
from bot.turns.values.incoming import Speaker
from bot.turns.values.turns import TurnState, UsagePurpose


class Change(Part):
    """A call's change of a memory, in exports of early releases: its version and subject afterwards, and before."""

    kind: ChangeKind
    memory_id: ShortId
    version: Ordinal
    subject: Words | None
    former_version: Ordinal
    former_subject: Words | None
    content: Words = ""
    """The memory's text after the change; empty in exports of early releases."""
    former_content: Words = ""
    undone: bool = False
    """Whether the user has undone it."""


class Quote(Part):
    """The text that a message quotes, or the beginning of the message that it replies to."""

    text: Words
    speaker: Speaker
    name: Words
    """The speaker's name, unless it is the user or Keepsake."""
    message_id: TelegramId | None
    """Id of the quoted Telegram message in the same chat."""
    whole: bool = False
    """Whether the message replies to the whole of it."""
    turn_id: UUID | None = None
    """The quoted message's turn, if it is stored."""


class Held(Part):
    """What somebody else wrote, whose it is, and the name that they gave it."""

    text: Words
    whose: Words
    name: Words = ""
    about: Words = ""


class Attribution(Part):
    """The parts of a message that are not the user's own words."""

    forwarded_from: Words | None
    """Author of a forwarded message, empty if unknown; None if it was not forwarded."""
    quote: Quote | None
    held: tuple[Held, ...] = ()
    """What it holds besides, such as a contact, or the address behind a link."""
    said_by: object | None = Field(None, exclude=True)
    """In exports of early releases only."""


class Picture(Part):
    """A picture as the model is sent it, with its width and height in pixels."""

    key: Words
    """SHA-256 of the file, which is in backups, not in an export."""
    media_type: Words
    width: Ordinal
    height: Ordinal
    size: Count
    """Its size in bytes."""


class DocumentPart(Part):
    """A part of a document as text, such as a page."""

    label: Words
    text: Words


class Attachment(Part):
    """A file that a message came with, as Telegram describes it, and what became of it."""

    id: UUID
    place: Small
    """Its place in the message."""
    kind: AttachmentKind
    what: Words
    """What people call it, such as "photo"."""
    media_type: Words
    name: Words
    size: Count | None
    """Its size in bytes."""
    seconds: Count | None
    """Its duration."""
    file_id: Words
    """Telegram's id for the bot, by which it can be downloaded again."""
    unique_id: Words
    is_ready: bool
    key: Words | None
    """SHA-256 of the file as it was stored, which is in backups, not in an export."""
    stored_type: Words | None
    width: Ordinal | None
    height: Ordinal | None
    stored_size: Count | None
    text: Words
    """A transcript, or what a picture shows, in words."""
    problem: Words
    """Why it couldn't be used; empty if it could."""
    parts: tuple[DocumentPart, ...] = ()
    """The text of a document, in order."""
    created_at: Moment


class Message(Part):
    """A message of a turn, exactly as it is sent to the model."""

    position: Ordinal
    role: Annotated[Literal["user", "assistant", "tool"], Field(validation_alias=AliasChoices("role", "kind"))]
    content: Words
    """The text; a user's has the time above it, a tool's is the result of a call."""
    note: Words
    """A note to the model with the user's message."""
    tool_calls: Annotated[tuple[ToolCall, ...], Field(min_length=1)] | None
    call_id: Words | None
    """Id of the call that this is the result of."""
    receipt: Words | None = Field(None, exclude=True)
    """The line that the chat showed about a memory change, in exports of early releases only."""
    change: Change | None = Field(None, exclude=True)
    """The memory change, in exports of early releases only."""
    superseded: bool
    """Whether a later answer has replaced it; it is no longer sent to the model."""
    untrusted: Annotated[bool, Field(validation_alias=AliasChoices("untrusted", "others_words"))] = False
    """Whether it holds text that neither the user nor the assistant wrote, marked in `content`."""
    is_cut: bool = False
    """Whether the answer reached the model's length limit before its end."""
    sent_at: Moment | None = None
    """Time the user sent it; None for other messages, and in exports of early releases."""
    text: Words | None = None
    """The user's text without the time and marks; None in exports of early releases."""
    source: Attribution | None = None
    """The origin of the parts that are not the user's own words."""
    from_keepsake: bool = False
    """Whether Keepsake itself wrote it, to begin a turn; its role is the user's then, but not its words."""
    refusal: Refusal | None = None
    """Reason for which a memory call was refused; the same call is accepted next time."""
    reaction: Words | None = None
    """The emoji that the call put below the user's message."""
    pictures: tuple[Picture, ...] | None = None
    """Pictures that the model is sent with the message."""
    seen: Words = ""
    """What these pictures showed, in the model's words, once they are no longer sent."""
    files: Small = 0
    """Number of files that the message came with."""
    pending: bool = False
    """Whether these files are not ready; the content is not complete then."""
    attachments: tuple[Attachment, ...] = ()
    """These files, unless they were deleted since."""
    created_at: Moment

    @property
    def words(self) -> str:
        """The text, without the time above a user's message."""
        return self.content.partition("\n")[2] if self.role == "user" else self.content


class Received(Part):
    """A Telegram message that became part of a turn."""

    update_id: TelegramId
    message_id: TelegramId | None
    received_at: Moment


class Sent(Part):
    """A Telegram message that shows a part of a turn's answer; parts are counted from 0."""

    attempt: Ordinal
    part: Annotated[int, Field(ge=0, lt=2**31)]
    message_id: TelegramId
    sent_at: Moment | None


class Act(Part):
    """What was done or offered, or was to be done once its user allowed it; in a turn, or outside of any."""

    id: UUID
    call_id: Words = ""
    """The call that it comes from; empty if it was offered."""
    door: Door = Door.CALL
    through: Words = ""
    family: Words
    """The family of its tool."""
    name: Words
    arguments: Words
    """The arguments as the model wrote them, or what was offered."""
    risk: Risk
    allowed_as: Words = ""
    """The tool as it can be allowed for good; empty if it can't be."""
    untrusted: bool = False
    """Whether words of others may have led to it, if it was offered."""
    state: ActState
    """Its state; what was allowed but not done is imported as declined, what was still running as unknown."""
    words: Words
    """What it did, or was to do, as its user was shown it."""
    english: Words = ""
    """The same as the model was told it; empty if it was shown in English."""
    undo: dict[str, Any] | None = None
    """What undoing it takes; None if it can't be undone."""
    offer_id: UUID | None = None
    """What was offered together has the same."""
    replaced_by: UUID | None = None
    """The act that took the place of one that was offered."""
    created_at: Moment
    expires_at: Moment | None = None
    """How long it waits for its user."""


class Turn(Part):
    """One or more user messages and what follows, up to the reply that answers them together."""

    id: UUID
    """UUID version 7 (RFC 9562), which sorts by time."""
    state: TurnState
    """Its state; a turn still running at the export is imported as failed, and can be retried."""
    attempt: Ordinal
    created_at: Moment
    ended_at: Moment | None
    reasoning: Words | None = None
    """What the model thought before it answered, or the end of that."""
    messages: tuple[Message, ...]
    acts: Annotated[tuple[Act, ...], Field(validation_alias=AliasChoices("acts", "activities"))] = ()
    received: tuple[Received, ...]
    sent: tuple[Sent, ...]


class Known(Part):
    """A memory version that a conversation's model knows."""

    id: ShortId
    version: Ordinal
    line: Count | None
    """Its line in the prompt, counted from 0; None if it became known later."""


class ToolSpec(Part):
    """A tool as described to the model; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: dict[str, Any]


class Conversation(Part):
    """Everything said under one frozen prompt."""

    id: UUID
    number: Annotated[int, Field(ge=1, lt=2**63)]
    """Its number, as in `/resume 2`."""
    system_prompt: Words
    tools: tuple[ToolSpec, ...]
    pending_notes: tuple[Words, ...]
    """Notes for the model with the next message."""
    capture: CaptureMode = CaptureMode.ASK
    """The memory mode that the model knows of."""
    recalls: bool = False
    """Whether memories are recalled for each message, because not all are in the prompt."""
    recalled: tuple[ShortId, ...] = ()
    """Recalled memories, in exports of early releases only."""
    own_at: Count | None = None
    """Character of the prompt where the owner's instructions begin; None in exports of early releases."""
    memories_at: Count | None = None
    """Character of the prompt where the memories begin; None in exports of early releases."""
    memories: tuple[Known, ...] | None = None
    """Memories that the model knows; None in exports of early releases."""
    pending_memories: tuple[Known, ...] = ()
    """Memories named in the pending notes."""
    revision: Annotated[int, Field(ge=0, lt=2**31)]
    """Number of changes to its stored content."""
    started_at: Moment
    last_message_at: Moment
    ended_at: Moment | None
    carried: CarriedTurns | None
    carries_untrusted: bool = False
    """Whether its prompt or its carried turns hold untrusted text."""
    offers_untrusted: bool = False
    """Whether it was offered tools that servers describe."""
    history_from: UUID | None
    """The first turn still in the prompt; None if all are."""
    history_moved_at: Moment | None
    summary: Words
    """The summary of the turns before `history_from`."""
    left_out: bool
    """Whether the summary lacks some of these turns."""
    left_out_from: UUID | None = None
    """The first turn the summary lacks; None with `left_out`: it lacks all of them."""
    summary_without: tuple[ShortId, ...] = ()
    """Deleted memories that the summary was made without."""
    pictures_from: UUID | None = None
    """The first turn whose pictures are still in the prompt; None if all are."""
    turns: tuple[Turn, ...]


class Request(Part):
    """The usage of a model request; cached and written tokens are part of the input."""

    turn_id: UUID | None
    purpose: UsagePurpose
    model: Words
    input_tokens: Count
    cached_tokens: Count
    written_tokens: Count
    output_tokens: Count
    is_estimated: bool = False
    """Whether the tokens are estimated, because the model's server didn't count them."""
    first_token_seconds: Seconds | None
    seconds: Seconds | None
    created_at: Moment
