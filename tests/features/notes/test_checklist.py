"""What counts as an item of a checklist, and how one is named."""

import pytest

from bot.features.notes.checklist import Item, as_items, ends_with_item, item_named, item_with, items, keyed, ticked
from bot.features.notes.refusals import AmbiguousItem

LIST = "For the week\n- [ ] milk\n* [x] Eggs\n  1. [ ] oat  milk\n- bread\n- [ ]\n- [] no\n+ [X] tea"


def test_items_are_lines_with_a_box_in_any_kind_of_list() -> None:
    found = [(it.line, it.text, it.done) for it in items(LIST)]
    assert found == [(1, "milk", False), (2, "Eggs", True), (3, "oat milk", False), (7, "tea", True)]


def test_only_the_box_of_a_ticked_item_changes() -> None:
    there = items(LIST)
    off = ticked(LIST, [there[0], there[2]], done=True)
    assert off == LIST.replace("[ ] milk", "[x] milk").replace("[ ] oat", "[x] oat")
    assert ticked(off, [there[0], there[2]], done=False) == LIST
    assert ticked(LIST, [there[1]], done=True) == LIST


@pytest.mark.parametrize(
    ("wanted", "named"),
    [
        ("milk", "milk"),
        ("MILK", "milk"),
        ("- [ ] milk", "milk"),
        ("oat", "oat milk"),
        ("egg", None),
        ("eggs", "Eggs"),
        ("", None),
        ("bread", None),
    ],
)
def test_an_item_is_named_by_all_it_says_or_by_words_of_it(wanted: str, named: str | None) -> None:
    found = item_named(items(LIST), wanted, done=True)
    assert (found and found.text) == named


def test_words_of_several_items_name_none() -> None:
    there = items("- [ ] oat milk\n- [ ] cow milk\n- [x] soy milk")
    with pytest.raises(AmbiguousItem) as refused:
        item_named(there, "milk", done=True)
    assert refused.value.items == ["oat milk", "cow milk"]
    found = item_named(there, "milk", done=False)
    assert found
    assert found.text == "soy milk"


def test_of_the_same_items_the_first_that_changes_is_named() -> None:
    there = items("- [x] milk\n- [ ] milk\n- [ ] milk")
    assert item_named(there, "milk", done=True) == Item(1, "milk", done=False)


def test_an_item_is_found_again_after_the_lines_have_moved() -> None:
    key, milk = next(keyed(items(LIST)))
    assert milk.text == "milk"
    found = item_with(items(f"New\n- [ ] bread\n{LIST}"), key)
    assert found
    assert found.line == 3
    assert item_with(items("- [ ] bread"), key) is None


def test_of_items_that_say_the_same_each_is_found_while_none_comes_or_goes() -> None:
    twice = "- [ ] salt\n- [ ] rice\n- [ ] Salt"
    (_, second) = [key for key, item in keyed(items(twice)) if item.text.casefold() == "salt"]
    found = item_with(items(f"- [ ] oil\n{twice}"), second)
    assert found
    assert found.line == 3
    assert item_with(items("- [ ] salt\n- [ ] rice"), second) is None
    assert item_with(items(f"- [ ] salt\n{twice}"), second) is None


def test_lines_become_items_once() -> None:
    assert as_items(["milk", "- eggs", "- [x] tea"]) == ["- [ ] milk", "- [ ] eggs", "- [x] tea"]
    assert ends_with_item("To buy\n- [ ] milk\n")
    assert not ends_with_item("- [ ] milk\nand so on")
