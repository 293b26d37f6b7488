"""The moving picture in the README: a conversation on the practice page, played and recorded.

`python -m tests.browser.picture` writes the one in `docs/`.
"""

import asyncio
import io
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Page, ViewportSize, async_playwright, expect

from tests.browser.conftest import PROGRAM_ARGUMENTS, program
from tests.browser.product import practising, say
from tests.forks import REPOSITORY

FILE: Final = REPOSITORY / "docs/keepsake.gif"
SIZE: Final[ViewportSize] = {"width": 560, "height": 600}
SCALE: Final = 1.25
"""Pixels of the picture for each pixel of the page."""
COLOURS: Final = 128
KEY_MS: Final = 90
"""How long each piece of a message that is typed is seen."""
PIECE: Final = 5
"""Characters that are typed at once."""
READ_MS: Final = 1700
"""How long an answer is seen before the next message is typed."""
_PASSING: Final = ".message.writing, #toast:not([hidden])"
_IN_VIEW: Final = """[...document.querySelectorAll('.message')].filter((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return top > 0 && bottom < document.querySelector('#text').getBoundingClientRect().top;
}).map((it) => it.innerText).join('\\n')"""
"""The texts of the messages that are seen whole."""


@dataclass(frozen=True)
class Frame:
    """What the page looks like, the messages that can be read on it, and for how long it is seen."""

    image: Image.Image
    text: str
    milliseconds: int


@dataclass
class Film:
    """Frames of a page."""

    page: Page
    frames: list[Frame] = field(default_factory=list)

    async def shoot(self, milliseconds: int) -> None:
        """Take a frame of the page as it is now."""
        png = await self.page.screenshot(animations="disabled", caret="hide", scale="device")
        image = Image.open(io.BytesIO(png)).convert("RGB")
        self.frames.append(Frame(image, await self.page.evaluate(_IN_VIEW), milliseconds))

    async def say(self, text: str, answer: str) -> None:
        """Type a message, send it, and wait for words of its answer."""
        before = await self.page.locator(".message.theirs").count()
        for end in [*range(PIECE, len(text), PIECE), len(text)]:
            await self.page.locator("#text").fill(text[:end])
            await self.shoot(KEY_MS)
        await self.page.locator("#text").press("Enter")
        await self.see(before, answer)

    async def see(self, before: int, words: str) -> None:
        """Wait for a new message of the bot with some words, and show it."""
        await expect(self.page.locator(".message.theirs").nth(before)).to_contain_text(words)
        await expect(self.page.locator(_PASSING)).to_have_count(0)
        await expect(self.page.locator("#status")).to_have_text("bot")
        await self.shoot(READ_MS)

    @property
    def read(self) -> list[Frame]:
        """The frames that are seen for long enough to be read."""
        return [it for it in self.frames if it.milliseconds >= READ_MS]

    def write(self, file: Path) -> None:
        """Write the frames as an animation that repeats."""
        width, height = self.frames[0].image.size
        together = Image.new("RGB", (width, height * len(self.read)))
        for place, frame in enumerate(self.read):
            together.paste(frame.image, (0, height * place))
        palette = together.quantize(COLOURS, dither=Image.Dither.NONE)
        first, *rest = [it.image.quantize(palette=palette, dither=Image.Dither.NONE) for it in self.frames]
        durations = [it.milliseconds for it in self.frames]
        first.save(file, save_all=True, append_images=rest, duration=durations, loop=0, optimize=True)


async def film(page: Page) -> Film:
    """Play the conversation: something is remembered, recalled after /new, and a reminder arrives."""
    await page.set_viewport_size(SIZE)
    await say(page, "Hi", answer="practice model")
    await expect(page.locator(_PASSING)).to_have_count(0)
    seen = Film(page)
    await seen.say("Remember that Alec is my boss", "💾")
    await seen.say("/new", "conversation")
    await seen.say("Who is Alec?", "boss")
    said = await page.locator(".message.theirs").count()
    await seen.say("Remind me in 3 seconds to send Alec the plans of the harbour", "⏰")
    await seen.see(said + 1, "send Alec")
    await seen.shoot(READ_MS)
    return seen


async def main(file: Path) -> None:
    """Record the conversation, with the bot as a process."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=PROGRAM_ARGUMENTS)
        context = await browser.new_context(device_scale_factor=SCALE, locale="en-GB", timezone_id="Europe/London")
        with tempfile.TemporaryDirectory() as folder:
            async with practising(context, Path(folder)) as page:
                (await film(page)).write(file)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(FILE))
