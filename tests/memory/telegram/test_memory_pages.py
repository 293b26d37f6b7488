import re

import pytest

from bot.kit.owner import Owner
from bot.memory.values import MemoryCategory
from bot.store.engine import Database
from bot.telegram.texts import Text
from tests.memory.telegram.asker import Asker, labels


@pytest.fixture
def asker(database: Database, owner: Owner) -> Asker:
    """Someone who writes `/memory …` and presses buttons."""
    return Asker(database, owner)


def listed(message: Text) -> list[str]:
    """Return what the memories of a page say."""
    return re.findall(r"^\d+\. (?:📌 )?(.*) \[\w{8}\]$", message.text, re.MULTILINE)


async def many(asker: Asker, count: int) -> list[str]:
    """Store a number of memories, the later ones of another category; return them in order."""
    facts = [f"Fact number {number:02} is a fact" for number in range(count)]
    for number, fact in enumerate(facts):
        await asker.add(fact, category=MemoryCategory.PERSON if number < count // 2 else MemoryCategory.PROJECT)
    return facts


async def test_pages_are_turned_forth_and_back(asker: Asker) -> None:
    facts = await many(asker, 20)
    first = await asker.opened()
    assert listed(first) == facts[:8]
    assert labels(first) == [[*"1234"], [*"5678"], ["Next ▶️", "⏭"]]
    assert first.text.startswith("📝 Your memories: 1\N{EN DASH}8 of 20\n")
    second = await asker.turned(first, "Next")
    assert listed(second) == facts[8:16]
    assert second.text.startswith("📝 Your memories: 9\N{EN DASH}16 of 20\n")
    assert labels(second)[2] == ["◀️ Previous", "Next ▶️"]
    third = await asker.turned(second, "Next")
    assert listed(third) == facts[16:]
    assert labels(third) == [["17", "18", "19", "20"], ["⏮", "◀️ Previous"]]
    assert await asker.turned(third, "Previous") == second
    assert await asker.turned(third, "⏮") == first
    last = await asker.turned(first, "⏭")
    assert listed(last) == facts[12:]
    assert last.text.startswith("📝 Your memories: 13\N{EN DASH}20 of 20\n")
    opened = await asker.turned(second, "10")
    assert facts[9] in opened.text
    assert labels(opened) == [["✏️ Edit", "🗑 Delete", "📌 Pin"], ["◀️ Back"]]
    assert await asker.turned(opened, "Back") == second


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ("PEOPLE", 10),
        ("num FACT", 20),
        ("umber", 0),
    ],
)
async def test_a_list_is_narrowed_by_category_or_words_on_every_page(asker: Asker, wanted: str, count: int) -> None:
    await many(asker, 20)
    page = await asker.opened(f"list {wanted}")
    seen = listed(page)
    assert (f": 1\N{EN DASH}8 of {count}\n" in page.text) == (count > 8)
    while any("Next" in label for row in labels(page) for label in row):
        page = await asker.turned(page, "Next")
        seen += listed(page)
    assert len(seen) == len(set(seen)) == count


async def test_a_list_that_nothing_fits_says_so(asker: Asker) -> None:
    await many(asker, 3)
    for which in ("list", "search", "deleted"):
        for words in ("xyzzy", "100%_"):
            nothing = f"I found nothing about “{words}”. Try fewer or other words."
            assert await asker.ask(f"{which} {words}") == nothing


async def test_a_page_whose_memories_went_shows_the_nearest_one(asker: Asker) -> None:
    facts = await many(asker, 20)
    second = await asker.turned(await asker.opened(), "Next")
    third = await asker.turned(second, "Next")
    for fact in facts[16:]:
        await asker.ask(f"list {fact.split()[2]}")
        await asker.ask("delete 1")
    assert listed(await asker.turned(second, "Next")) == facts[8:16]
    await asker.ask("clear all my memories")
    assert "I don't remember anything yet" in (await asker.turned(third, "Previous")).text


async def test_words_too_long_for_a_button_give_one_page_and_a_hint(asker: Asker) -> None:
    await many(asker, 20)
    page = await asker.opened("list fact number is a fact fact fact number")
    assert labels(page) == [[*"1234"], [*"5678"]]
    assert "shorter words" in page.text


async def test_a_page_holds_as_many_memories_as_fit_into_a_message(asker: Asker) -> None:
    for number in range(10):
        await asker.add(f"{number} " + "😀" * 498)
    page, seen = await asker.opened(), 0
    while True:
        assert len(page.text.encode("utf-16-le")) // 2 <= 4096
        seen += len(listed(page))
        if "Next ▶️" not in labels(page)[-1]:
            break
        page = await asker.turned(page, "Next")
    assert seen == 10
    assert len(listed(await asker.turned(page, "Previous"))) == 3


async def test_a_memory_is_pinned_deleted_and_brought_back_by_buttons(asker: Asker) -> None:
    memory_id = await asker.add("Alec is the boss")
    opened = await asker.turned(await asker.opened(), "1")
    pinned = await asker.press(opened, "Pin")
    assert pinned.toast == "Pinned."
    assert pinned.shows
    assert pinned.shows.text.startswith("📌 Person [")
    assert labels(await asker.turned(pinned.shows, "Back")) == [["1 📌"]]
    assert await asker.turned(pinned.shows, "Unpin") == opened
    deleted = await asker.turned(opened, "Delete")
    assert deleted.text == f"Deleted: “Alec is the boss”\n\nTo bring it back: /memory restore {memory_id}"
    assert "I don't remember anything yet" in (await asker.turned(deleted, "Back")).text
    again = await asker.press(opened, "Delete")
    assert again.toast == "This memory is already deleted."
    assert again.shows
    assert labels(again.shows) == [["↩️ Restore"], ["◀️ Back"]]
    assert await asker.turned(deleted, "Undo") == opened
    assert (await asker.press(deleted, "Undo")).toast == "This memory isn't deleted."
    await asker.press(opened, "Delete")
    await asker.add("Alec is the boss")
    refused = await asker.press(deleted, "Undo")
    assert (refused.toast, refused.shows) == ("Not restored. Another memory already says this.", None)


async def test_deleted_memories_are_listed_and_restored(asker: Asker) -> None:
    facts = await many(asker, 10)
    await asker.ask("clear all my memories")
    page = await asker.opened("deleted")
    assert listed(page) == facts[:8]
    assert "/memory restore <number>" in page.text
    assert listed(await asker.turned(page, "Next")) == facts[8:]
    opened = await asker.turned(page, "1")
    assert "Deleted on" in opened.text
    restored = await asker.turned(opened, "Restore")
    assert "Deleted on" not in restored.text
    assert listed(await asker.turned(restored, "Back")) == facts[1:9]  # its page begins with what is there now


async def test_a_memory_with_many_long_versions_opens_with_its_newest(asker: Asker) -> None:
    memory_id = await asker.add("First of all " + "x" * 480)
    for number in range(12):
        await asker.update(memory_id, f"Version {number} " + "x" * 480)
    assert len(await asker.messages(f"show {memory_id}")) > 1
    opened = await asker.turned(await asker.opened(), "1")
    assert "Version 11" in opened.text
    assert f"Earlier versions: /memory show {memory_id}" in opened.text
    assert len(opened.text) <= 4096


async def test_any_former_version_is_brought_back_from_the_history_or_by_an_undo(asker: Asker) -> None:
    await many(asker, 10)
    second = await asker.turned(await asker.opened(), "Next")
    opened = await asker.turned(second, "10")
    for number in range(2, 10):
        await asker.ask(f"edit 10 Text number {number}")
    opened = await asker.turned(await asker.turned(opened, "Back"), "10")
    assert labels(opened)[1] == ["↩️ Undo", "📜 History"]
    newest = await asker.turned(opened, "History")
    assert newest.text.startswith("📜 Project: 1\N{EN DASH}8 of 9\n\n9. ")
    assert newest.text.endswith(": Text number 2\n\nTap a number to bring that version back.")
    assert labels(newest) == [[*"8765"], [*"432"], ["Next ▶️"], ["◀️ Back"]]
    assert await asker.turned(newest, "Back") == opened
    brought_back = await asker.press(await asker.turned(newest, "Next"), "1")
    assert brought_back.toast == "Version 1 is back."
    assert brought_back.shows
    assert brought_back.shows.text.endswith("\nFact number 09 is a fact\nChanged with /memory.")
    undone = await asker.turned(brought_back.shows, "Undo")
    assert undone.text.endswith("\nText number 9\nChanged with /memory.")
    assert "\n10. Text number 9 [" in (await asker.turned(undone, "Back")).text


async def test_nobody_opens_what_is_anothers(asker: Asker, database: Database, owner: Owner) -> None:
    await asker.add("Alec is the boss")
    page = await asker.opened()
    other = Asker(database, Owner(owner.bot_id, 2))
    reaction = await other.press(page, "1")
    assert (reaction.toast, reaction.shows) == ("This memory was erased.", None)
