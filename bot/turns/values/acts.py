"""Acts: what was done, what is offered or waits for its owner, and what undoes it; and the consent to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from bot.kit.capture_modes import WRITING, CaptureMode
from bot.kit.language import DEFAULT, language, speaking_to


class Risk(StrEnum):
    """What an act may do: only read, change Keepsake's own things, or act outside."""

    READS = "reads"
    WRITES = "writes"
    SENDS = "sends"


class ActState(StrEnum):
    """The state of an act.

    One that is OFFERED is nothing but a question; one that is WAITING is done once its owner presses a button. One that
    is ALLOWED is carried out next. It may be UNKNOWN whether one that was interrupted took effect.
    """

    OFFERED = "offered"
    WAITING = "waiting"
    ALLOWED = "allowed"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"
    DECLINED = "declined"
    EXPIRED = "expired"
    UNDONE = "undone"


ASKED = frozenset({ActState.OFFERED, ActState.WAITING})
"""States of what nobody has decided on."""


class Door(StrEnum):
    """How an act came: by a call of the model, a review, a command or its buttons, a program, or on the page."""

    CALL = "call"
    REVIEW = "review"
    COMMAND = "command"
    PROGRAM = "program"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done: its receipt, and what its `undo` takes (JSON).

    `tells` renders the receipt in the language spoken now, as one line of plain text with its sign. Without `undo` it
    can't be undone. It may have FAILED, or be UNKNOWN whether it was done. Offers that it `answers` need no button any
    more.
    """

    tells: Callable[[], str] = field(hash=False, compare=False)
    undo: Mapping[str, Any] | None = field(default=None, hash=False)
    state: ActState = ActState.DONE
    answers: Sequence["Act"] = field(default=(), hash=False)

    @property
    def words(self) -> str:
        """The receipt as its owner reads it."""
        return self.tells()

    @property
    def english(self) -> str:
        """The receipt as the model reads it; empty if its owner reads the same."""
        if language() == DEFAULT:
            return ""
        with speaking_to(DEFAULT):
            return self.tells()


@dataclass(frozen=True, slots=True)
class Done:
    """What was done outside of conversations: the family and the name of the act, and its deed."""

    family: str
    name: str
    deed: Deed


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something that did something, or may do it.

    Its `family` declares it by its `name`; its `arguments` are JSON. What came of it is told to its owner in `words`,
    in one line, and to the model in `english`, unless that is the same: then it is empty. What is not done yet tells
    what will happen. It comes from a turn and its call, unless that was erased, or `through` a program. Words of others
    may have led to an offer that is `untrusted`. Its tool, as it was then, is `allowed_as` this for good; empty if it
    can't be.
    """

    id: UUID
    conversation_id: UUID | None = None
    turn_id: UUID | None = None
    call_id: str = ""
    door: Door = Door.CALL
    through: str = ""
    family: str
    name: str
    arguments: str
    risk: Risk
    allowed_as: str = ""
    untrusted: bool = False
    state: ActState
    words: str = ""
    english: str = ""
    undo: Mapping[str, Any] | None = field(default=None, hash=False)
    created_at: datetime

    @property
    def for_model(self) -> str:
        """What it did in English."""
        return self.english or self.words

    @property
    def can_be_undone(self) -> bool:
        """Whether it was done and can be undone."""
        return self.state is ActState.DONE and self.undo is not None

    @property
    def is_question(self) -> bool:
        """Whether its turn's answer asks about it."""
        return self.state is ActState.OFFERED and self.turn_id is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """An act, and the first words of the message that led to it, on one line; empty if it comes from no turn."""

    act: Act
    first_words: str


class Consent(StrEnum):
    """What becomes of something that a model wants to do."""

    AT_ONCE = "at once"
    OFFERED = "offered"
    """The answer asks, with buttons below it."""
    WAITS = "waits"
    """A message of its own asks, with buttons."""
    REFUSED = "refused"


def consent(
    risk: Risk,
    mode: CaptureMode | None = None,
    *,
    is_tainted: bool,
    is_asked: bool = False,
    is_own_idea: bool = False,
    is_allowed: bool = False,
) -> Consent:
    """Return what becomes of something with a risk; a change of memories has the owner's `mode`.

    It `is_tainted` where words of others may have led to it, unless it `is_asked` for in the user's own. Of memories,
    one may be the model's `is_own_idea`. What acts outside, or only reads, may be `is_allowed` for good.
    """
    if mode is not None and mode not in WRITING:
        return Consent.REFUSED
    if risk is Risk.SENDS:  # nobody's words allow it anew where others' may have led to it
        return Consent.AT_ONCE if is_allowed and not is_tainted else Consent.WAITS
    if is_tainted and not is_asked:
        return Consent.AT_ONCE if is_allowed else Consent.WAITS
    return Consent.OFFERED if mode is CaptureMode.ASK and is_own_idea else Consent.AT_ONCE
