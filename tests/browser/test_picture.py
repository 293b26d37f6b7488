"""The moving picture in the README can be made, and shows what it promises."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat
from playwright.async_api import BrowserContext

from tests.browser.picture import FILE, film
from tests.browser.product import practising

pytestmark = pytest.mark.asyncio(loop_scope="session")

LARGEST = 1_500_000
SECONDS = (10, 15)
SCENES = ("Remembered: Alec is your boss", "new conversation", "Who is Alec?", "I'll remind you", "send Alec")
"""What can be read, one after the other."""
SLIGHT = 6
"""Mean difference of a colour, of 255, that fewer colours make."""


def seconds(picture: Image.Image) -> float:
    """Return how long an animation takes."""
    return sum(float(frame.info["duration"]) for frame in ImageSequence.Iterator(picture)) / 1000


async def test_it_shows_that_something_is_remembered_and_recalled_and_a_reminder(
    context: BrowserContext, tmp_path: Path, database_url: str
) -> None:
    async with practising(context, tmp_path, DATABASE_URL=database_url) as page:
        played = await film(page)
    for frame, scene in zip(played.read, SCENES, strict=False):
        assert scene in frame.text
    file = tmp_path / "keepsake.gif"
    played.write(file)
    assert file.stat().st_size < LARGEST
    with Image.open(file) as written:
        assert SECONDS[0] <= seconds(written) <= SECONDS[1]
        last = list(ImageSequence.Iterator(written))[-1].convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(last, played.frames[-1].image)).mean) < SLIGHT


async def test_the_one_in_the_readme_is_small_and_as_long() -> None:
    assert FILE.stat().st_size < LARGEST
    with Image.open(FILE) as picture:
        assert SECONDS[0] <= seconds(picture) <= SECONDS[1]
