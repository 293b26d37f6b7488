"""Photos as people send them, alone and in albums."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo


def photo(colour: str = "red", size: tuple[int, int] = (1_280, 960)) -> bytes:
    """Return a photo as Telegram's apps send it: a JPEG of some 140 KB."""
    written = BytesIO()
    noise = Image.effect_noise(size, 20).convert("RGB")
    Image.blend(noise, Image.new("RGB", size, colour), 0.7).save(written, "JPEG", quality=75)
    return written.getvalue()


def send_photos(telegram: BotApi, photos: Sequence[bytes], user_id: int = 1, *, caption: str = "") -> list[int]:
    """Send a photo, or several as an album with its caption at the first; return the messages' ids."""
    if len(photos) == 1:
        return [telegram.send(Photo(photos[0]), user_id, caption=caption)]
    return telegram.send_album(*map(Photo, photos), user_id=user_id, caption=caption)
