"""Operations on memories by the model's tools, `/memory` and its buttons, and imports."""

from dataclasses import dataclass
from typing import TypeAlias

from hypothesis import strategies as st

from bot.values.changes import Addition
from bot.values.memories import MemoryCategory

WORDINGS = ("Alec is the boss", "ALEC  is the\nboss", "Alec has a dog", "Sarah likes tea", "Bo plays chess")
"""Few, so that they meet; the first two are one text."""
SUBJECTS = ("", "Alec", " alec ", "Tea")
CATEGORIES = ("person", "project")

# `which` counts back from the newest of all that there ever were, of both people.


@dataclass(frozen=True, slots=True)
class Add:
    """The model calls add_to_memory."""

    content: str
    category: str
    subject: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Update:
    """The model calls update_memory."""

    which: int
    content: str
    subject: str


@dataclass(frozen=True, slots=True)
class Forget:
    """The model calls forget_memory."""

    which: int


@dataclass(frozen=True, slots=True)
class Ask:
    """The user writes `/memory delete`, `restore`, `show`, `pin` or `unpin` with an id."""

    verb: str
    which: int


@dataclass(frozen=True, slots=True)
class Edit:
    """The user writes `/memory edit` with an id and a text."""

    which: int
    content: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The user presses the button of one of the receipts there ever were, counted over both people."""

    which: int


@dataclass(frozen=True, slots=True)
class List:
    """The user writes `/memory`."""


@dataclass(frozen=True, slots=True)
class Clear:
    """The user writes `/memory clear` with the phrase that says it is meant."""


@dataclass(frozen=True, slots=True)
class BringBack:
    """The user presses the button of one of the clearings there ever were, counted over both people."""

    which: int


@dataclass(frozen=True, slots=True)
class Import:
    """Whoever hosts the bot imports a file at once."""

    proposals: tuple[Addition, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """The user sends a file, and is asked whether it is to be imported."""

    proposals: tuple[Addition, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """The user says yes or no to one of the offers there ever were."""

    which: int
    yes: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The user takes back one of the imports there ever were, or what is only offered."""

    which: int


OfImports: TypeAlias = Import | Offer | Decide | TakeBack
OfMemories: TypeAlias = Add | Update | Forget | Ask | Edit | List | Clear
Operation: TypeAlias = OfMemories | Undo | BringBack | OfImports

WHICH = st.integers(min_value=0, max_value=5)
ADDS = st.builds(
    Add,
    content=st.sampled_from(WORDINGS),
    category=st.sampled_from(CATEGORIES),
    subject=st.sampled_from(SUBJECTS),
    is_new=st.booleans(),
)
UPDATES = st.builds(Update, WHICH, st.sampled_from(WORDINGS), st.sampled_from(SUBJECTS))
FORGETS = st.builds(Forget, WHICH)
CALLS: st.SearchStrategy[Operation] = st.one_of(ADDS, UPDATES, FORGETS)
PINS = st.builds(Ask, st.sampled_from(["pin", "unpin"]), WHICH)
ASKED = st.builds(Ask, st.sampled_from(["delete", "restore", "show"]), WHICH)
EDITS = st.builds(Edit, WHICH, st.sampled_from(WORDINGS))
FILES = st.lists(
    st.builds(
        Addition,
        category=st.sampled_from(CATEGORIES).map(MemoryCategory),
        subject=st.sampled_from([None, "Alec", "Tea"]),
        content=st.sampled_from(WORDINGS),
    ),
    min_size=1,
    max_size=4,
).map(tuple)
IMPORTS: st.SearchStrategy[Operation] = st.one_of(
    st.builds(Import, FILES),
    st.builds(Offer, FILES),
    st.builds(Decide, WHICH, st.booleans()),
    st.builds(TakeBack, WHICH),
)
OPERATIONS: st.SearchStrategy[Operation] = st.one_of(
    ADDS,
    UPDATES,
    ASKED,
    PINS,
    EDITS,
    FORGETS,
    st.builds(Undo, WHICH),
    st.sampled_from([List(), List(), Clear()]),
    st.builds(BringBack, WHICH),
    IMPORTS,
    IMPORTS,
)
