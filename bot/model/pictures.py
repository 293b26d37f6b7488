"""The pictures of a request: loaded at a size, and rendered as data URLs."""

from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from itertools import chain
from secrets import token_hex
from typing import Final, TypeAlias

from bot.model.seam import PictureSize
from bot.model.values import Picture

NOT_SEEN: Final = "[A picture that this model cannot see]"
"""Sent instead of a picture."""
_SIDE: Final = 640
"""Most pixels of a small picture's longer side. As JPEG it has about 50 KB."""
_QUALITY: Final = 60

LoadedPicture: TypeAlias = Callable[[str], bytes | None]
"""Returns the bytes of a picture by its key, None if it is gone."""


def loaded_at(size: PictureSize, load: LoadedPicture) -> LoadedPicture:
    """Return what loads pictures at a size; all that are loaded are JPEGs."""

    def small(key: str) -> bytes | None:
        content = load(key)
        return None if content is None else _smaller(content)

    return {PictureSize.WHOLE: load, PictureSize.SMALL: small, PictureSize.NOTHING: lambda _: None}[size]


def _smaller(content: bytes) -> bytes | None:
    """Return a smaller picture; None if it can't be read."""
    from PIL import Image  # noqa: PLC0415 - only a request that is too large needs it

    written = BytesIO()
    try:
        with Image.open(BytesIO(content), formats=["JPEG"]) as picture:
            picture.draft("RGB", (_SIDE, _SIDE))  # decoded at a fraction of its size
            picture.thumbnail((_SIDE, _SIDE))
            picture.convert("RGB").save(written, "JPEG", quality=_QUALITY)
    except OSError:
        return None
    return written.getvalue()


class Pictures:
    """Renders pictures as data URLs (https://platform.openai.com/docs/guides/images).

    They are put into the body at its end, as rendering megabytes of them as JSON takes long.
    """

    def __init__(self, load: LoadedPicture, *, for_people: bool) -> None:
        self._load = load
        self._for_people = for_people
        self._mark = token_hex()
        self._urls: list[bytes] = []

    def url(self, picture: Picture) -> str | None:
        """Return a mark in place of a picture's URL; None if the picture is gone."""
        content = self._load(picture.key)
        if content is None:
            return None
        if self._for_people:
            return f"[picture of {picture.width} by {picture.height} pixels, {picture.size:,} bytes]"
        self._urls.append(b"data:%s;base64,%s" % (picture.media_type.encode(), b64encode(content)))
        return self._mark

    def put_into(self, body: bytes) -> bytes:
        """Return a body with the URLs in place of their marks."""
        pieces = body.split(self._mark.encode()) if self._urls else [body]
        return b"".join(chain.from_iterable(zip(pieces, [*self._urls, b""], strict=True)))
