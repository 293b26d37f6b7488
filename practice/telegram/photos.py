"""Photos as Telegram's clients send them: JPEG, without what a camera notes, in several sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageOps

_SIDES = (90, 320, 800, 1280)
"""Longest sides, in pixels, of a photo's smaller sizes."""
_LARGEST_SIDE = 2560
_THUMBNAIL_SIDE = 320
_QUALITY = 87
_JPEG = "JPEG"


@dataclass(frozen=True, slots=True)
class Size:
    """A photo in one size."""

    content: bytes
    width: int
    height: int


@lru_cache(maxsize=16)
def sizes(content: bytes) -> Sequence[Size]:
    """Return a photo's sizes, the smallest first. Raises ValueError if it is no picture."""
    picture = _opened(content)
    longest = max(picture.size)
    sides = [side for side in _SIDES if side < longest]
    return tuple(_sized(picture, side) for side in (*sides, min(longest, _LARGEST_SIDE)))


def thumbnail(content: bytes) -> Size:
    """Return the small picture that goes with a file. Raises ValueError if it is no picture."""
    return _sized(_opened(content), _THUMBNAIL_SIDE)


def extent(content: bytes) -> tuple[int, int]:
    """Return a picture's width and height. Raises ValueError if it is no picture."""
    return _opened(content).size


def _opened(content: bytes) -> Image.Image:
    try:
        return ImageOps.exif_transpose(Image.open(BytesIO(content)))
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError("this is not a picture") from error


def _sized(picture: Image.Image, side: int) -> Size:
    with_alpha = picture.convert("RGBA")
    smaller = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), with_alpha).convert("RGB")
    smaller.thumbnail((side, side))
    written = BytesIO()
    smaller.save(written, _JPEG, quality=_QUALITY)
    return Size(written.getvalue(), *smaller.size)
