"""An export as a whole: its head, what its owner keeps, and what was said; and reading one.

Times are in UTC. Ids are those in the database.
"""

from collections.abc import Iterable, Iterator
from datetime import time
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import AfterValidator, AliasChoices, Field, ValidationError, create_model

from bot.features.data.export.conversations import Act, Conversation, Request, Turn
from bot.kit.capture_modes import CaptureMode
from bot.kit.errors import StartError
from bot.kit.exports import Count, Moment, Ordinal, Part, ShortId, TelegramId, Words, known_zone, numbered, storable
from bot.memory.values import CONTENT_MAX, CONTENT_MIN, IMPORTANCE_MAX, SUBJECT_MAX, MemoryCategory
from bot.model.values import Effort
from bot.turns.store.exports import Section
from bot.turns.values.origins import Origin, Source
from bot.turns.values.people import INSTRUCTIONS_MAX, VoiceMode

FORMAT: Final = "keepsake-export"
VERSION: Final = 3
"""Version 1 had other names: a message's `kind` and `others_words`, and a memory's `wordings`.

Version 2 had a turn's `activities`, and changes of memories in the messages.
"""
_MISTAKES_SHOWN: Final = 5
_IN_OUR_WORDS: Final = {"unexpected_keyword_argument": "Extra inputs are not permitted"}
"""Pydantic's messages that make no sense for a file, by their type."""

Setting: TypeAlias = Annotated[str, Field(max_length=INSTRUCTIONS_MAX), AfterValidator(storable)]
"""A setting of the user's own."""


class MemoryVersion(Part):
    """One version of a memory; numbers begin at 1 and have no gaps."""

    id: UUID
    number: Annotated[Ordinal, Field(validation_alias=AliasChoices("number", "version_number"))]
    content: Annotated[str, Field(min_length=CONTENT_MIN, max_length=CONTENT_MAX), AfterValidator(storable)]
    created_at: Moment
    source: Source | None
    """Where it was learned; None if in no conversation, or in one that was erased."""
    origin: Origin = Origin.CONVERSATION
    """How the version was made."""
    through: Annotated[str, Field(max_length=64), AfterValidator(storable)] | None = None
    """The program that it came through, if it did."""
    untrusted: bool | None = None
    """Whether its text, or the memory's subject then, may be anybody's; None, in earlier exports: by its origin."""


class Memory(Part):
    """A memory with all its versions."""

    id: ShortId
    category: MemoryCategory
    subject: Annotated[str, Field(max_length=SUBJECT_MAX), AfterValidator(storable)] | None
    created_at: Moment
    deleted_at: Moment | None
    """Time of deletion; None for a live memory."""
    pinned: bool = False
    importance: Annotated[float, Field(ge=-IMPORTANCE_MAX, lt=IMPORTANCE_MAX)] | None = None
    """Its importance relative to others; None: derived from its last version."""
    versions: Annotated[
        tuple[MemoryVersion, ...],
        Field(min_length=1, validation_alias=AliasChoices("versions", "wordings")),
        AfterValidator(numbered),
    ]
    """All versions, oldest first; the last one is current."""


class ToolChoice(Part):
    """What the user has chosen about a tool or a family of tools, and when they last used it."""

    name: Words
    is_pinned: bool = False
    """Whether each conversation has this family."""
    is_off: bool = False
    """Whether no conversation has this family."""
    is_allowed: bool = False
    """Whether this tool acts without asking first."""
    used_at: Moment | None = None


class Head(Part):
    """The owner of an export, and its time."""

    format: Literal["keepsake-export"]
    version: Literal[1, 2, 3]
    exported_at: Moment
    bot_id: TelegramId
    user_id: TelegramId
    numbered_conversations: Count
    """Highest conversation number so far, including erased ones."""
    warned_at: Moment | None
    """Time of the last warning that most of the month's tokens are used."""
    capture: CaptureMode | None = None
    """The memory mode, if the user has set one."""
    voice: VoiceMode | None = None
    """Which answers are spoken, if the user has set it."""
    quiet_from: time | None = None
    """The beginning of the hours in which nothing but reminders comes unasked, if the user has set any."""
    quiet_to: time | None = None
    language: Setting | None = None
    """The code of the language that the user has chosen for what Keepsake says, if any."""
    model: Setting | None = None
    """The model that answers, if the user has chosen one."""
    model_tokens: Annotated[int, Field(ge=1)] | None = None
    """The context length of that model in tokens, if known."""
    effort: Effort | None = None
    """How long it thinks before it answers, if the user has set it."""
    instructions: Setting | None = None
    """The user's own instructions."""
    timezone: Annotated[Setting, AfterValidator(known_zone)] | None = None
    """The user's time zone, if it is not that of whoever hosts the bot."""
    is_reviewed: bool | None = None
    """Whether ended conversations are reviewed, if the user has set it."""
    monthly_tokens: Annotated[int, Field(ge=1)] | None = None
    """Most tokens of a month, if the user has set a limit."""
    is_rich: bool | None = Field(None, exclude=True)
    """In exports of early releases only, as is the next one."""
    streaming: str | None = Field(None, exclude=True)
    checklist: Setting | None = None
    """What is ticked of the first checklist; null if it was not shown."""


class Export(Head):
    """All data of a user of a bot, except private conversations."""

    memories: tuple[Memory, ...]
    tools: tuple[ToolChoice, ...] = ()
    acts: tuple[Act, ...] = ()
    conversations: tuple[Conversation, ...]
    usage: tuple[Request, ...]

    @property
    def turns(self) -> Iterator[Turn]:
        """All turns of all conversations."""
        return (turn for conversation in self.conversations for turn in conversation.turns)


def with_sections(sections: Iterable[Section[Any]]) -> type[Export]:
    """Return an export with these sections, too."""
    its: dict[str, Any] = {section.name: (tuple[section.part, ...], ()) for section in sections}  # type: ignore[name-defined]
    return create_model("Export", __base__=Export, __doc__=Export.__doc__, **its)


def schema(sections: Iterable[Section[Any]]) -> dict[str, Any]:
    """Return the JSON Schema of an export."""
    its = with_sections(sections).model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **its}


def read(file: Path, sections: Iterable[Section[Any]]) -> Export:
    """Read a file written by `/export` or `python -m bot export`. Raises StartError with the mistakes in it.

    The database checks whether the parts fit together.
    """
    try:
        return with_sections(sections).model_validate_json(file.read_bytes())
    except OSError as error:
        raise StartError(f"{file} can't be read ({error.strerror}).") from None
    except ValidationError as error:
        raise StartError(f"{file} {_objection(error)}\nNothing was changed.") from None


def _objection(error: ValidationError) -> str:
    errors = error.errors(include_url=False, include_input=False)
    mistakes = {_place(it["loc"]): _IN_OUR_WORDS.get(it["type"], it["msg"]) for it in errors}
    if "" in mistakes or "format" in mistakes:
        return "isn't a Keepsake export, or it is incomplete or damaged."
    if "version" in mistakes:
        return f"was made by another version of Keepsake. This one reads exports up to version {VERSION}."
    shown = [f"- {place}: {mistake}" for place, mistake in mistakes.items()][:_MISTAKES_SHOWN]
    more = [f"and {len(mistakes) - _MISTAKES_SHOWN} more"] if len(mistakes) > _MISTAKES_SHOWN else []
    return "\n".join(["can't be imported, because it was changed or damaged:", *shown, *more])


def _place(steps: Iterable[int | str]) -> str:
    """Return the path of a mistake, such as conversations[3].turns[0].state; empty for the whole file."""
    return "".join(f"[{it}]" if isinstance(it, int) else f".{it}" for it in steps).removeprefix(".")
