"""The paths through the code in docs/architecture.md are true."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Final

import pytest

import bot
from bot.cli.process import run
from bot.kit.settings import Settings
from practice.telegram.bot_api import BotApi
from tests.process import Script, call

CODE: Final = Path(bot.__file__).parent
PAGE: Final = CODE.parent / "docs/architecture.md"
MOST_FUNCTIONS, MOST_FILES, MOST_CHANGES_OF_FOLDER = 45, 25, 12

Step = tuple[str, str]


def walks() -> list[list[Step]]:
    """Return the files and functions of each walk, in order."""
    tables = re.findall(r"(?:^\| \d+ \|.*\n)+", PAGE.read_text(), re.MULTILINE)
    return [[(file, name) for name, file in re.findall(r"\| `([\w.]+)` \| `([\w/.]+)` \|", it)] for it in tables]


@contextmanager
def called() -> Iterator[list[Step]]:
    """Yield the functions of the bot that are called in the block, in order."""
    steps: list[Step] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(CODE):
            steps.append((str(file.relative_to(CODE)), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        yield steps
    finally:
        sys.setprofile(None)


@pytest.fixture
async def running(settings: dict[str, str], data_dir: Path) -> AsyncIterator[None]:
    """A bot that runs in the test's own process."""
    values = {name.lower(): value for name, value in settings.items()}
    running = asyncio.create_task(
        run(Settings.model_validate({**values, "data_dir": data_dir, "memory_review": False}))
    )
    yield
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def missing(way: list[Step], steps: list[Step]) -> list[Step]:
    """Return what of a way is not among some steps, in that order."""
    rest = iter(steps)
    return [step for step in way if step not in rest]


@pytest.mark.usefixtures("running")
async def test_a_text_goes_the_way_that_the_page_walks(telegram: BotApi, model: Script) -> None:
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    with called() as steps:
        telegram.send_text("And how are you?")
        await model.server.wait_for_request(2)
    assert missing(walks()[0], steps) == []


@pytest.mark.usefixtures("running")
async def test_a_memory_goes_the_way_that_the_page_walks(telegram: BotApi, model: Script) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    model.then(call("add_to_memory", content="The user's sister Anna lives in Graz", category="person"), "Noted.")
    with called() as steps:
        telegram.send_text("Remember that my sister Anna lives in Graz.")
        await telegram.bot_message("Noted.")
        telegram.send_text("/new")
        await telegram.bot_message("This is a new conversation")
        telegram.send_text("Hello")
        await model.server.wait_for_request(4)
    assert missing(walks()[1], steps) == []


def test_the_way_of_a_text_is_short() -> None:
    way = walks()[0]
    folders = [file.rpartition("/")[0] for file, _ in way]
    assert len(set(way)) <= MOST_FUNCTIONS
    assert len({file for file, _ in way}) <= MOST_FILES
    assert sum(one != other for one, other in pairwise(folders)) <= MOST_CHANGES_OF_FOLDER


def test_the_page_names_what_is_there() -> None:
    page = " ".join(PAGE.read_text().split())
    named = [(file, name) for name, file in re.findall(r"`([\w.]+)` \(`([\w/]+\.py)`\)", page)]
    for file, name in [*named, *(step for way in walks() for step in way)]:
        assert re.search(rf"(?:def|class) {name.rpartition('.')[2]}\b", (CODE / file).read_text()), (file, name)
    for file in re.findall(r"`((?:bot|tests)/[\w/]+\.py)`", page):
        assert (CODE.parent / file).exists(), file


def test_a_text_becomes_prompt_text_by_the_functions_that_know_whose_it_is() -> None:
    makers = {str(it.relative_to(CODE)) for it in CODE.rglob("*.py") if re.search(r"\bPromptText\(", it.read_text())}
    assert makers == {
        "kit/prompt_text.py",
        "turns/store/turns.py",
        "turns/store/superseding.py",
        "turns/budget.py",
    }  # as it was stored, or shortened
