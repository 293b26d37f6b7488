"""Checklists in notes: lines such as "- [ ] milk", and "- [x] milk" once ticked off. Pure."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.features.notes.refusals import AmbiguousItem
from bot.kit.text import folded, one_line

_ITEM: Final = re.compile(r"(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\]\s+)(\S.*)")
_MARK: Final = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_WORD: Final = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a checklist, in a line of its note, counted from 0."""

    line: int
    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class ItemKey:
    """By which an item is found again when the list has changed.

    `digest` has eight hexadecimal digits of what it says; the item is the `number`th, from 1, `of` those that say it.
    """

    digest: str
    number: int
    of: int


def items(text: str) -> list[Item]:
    """Return the items of all checklists in a text."""
    found = ((number, _ITEM.fullmatch(line)) for number, line in enumerate(text.split("\n")))
    return [Item(number, one_line(it[4]), it[2] != " ") for number, it in found if it]


def ticked(text: str, changed: Collection[Item], *, done: bool) -> str:
    """Return a text with some of its items ticked off, or not ticked off."""
    numbers = {item.line for item in changed}
    lines = text.split("\n")
    for number in numbers:
        lines[number] = _ITEM.sub(rf"\g<1>{'x' if done else ' '}\g<3>\g<4>", lines[number])
    return "\n".join(lines)


def item_named(all_items: Sequence[Item], wanted: str, *, done: bool) -> Item | None:
    """Return the item that says what is wanted, or else the only one that has its words; None if there is none.

    Of several that say the same, it is the first one that is to be changed. Raises AmbiguousItem.
    """
    key = folded(_MARK.sub("", wanted, count=1))
    same = [item for item in all_items if folded(item.text) == key]
    if same:
        return next((item for item in same if item.done is not done), same[0])
    holding = [item for item in all_items if _holds(folded(item.text), key)]
    to_change = [item for item in holding if item.done is not done] or holding
    if len(to_change) > 1:
        raise AmbiguousItem(one_line(wanted), [item.text for item in to_change])
    return next(iter(to_change), None)


def keyed(all_items: Sequence[Item]) -> Iterator[tuple[ItemKey, Item]]:
    """Yield a list's items with their keys."""
    digests = [hashlib.sha256(folded(item.text).encode()).hexdigest()[:8] for item in all_items]
    of, before = Counter(digests), Counter[str]()
    for digest, item in zip(digests, all_items, strict=True):
        before[digest] += 1
        yield ItemKey(digest, before[digest], of[digest]), item


def item_with(all_items: Sequence[Item], key: ItemKey) -> Item | None:
    """Return the item with a key, wherever it is now.

    There is none either if more or fewer items say the same now, since another one of them might be meant.
    """
    return next((item for its_key, item in keyed(all_items) if its_key == key), None)


def as_items(lines: Iterable[str]) -> list[str]:
    """Return lines as open items, except those that are items already."""
    return [line if _ITEM.fullmatch(line) else f"- [ ] {_MARK.sub('', line, count=1).strip()}" for line in lines]


def ends_with_item(text: str) -> bool:
    """Tell whether the last line of a text is an item, so that the next one is probably an item, too."""
    return bool(_ITEM.fullmatch(text.rstrip().rpartition("\n")[2]))


def _holds(text: str, words: str) -> bool:
    """Tell whether a text has words as whole words."""
    if not words:
        return False
    before = r"(?<!\w)" if _WORD.match(words[0]) else ""
    after = r"(?!\w)" if _WORD.match(words[-1]) else ""
    return bool(re.search(before + re.escape(words) + after, text))
