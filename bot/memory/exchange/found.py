"""What was found in a text: memories to be, and what can't be one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.memory.exchange.categories import guessed
from bot.memory.exchange.sentences import pieces
from bot.values import CONTENT_MAX, CONTENT_MIN, SUBJECT_MAX, Addition, MemoryCategory, clean, one_line

MOST_BYTES: Final = 1_000_000
"""The largest file that is read in the chat."""
MOST_MEMORIES: Final = 5_000
"""So many memories may be in it: they are kept until their owner has said whether to import them."""
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What could not be taken: its beginning on one line, and why."""

    text: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What is in a file, in its order; `shape` tells what it was read as."""

    shape: str
    proposals: tuple[Addition, ...]
    left_out: tuple[LeftOut, ...] = ()


Taken: TypeAlias = Addition | LeftOut


def found(shape: str, taken: Iterable[Taken]) -> Found:
    """Gather what was found."""
    every = tuple(taken)
    return Found(
        shape=shape,
        proposals=tuple(it for it in every if isinstance(it, Addition)),
        left_out=tuple(it for it in every if isinstance(it, LeftOut)),
    )


def taken(content: str, category: MemoryCategory | None = None, subject: str | None = None) -> Iterator[Taken]:
    """Make memories of a text: one, or where it is too long as many as its sentences fill; or say why it is none."""
    content = clean(content).strip()
    if len(content) < CONTENT_MIN:
        yield left_out(content, f"shorter than {CONTENT_MIN} characters")
        return
    about = (clean(subject).strip()[:SUBJECT_MAX].strip() or None) if subject else None
    for piece in pieces(content, CONTENT_MAX):
        if CONTENT_MIN <= len(piece) <= CONTENT_MAX:
            yield Addition(category=category or guessed(piece), subject=about, content=piece)
        else:
            too_long = f"longer than {CONTENT_MAX} characters without the end of a sentence"
            yield left_out(piece, too_long if len(piece) > CONTENT_MAX else f"shorter than {CONTENT_MIN} characters")


def left_out(text: str, why: str) -> LeftOut:
    """Name what can't be taken by its beginning."""
    line = one_line(clean(text))
    return LeftOut(line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1].rstrip()}…", why)
