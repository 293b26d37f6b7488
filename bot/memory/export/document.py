"""An export as a whole, and reading one.

Times are in UTC. Ids are those in the database.
"""

from collections.abc import Iterable, Iterator
from datetime import time
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    Field,
    ValidationError,
)

from bot.errors import StartError
from bot.memory.export.conversations import Conversation, Request, Turn
from bot.memory.export.fields import Count, Moment, Part, TelegramId, known_zone, storable
from bot.memory.export.kept import Memory, Note, Reminder, ToolChoice
from bot.values.memories import (
    CaptureMode,
)
from bot.values.preferences import INSTRUCTIONS_MAX, Effort, VoiceMode

FORMAT: Final = "keepsake-export"
VERSION: Final = 2
"""Version 1 had other names: a message's `kind` and `others_words`, and a memory's `wordings`."""
_MISTAKES_SHOWN: Final = 5
_IN_OUR_WORDS: Final = {"unexpected_keyword_argument": "Extra inputs are not permitted"}
"""Pydantic's messages that make no sense for a file, by their type."""

Setting: TypeAlias = Annotated[str, Field(max_length=INSTRUCTIONS_MAX), AfterValidator(storable)]
"""A setting of the user's own."""


class Head(Part):
    """The owner of an export, and its time."""

    format: Literal["keepsake-export"]
    version: Literal[1, 2]
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
    notes: tuple[Note, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    tools: tuple[ToolChoice, ...] = ()
    conversations: tuple[Conversation, ...]
    usage: tuple[Request, ...]

    @property
    def turns(self) -> Iterator[Turn]:
        """All turns of all conversations."""
        return (turn for conversation in self.conversations for turn in conversation.turns)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of an export."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Export.model_json_schema()}


def read(file: Path) -> Export:
    """Read a file written by `/export` or `python -m bot export`. Raises StartError with the mistakes in it.

    The database checks whether the parts fit together.
    """
    try:
        return Export.model_validate_json(file.read_bytes())
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
