"""Pages of lists: which there are, what they say of themselves, and that old buttons still turn them."""

from dataclasses import dataclass
from typing import ClassVar

from bot.telegram.buttons import ButtonData
from bot.telegram.listing import Entry, Listing, Page, PageNumber
from bot.telegram.texts import Text
from tests.memory.telegram.asker import labels


@dataclass(frozen=True, slots=True)
class Turn(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "turn"

    page: PageNumber


async def listed(page: int, of: int) -> Text:
    """Return a page of a list of so many numbers."""

    async def load(skip: int) -> tuple[list[int], int]:
        found = [*range(skip, min(skip + 8, of))]
        return found, of if found else 0

    shown = await Page[int].load(page, load, Turn)
    return Listing(
        sign="🔢",
        heading="Numbers:",
        page=shown,
        entry=lambda it: Entry(says=[f"No. {it}"], opens=Turn(it + 1)),
    ).text


async def test_a_page_says_where_it_is_and_leads_to_its_neighbours_and_the_ends() -> None:
    page = await listed(3, 1_002)
    assert page.text.startswith("🔢 Numbers: 17\N{EN DASH}24 of 1,002\n\n17. No. 16\n18. No. 17\n")
    assert page.text.endswith("\n24. No. 23\n\nTap a number to open one.")
    assert labels(page) == [
        ["17", "18", "19", "20"],
        ["21", "22", "23", "24"],
        ["⏮", "◀️ Previous", "Next ▶️", "⏭"],
    ]
    assert [it.data for it in page.buttons[-1]] == ["turn:1", "turn:2", "turn:4", "turn:126"]


async def test_a_page_that_is_gone_shows_the_last_one_and_a_single_one_has_no_turns() -> None:
    assert await listed(7, 17) == await listed(3, 17)
    assert labels(await listed(3, 17)) == [["17"], ["⏮", "◀️ Previous"]]
    assert await listed(2, 3) == await listed(1, 3)
    assert (await listed(1, 3)).text.startswith("🔢 Numbers:\n\n1. No. 0\n")
