"""Rich messages as data (Bot API, InputRichMessage): their blocks, limits and words. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias
from unicodedata import bidirectional

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
Block: TypeAlias = Mapping[str, Json]
"""An InputRichBlock, as in `{"type": "paragraph", "text": "Hello"}`."""
Blocks: TypeAlias = Sequence[Block]

MOST_CHARACTERS: Final = 32_768
MOST_BLOCKS: Final = 500
"""Most blocks of a message, with nested ones, the items of lists and the rows of tables."""
DEEPEST: Final = 16
"""Most levels of nested blocks and formatting."""
MOST_COLUMNS: Final = 20
"""Most columns of a table."""

FOOTER: Final = "footer"
"""Type of the block in which Keepsake's own lines stand below an answer."""
_TEXTS: Final = ("summary", "text", "expression", "alternative_text", "caption", "credit")
_NESTED: Final = ("blocks", "items", "cells", "buttons", "button")


def button(label: str, data: str, *, style: str = "") -> Block:
    """Return a button inside a message (Bot API, RichMessageButton)."""
    return {"text": label, "callback_data": data, **({"style": style} if style else {})}


def words(value: Json) -> Iterator[str]:
    """Yield the texts of blocks, an item of a list, or a RichText, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name in (*_TEXTS, *_NESTED):
            yield from words(value.get(name))
    elif isinstance(value, Sequence):
        for part in value:
            yield from words(part)


def plain(value: Json) -> str:
    """Return what blocks say, a line for each paragraph, item and row, without rows of buttons."""
    return "\n".join(_lines(value))


def _lines(value: Json) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _lines_of(value)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from _lines(part)


def _lines_of(block: Block) -> Iterator[str]:
    """Yield the lines of a block, or of an item of a list."""
    if block.get("type") == "buttons":
        return
    for name in ("summary", "text", "expression"):
        if line := "".join(words(block.get(name))):
            yield line
    cells = block.get("cells")
    for row in cells if isinstance(cells, Sequence) else ():
        several = row if isinstance(row, Sequence) else ()
        yield " | ".join("".join(words(cell)) for cell in several)
    if block.get("has_checkbox"):
        first, *rest = [*_lines(block.get("blocks")), ""]
        yield f"{'☑' if block.get('is_checked') else '☐'} {first}"
        yield from filter(None, rest)
    else:
        yield from _lines([block.get("blocks"), block.get("items")])


def ticked(blocks: Blocks, done: Mapping[str, bool]) -> Blocks:
    """Return blocks whose task lists have the boxes that items are to have, by what these say."""
    return [{name: _ticked(value, done) for name, value in block.items()} for block in blocks]


def _ticked(value: Json, done: Mapping[str, bool]) -> Json:
    if isinstance(value, Mapping):
        changed = {name: _ticked(it, done) for name, it in value.items()}
        text = next(_lines(value.get("blocks")), "") if value.get("has_checkbox") else ""
        if text in done:
            changed = {name: it for name, it in changed.items() if name != "is_checked"}
            changed |= {"is_checked": True} if done[text] else {}
        return changed
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_ticked(it, done) for it in value]
    return value


@dataclass(frozen=True, slots=True)
class Size:
    """What is limited in a message: UTF-16 units, of which there are as many as characters or more, and so on.

    Blocks count with nested ones, the items of lists and the rows of tables; `columns` are those of the widest table.
    """

    units: int = 0
    blocks: int = 0
    levels: int = 0
    columns: int = 0

    def __add__(self, other: "Size") -> "Size":
        """Return the size of both in one message."""
        return Size(
            self.units + other.units,
            self.blocks + other.blocks,
            max(self.levels, other.levels),
            max(self.columns, other.columns),
        )

    @property
    def fits(self) -> bool:
        """Whether Telegram takes it."""
        return (
            self.units <= MOST_CHARACTERS
            and self.blocks <= MOST_BLOCKS
            and self.levels <= DEEPEST
            and self.columns <= MOST_COLUMNS
        )


def size_of(blocks: Blocks) -> Size:
    """Return the size of a message with some blocks."""
    text = "".join(words(blocks))
    return Size(len(text.encode("utf-16-le", "surrogatepass")) // 2, _count(blocks), _levels(blocks), _columns(blocks))


def _count(value: Json) -> int:
    if isinstance(value, Mapping):
        cells = value.get("cells")
        rows = len(cells) if isinstance(cells, Sequence) else 0
        return 1 + rows + _count(value.get("blocks")) + _count(value.get("items"))
    return sum(map(_count, value)) if isinstance(value, Sequence) and not isinstance(value, str) else 0


def _levels(value: Json) -> int:
    if isinstance(value, Mapping):
        return 1 + max(map(_levels, value.values()), default=0)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return max(map(_levels, value), default=0)
    return 0


def _columns(value: Json) -> int:
    if isinstance(value, Mapping):
        cells = value.get("cells")
        widths = [len(row) for row in cells if isinstance(row, Sequence)] if isinstance(cells, Sequence) else []
        return max([*widths, *map(_columns, (value.get("blocks"), value.get("items")))], default=0)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return max(map(_columns, value), default=0)
    return 0


def is_right_to_left(value: Json) -> bool:
    """Tell whether most letters are of a script that is written from right to left."""
    found = Counter(bidirectional(char) for text in words(value) for char in text)
    return found["R"] + found["AL"] > found["L"]
