"""What a message can hold besides text, in the Bot API's form: files, places, people."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TypeAlias

from PIL import Image, ImageOps

from practice.telegram.files import Files
from practice.telegram.messages import Upload
from practice.telegram.updates import JsonObject

_SIDES = (90, 320, 800, 1280)
"""Longest sides, in pixels, of a photo's smaller sizes."""
_LARGEST_SIDE = 2560
_THUMBNAIL_SIDE = 320
_QUALITY = 87
_JPEG = "JPEG"


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo, which the client scales (Bot API, PhotoSize)."""

    content: bytes

    def fields(self, files: Files) -> JsonObject:
        """Return the photo in its sizes, the smallest first."""
        sizes = _sizes(self.content)
        kept = [{**files.keep(it.content, "photos", "x.jpg"), "width": it.width, "height": it.height} for it in sizes]
        return {"photo": kept}


@dataclass(frozen=True, slots=True)
class Document:
    """A file of any type, with a small picture of it."""

    file: Upload
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the document."""
        return {"document": _file(files, "documents", self.file, self.thumbnail)}


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice message: Opus in Ogg."""

    content: bytes
    seconds: int = 1

    def fields(self, files: Files) -> JsonObject:
        """Return the voice message."""
        ids = files.keep(self.content, "voice", "x.oga")
        return {"voice": {**ids, "duration": self.seconds, "mime_type": "audio/ogg"}}


@dataclass(frozen=True, slots=True)
class Audio:
    """Music, or another sound."""

    file: Upload
    seconds: int = 1
    performer: str = ""
    title: str = ""

    def fields(self, files: Files) -> JsonObject:
        """Return the sound."""
        about = {"performer": self.performer, "title": self.title}
        told = {name: value for name, value in about.items() if value}
        return {"audio": {**_file(files, "music", self.file), "duration": self.seconds, **told}}


@dataclass(frozen=True, slots=True)
class Video:
    """A video, with its first frame as a small picture."""

    file: Upload
    seconds: int = 1
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the video."""
        about = {"duration": self.seconds, "width": 640, "height": 480}
        return {"video": {**_file(files, "videos", self.file, self.thumbnail), **about}}


@dataclass(frozen=True, slots=True)
class Animation:
    """A GIF or a video without sound, with its first frame as a small picture."""

    file: Upload
    seconds: int = 1
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the animation, also as a document (Bot API, Message)."""
        document = _file(files, "animations", self.file, self.thumbnail)
        about = {"duration": self.seconds, "width": 320, "height": 240}
        return {"animation": {**document, **about}, "document": document}


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker: a picture, or with its first frame one that moves (in TGS if animated, in WEBM if a video)."""

    content: bytes
    emoji: str = ""
    is_animated: bool = False
    is_video: bool = False
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the sticker."""
        moves = self.is_animated or self.is_video
        width, height = (512, 512) if moves else _opened(self.content).size
        suffix = ".tgs" if self.is_animated else ".webm" if self.is_video else ".webp"
        about: JsonObject = {"type": "regular", "is_animated": self.is_animated, "is_video": self.is_video}
        named = {"emoji": self.emoji} if self.emoji else {}
        ids = files.keep(self.content, "stickers", f"x{suffix}")
        size = {"width": width, "height": height}
        return {"sticker": {**ids, **size, **about, **named, **_thumbnail(files, self.thumbnail)}}


@dataclass(frozen=True, slots=True)
class Location:
    """A point on the map; a live one moves for `live_seconds`."""

    latitude: float
    longitude: float
    live_seconds: int = 0

    def fields(self, _: Files) -> JsonObject:
        """Return the location."""
        live = {"live_period": self.live_seconds} if self.live_seconds else {}
        return {"location": {"latitude": self.latitude, "longitude": self.longitude, **live}}


@dataclass(frozen=True, slots=True)
class Venue:
    """A place with a name."""

    title: str
    address: str
    at: Location

    def fields(self, files: Files) -> JsonObject:
        """Return the venue, and its location once more (Bot API, Message)."""
        location = self.at.fields(files)
        return {"venue": {**location, "title": self.title, "address": self.address}, **location}


@dataclass(frozen=True, slots=True)
class Contact:
    """A person's telephone number, perhaps with the vCard of an address book."""

    phone_number: str
    first_name: str
    last_name: str = ""
    vcard: str = ""

    def fields(self, _: Files) -> JsonObject:
        """Return the contact."""
        optional = {"last_name": self.last_name, "vcard": self.vcard}
        more = {name: value for name, value in optional.items() if value}
        return {"contact": {"phone_number": self.phone_number, "first_name": self.first_name, **more}}


Content: TypeAlias = Photo | Document | Voice | Audio | Video | Animation | Sticker | Location | Venue | Contact
"""What a message holds besides text. Its `fields` are those of the Bot API's Message; its files are stored."""


def _file(files: Files, folder: str, file: Upload, thumbnail: bytes = b"") -> JsonObject:
    about = {"file_name": file.name, "mime_type": file.media_type}
    return {**files.keep(file.content, folder, file.name), **about, **_thumbnail(files, thumbnail)}


def _thumbnail(files: Files, content: bytes) -> JsonObject:
    if not content:
        return {}
    small = _sized(_opened(content), _THUMBNAIL_SIDE)
    ids = files.keep(small.content, "thumbnails", "x.jpg")
    return {"thumbnail": {**ids, "width": small.width, "height": small.height}}


@dataclass(frozen=True, slots=True)
class _Size:
    """A photo in one size."""

    content: bytes
    width: int
    height: int


@lru_cache(maxsize=16)
def _sizes(content: bytes) -> Sequence[_Size]:
    """Return a photo's sizes, the smallest first. Raises ValueError if it is no picture."""
    picture = _opened(content)
    longest = max(picture.size)
    sides = [side for side in _SIDES if side < longest]
    return tuple(_sized(picture, side) for side in (*sides, min(longest, _LARGEST_SIDE)))


def _opened(content: bytes) -> Image.Image:
    try:
        return ImageOps.exif_transpose(Image.open(BytesIO(content)))
    except (OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError("this is not a picture") from error


def _sized(picture: Image.Image, side: int) -> _Size:
    with_alpha = picture.convert("RGBA")
    smaller = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), with_alpha).convert("RGB")
    smaller.thumbnail((side, side))
    written = BytesIO()
    smaller.save(written, _JPEG, quality=_QUALITY)
    return _Size(written.getvalue(), *smaller.size)
