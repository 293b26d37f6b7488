"""Files as people send them: photos, albums, documents and voice messages."""

import secrets
from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from practice.telegram.texts import formatted_caption


def photo(colour: str = "red", size: tuple[int, int] = (1_280, 960)) -> bytes:
    """Return a photo as Telegram's apps send it: a JPEG of some 140 KB."""
    written = BytesIO()
    noise = Image.effect_noise(size, 20).convert("RGB")
    Image.blend(noise, Image.new("RGB", size, colour), 0.7).save(written, "JPEG", quality=75)
    return written.getvalue()


def send_photos(telegram: BotApi, photos: Sequence[bytes], user_id: int = 1, *, caption: str = "") -> list[int]:
    """Send a photo, or several as an album with its caption at the first; return the messages' ids."""
    album = {"media_group_id": str(secrets.randbits(53))} if len(photos) > 1 else {}
    sent = []
    for number, content in enumerate(photos):
        words = formatted_caption("" if number else caption, ())
        document = telegram._kept(Upload(f"photo{number}.jpg", "image/jpeg", content))  # noqa: SLF001 - no public way yet
        sent.append(telegram._write(user_id, words, None, {"document": document, **album}))  # noqa: SLF001
    return sent


def send_voice(telegram: BotApi, content: bytes, seconds: int, user_id: int = 1) -> int:
    """Send a voice message; return the message's id."""
    kept = telegram._kept(Upload("", "audio/ogg", content))  # noqa: SLF001 - as above
    voice = {name: it for name, it in kept.items() if name != "file_name"}
    return telegram._write(user_id, formatted_caption("", ()), None, {"voice": {**voice, "duration": seconds}})  # noqa: SLF001
