"""Requests about memories by `/memory …` or by a button. Pure.

A button's data is self-contained, so that it works at any age of its message: the memory, and the page and list it
was opened from, as `mem:show:<id>:<first id of the page>:<which list>`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum
from functools import partial
from typing import Annotated, ClassVar, Final, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError

from bot.kit.language import mark, number, t
from bot.kit.text import clean, one_line
from bot.memory.second_person import LIVING_VERBS
from bot.memory.store.pages import EVERY, Selection, Side, Which, category_named
from bot.memory.values import (
    CONTENT_MAX,
    CONTENT_MIN,
    SUBJECT_MAX,
    Addition,
    MemoryCategory,
    MemoryContent,
    MemorySubject,
    MemoryUpdate,
)
from bot.memory.wording import is_first_person, third_person
from bot.telegram.buttons import ButtonData, shortened
from bot.telegram.help import forms_of

MEMORY: Final = "mem"
"""Name of these buttons in their data."""

FORMS: Final[Mapping[str, str]] = {
    "/memory list": mark("all that I remember"),
    "/memory list <category or words>": mark("part of it; categories are person, preference, context and project"),
    "/memory search <words>": mark("the best matches, also by parts of words"),
    "/memory show <number>": mark("every version of a memory, and where I learned it"),
    "/memory add <text>": mark("remember something"),
    "/memory edit <number> <text>": mark("change a memory"),
    "/memory pin <number>": mark("mark a memory as important; /memory unpin removes the mark"),
    "/memory delete <number>": mark("forget a memory"),
    "/memory deleted": mark("what I have forgotten"),
    "/memory restore <number>": mark("bring a memory back"),
    "/memory stats": mark("how much I remember"),
    "/memory clear": mark("forget everything, after asking"),
    "/memory mode": mark("when I store something"),
    "/memory export": mark("all of them, as files"),
    "/memory open": mark("see and edit them in a browser"),
    "/memory import": mark("store the memories in a file or a list"),
}
"""The forms of `/memory`, and what each does."""
_NUMBERS: Final = mark(
    "A number is that of the list you saw last. The first 4 characters of a memory's id work as well."
)

ADD_EXAMPLE: Final = "/memory add person Anna: Anna lives in Munich"

_LEAST_ALIKE_CATEGORY: Final = 0.85
_LEAST_ALIKE: Final = 0.7
"""Least likeness of two words of which one is probably a typing error of the other."""
_SHOWN: Final = 40
"""UTF-16 units shown of what is not understood."""
_LONG_SUBJECT: Final = mark("A subject has at most {most} characters. This one has {length}.")
_OUT_OF_BOUNDS: Final = mark("A memory has {least} to {most} characters. This text has {length}.")
_THIRD_PERSON: Final = mark("I store this as a sentence about “the user”. For example:")
_REMEMBER: Final = re.compile(r"(?:remember )?that (?=(?:i|my|we|our)\b)", re.IGNORECASE)
_NO_NAMES: Final = {"everybody", "everyone", "he", "it", "nobody", "she", "somebody", "someone", "that", "this", "who"}
_TASTE: Final = re.compile(r"The user (?:\w+ly |always |never )?(?:dis)?(?:likes|loves|hates|prefers|enjoys|wants)\b")
_SUBJECT_AND_CONTENT: Final = re.compile(r"([^:]+):\s+(.+)", re.DOTALL)
_CONTENT: Final = TypeAdapter[str](MemoryContent)
_SUBJECT: Final = TypeAdapter[str](MemorySubject)
_ASKED: Final = re.compile(r"✏️ \[([A-Za-z0-9]{8})\]\n")
"""How a message begins that asks for a memory's new text; answers of a model never do."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

_Id: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
_IdOrNone: TypeAlias = Annotated[str, Field(pattern="^([A-Za-z0-9]{8})?$")]
_Selection: TypeAlias = Annotated[Selection, BeforeValidator(lambda code: Selection(code[1:], Which(code[:1])))]


class Act(StrEnum):
    """An action on a memory."""

    SHOW = "show"
    DELETE = "delete"
    RESTORE = "restore"
    PIN = "pin"
    UNPIN = "unpin"
    WHERE = "where"
    EDIT = "edit"
    """Ask for its new text."""


@dataclass(frozen=True, slots=True)
class Place(ButtonData):
    """Show a page of a list: next to a memory, or the first one if none is named."""

    NAME: ClassVar = MEMORY

    side: Side = Side.FROM
    memory_id: _IdOrNone = ""
    selection: _Selection = EVERY


@dataclass(frozen=True, slots=True)
class OfOne(ButtonData):
    """Act on one memory. A button knows its whole id, and the page it was opened from."""

    NAME: ClassVar = MEMORY

    act: Act
    memory_id: _Id
    first_id: _IdOrNone = ""
    selection: _Selection = EVERY

    @property
    def back(self) -> Place:
        """The page it was opened from."""
        return Place(Side.FROM, self.first_id, self.selection)


@dataclass(frozen=True, slots=True)
class UndoClearing(ButtonData):
    """Restore the memories of a clearing, identified by its time in microseconds since 1970."""

    NAME: ClassVar = MEMORY

    what: Literal["cleared"]
    microseconds: Annotated[int, Field(ge=0, lt=10**16)]

    @classmethod
    def of(cls, at: datetime) -> Self:
        """Return the request for the clearing at a time."""
        return cls("cleared", (at - _EPOCH) // _MICROSECOND)

    @property
    def at(self) -> datetime:
        """The clearing's time."""
        return _EPOCH + self.microseconds * _MICROSECOND


@dataclass(frozen=True, slots=True)
class OfVersion(ButtonData):
    """Go back `to` a version of a memory, show a page of all, or undo the command of a former release that led to one.

    The memory was opened from a page of a list, as far as that fits into the data.
    """

    NAME: ClassVar = MEMORY

    what: Literal["undo", "to", "page"]
    memory_id: _Id
    number: Annotated[int, Field(ge=1, lt=10**6)]
    first_id: _IdOrNone = ""
    selection: _Selection = EVERY

    @classmethod
    def opened_from(cls, back: Place, what: Literal["to", "page"], memory_id: str, number: int) -> Self:
        """Return the request about a memory that was opened from a page of a list."""
        whole = cls(what, memory_id, number, back.memory_id, back.selection)
        return whole if whole.fits else cls(what, memory_id, number)

    @property
    def back(self) -> Place:
        """The page that the memory was opened from."""
        return Place(Side.FROM, self.first_id, self.selection)


@dataclass(frozen=True, slots=True)
class Plain:
    """Act on all memories: show statistics, delete them if the phrase matches, set a mode, or open the page."""

    verb: Literal["stats", "clear", "mode", "open"]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Only answer: with what is wrong or missing, perhaps with an example of the right form."""

    text: str
    example: str = ""


Pressed: TypeAlias = Place | OfOne | UndoClearing | OfVersion
Request: TypeAlias = Place | OfOne | Addition | MemoryUpdate | Plain | Say
"""A request; a typed id may be a prefix, or a number of the list that was shown last."""


def parse(words: str) -> Request:
    """Parse the words after `/memory`; the text of a memory stays unchanged."""
    verb, rest = _split(clean(words))
    verb = verb.casefold()
    read = _READ.get(verb)
    return (read(rest) if read else None) or _form(verb, words)


def _form(verb: str, words: str) -> Say:
    """Return the right form of a request that is incomplete, or the one that was probably meant."""
    if verb in _LACKING:
        lacking, example = _LACKING[verb]
        return Say(f"{t(lacking)}\n", example)
    said = f"/memory {shortened(words, _SHOWN)}"
    if near := get_close_matches(verb, _VERBS, 1, _LEAST_ALIKE):
        return Say(t("I don't know “{command}”. Did you mean:", command=said) + "\n", f"/memory {near[0]}")
    search = f"/memory search {one_line(words)}"
    return Say(t("I don't know “{command}”. To search your memories:", command=said) + "\n", search)


def usage() -> str:
    """Return all forms, in the current language."""
    return "\n".join([*forms_of(FORMS), "", t(_NUMBERS)])


def read_button(data: str) -> Pressed | None:
    """Parse a button's data after its name; None if it is invalid."""
    return Place.read(data) or OfOne.read(data) or UndoClearing.read(data) or OfVersion.read(data)


def searched_for(request: Request | Pressed | None) -> str:
    """Return a request's search words; empty if it has none."""
    match request:
        case Place(selection=Selection(words, Which.BEST)):
            return words
        case _:
            return ""


def fits_buttons(selection: Selection) -> bool:
    """Tell whether a selection fits into a button's data."""
    return OfOne(Act.RESTORE, "x" * 8, "x" * 8, selection).fits


def edit_asked_for(asked: str, reply: str) -> str:
    """Return the words after `/memory` that a reply stands for; empty if its message doesn't ask for a new text."""
    found = _ASKED.match(asked)
    return " ".join(["edit", found[1], reply]) if found and reply else ""


def _of_one(act: Act, rest: str) -> OfOne | None:
    memory_id = _id(one_line(rest))
    return OfOne(act, memory_id) if memory_id else None


def _edit(rest: str) -> MemoryUpdate | Say | None:
    memory_id, content = _split(rest)
    content = _about_user(content)
    if is_first_person(content):
        return _in_third_person(f"/memory edit {memory_id}")
    try:
        return MemoryUpdate(memory_id=_id(memory_id), content=_CONTENT.validate_python(content))
    except ValidationError:
        return _out_of_bounds(content) if content else None


def _add(rest: str) -> Addition | Say | None:
    name, text = _split(rest)
    category = category_named(name)
    if not (text if category else name):
        return None
    if category is None and get_close_matches(name, list(MemoryCategory), 1, _LEAST_ALIKE_CATEGORY):
        categories = t("Choose a category: {categories}. For example:", categories=", ".join(MemoryCategory))
        return Say(f"{categories}\n", ADD_EXAMPLE)
    parts = _SUBJECT_AND_CONTENT.fullmatch(text) if category else None
    subject, content = (parts[1].strip(), parts[2].strip()) if parts else ("", text if category else rest)
    content = _about_user(content)
    if is_first_person(content):
        return _in_third_person(f"/memory add {category}" if category else "/memory add")
    if category is None:
        category, subject = _category_and_subject(content)
    if len(subject) > SUBJECT_MAX:
        return Say(t(_LONG_SUBJECT, most=number(SUBJECT_MAX), length=number(len(subject))))
    try:
        return Addition(
            content=_CONTENT.validate_python(content),
            category=category,
            subject=_SUBJECT.validate_python(subject),
            is_new=True,
        )
    except ValidationError:
        return _out_of_bounds(content)


def _about_user(content: str) -> str:
    """Return a text about the user in the third person, where that is certain, and in the first with a capital."""
    plain = _REMEMBER.sub("", content)
    capital = plain[:1].upper() + plain[1:]
    return third_person(plain) or (capital if is_first_person(capital) else content)


def _category_and_subject(content: str) -> tuple[MemoryCategory, str]:
    """Return the category and the subject that a text has by its first words."""
    first, verb = [*content.split()[:2], ""][:2]
    if verb in LIVING_VERBS and first.isalpha() and first.istitle() and first.casefold() not in _NO_NAMES:
        return MemoryCategory.PERSON, first
    is_taste = _TASTE.match(content) is not None
    return MemoryCategory.PREFERENCE if is_taste else MemoryCategory.CONTEXT, ""


def _in_third_person(command: str) -> Say:
    return Say(f"{t(_THIRD_PERSON)}\n", f"{command} The user likes tea")


def _out_of_bounds(text: str) -> Say:
    return Say(t(_OUT_OF_BOUNDS, least=number(CONTENT_MIN), most=number(CONTENT_MAX), length=number(len(text))))


def _split(text: str) -> tuple[str, str]:
    """Return the first word of a text, and the rest."""
    first, rest = [*text.strip().split(None, 1), "", ""][:2]
    return first, rest


def _id(text: str) -> str:
    """Return an id, its prefix or a number without what may be copied along."""
    return text.strip("[]#.").removeprefix("id:")


def _listed(which: Which, rest: str) -> Place:
    return Place(selection=Selection(one_line(rest), which))


_ACTS: Final = [act for act in Act if act not in {Act.WHERE, Act.EDIT}]
_READ: Final[Mapping[str, Callable[[str], Request | None]]] = {
    "": lambda _: Place(),
    "list": partial(_listed, Which.LIVE),
    "search": lambda rest: _listed(Which.BEST, rest) if rest else None,
    "deleted": partial(_listed, Which.DELETED),
    **{act.value: partial(_of_one, act) for act in _ACTS},
    "edit": _edit,
    "add": _add,
    "help": lambda _: Say(usage()),
    "stats": lambda _: Plain("stats"),
    "open": lambda _: Plain("open"),
    "clear": lambda rest: Plain("clear", one_line(rest)),
    "mode": lambda rest: Plain("mode", one_line(rest).casefold()),
}
_WHICH: Final = mark("Which memory? Give its number in the last list, for example:")
_LACKING: Final[Mapping[str, tuple[str, str]]] = {
    "search": (mark("What should I look for? For example:"), "/memory search Anna"),
    **{act.value: (_WHICH, f"/memory {act} 1") for act in _ACTS},
    "restore": (
        mark("Which memory? Give its number in the list of /memory deleted, for example:"),
        "/memory restore 1",
    ),
    "edit": (
        mark("Which memory, and what should it say? For example:"),
        "/memory edit 1 The user's sister Anna lives in Berlin",
    ),
    "add": (mark("What should I remember? For example:"), ADD_EXAMPLE),
}
"""What lacks in a request with this verb, and an example."""
_VERBS: Final = sorted({*_READ, *_LACKING, "import", "export", "help"} - {""})
