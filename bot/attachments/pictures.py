"""Pictures that users send."""

import asyncio
from dataclasses import replace

from bot.attachments.describing import Describer
from bot.files import Files
from bot.values.attachments import Attachment, Picture


class Pictures:
    """Makes pictures ready, of at most `side` pixels on their longest side and `most_bytes`.

    With a `vision` model, the model that answers gets its description instead of the picture.
    """

    def __init__(self, files: Files, *, side: int, most_bytes: int, vision: Describer | None = None) -> None:
        self._files = files
        self._side = side
        self._most_bytes = most_bytes
        self._vision = vision

    async def made(self, attachment: Attachment, content: bytes) -> Attachment:
        """Store a picture as models get it. Raises FileRefused, or ModelError if it can't be described."""
        picture = await asyncio.to_thread(self._stored, content)
        if self._vision is None:
            return replace(attachment, key=picture.key, picture=picture)
        text, usage = await self._vision.described(picture)
        return replace(attachment, key=picture.key, text=text, cost=(self._vision.name, usage))

    async def put_back(self, key: str, content: bytes) -> None:
        """Store a picture that got lost under its key, as models get it. Raises FileRefused."""
        await asyncio.to_thread(self._stored, content, key)

    def _stored(self, content: bytes, key: str = "") -> Picture:
        from bot.attachments.scaling import scaled  # noqa: PLC0415 - it takes 2 MB, and is needed for pictures only

        found = scaled(content, side=self._side, most_bytes=self._most_bytes)
        key = self._files.put(found.content, key)
        return Picture(key, found.media_type, found.width, found.height, len(found.content))
