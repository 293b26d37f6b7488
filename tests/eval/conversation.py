"""A scripted conversation, and what may come of it; read from the files in `conversations`."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.memory.values import MemoryCategory

FOLDER: Final = Path(__file__).parent / "conversations"
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\u0600-\u06ff\u0900-\u097f]")
"""Scripts in which a word can follow another, or a prefix, without a space."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Forward(_Strict):
    """The user forwards somebody's text, perhaps with a comment, which Telegram sends first."""

    forward: str
    by: str
    comment: str = ""


class Quote(_Strict):
    """The user quotes somebody's text of another chat, and says something about it."""

    quote: str
    by: str
    says: str


class File(_Strict):
    """The user sends a text file, perhaps with a caption."""

    file: str
    text: str
    says: str = ""


class Press(_Strict):
    """The user presses all buttons of a kind below the last answers; without any, nothing happens."""

    press: Literal["Remember", "Change", "Forget", "No", "Undo"]


Step: TypeAlias = str | Forward | Quote | File | Press


@cache
def _occurs(word: str) -> re.Pattern[str]:
    """Return the pattern of a word's alternatives, each at the beginning of a word."""
    alternatives = (re.escape(it) if _UNSPACED.search(it) else rf"(?<!\w){re.escape(it)}" for it in word.split("|"))
    return re.compile("|".join(alternatives), re.IGNORECASE)


class Words(_Strict):
    """Words that a text must hold: each one, or one of its alternatives, begins a word; one after `!` doesn't occur."""

    words: Annotated[tuple[str, ...], Field(min_length=1)]

    def are_in(self, text: str) -> bool:
        """Tell whether a text holds the words."""
        return all(
            bool(_occurs(word.removeprefix("!")).search(text)) is not word.startswith("!") for word in self.words
        )


class Wanted(Words):
    """A memory that must be stored in the end, one for each of these."""

    category: Annotated[tuple[MemoryCategory, ...], Field(min_length=1)] = tuple(MemoryCategory)
    """The fitting categories."""
    asked: bool | None = None
    """Whether the user must be asked first, or must not be."""
    was: tuple[str, ...] = ()
    """Words of the version that this one must replace, as an update of the same memory."""


class Known(_Strict):
    """A memory from before."""

    content: str
    category: MemoryCategory = MemoryCategory.CONTEXT
    subject: str = ""


class Conversation(_Strict):
    """What one user does in a chat of their own, and what must and may come of it; anything else is too much."""

    name: str
    known: tuple[Known, ...] = ()
    """Memories at the beginning; those that no expectation is about must stay as they are."""
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    must: tuple[Wanted, ...] = ()
    may: tuple[Words, ...] = ()
    """May be stored, or offered, or neither."""
    offered: tuple[Words, ...] = ()
    """Must be offered, and is not stored in the end."""
    gone: tuple[Words, ...] = ()
    """Must be forgotten."""
    never: tuple[Words, ...] = ()
    """Must not be stored at any time, nor offered."""


class Group(_Strict):
    """The conversations of a file."""

    about: str
    conversation: tuple[Conversation, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A conversation of a group."""

    group: str
    conversation: Conversation


def cases(folder: Path = FOLDER) -> Sequence[Case]:
    """Read all conversations, file by file. Raises ValueError, with the file's name, for one that is wrong."""
    return [case for path in sorted(folder.glob("*.toml")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    try:
        content: Mapping[str, object] = tomllib.loads(path.read_text())
        group = Group.model_validate(content)
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    for conversation in group.conversation:
        yield Case(path.stem.partition("_")[2].replace("_", " "), conversation)
