"""What a message can hold as a file, in the Bot API's form."""

from dataclasses import dataclass
from typing import Protocol

from practice.telegram import photos
from practice.telegram.files import Files
from practice.telegram.messages import Upload
from practice.telegram.updates import JsonObject


class Content(Protocol):
    """What a message holds besides text."""

    def fields(self, files: Files) -> JsonObject:
        """Return its fields of the Bot API's Message; its files are stored. Raises ValueError."""
        ...


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo, which the client scales (Bot API, PhotoSize)."""

    content: bytes

    def fields(self, files: Files) -> JsonObject:
        """Return the photo in its sizes, the smallest first."""
        sizes = photos.sizes(self.content)
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
    """A voice message: Opus in Ogg, unless another type is given."""

    content: bytes
    seconds: int = 1
    media_type: str = "audio/ogg"

    def fields(self, files: Files) -> JsonObject:
        """Return the voice message."""
        ids = files.keep(self.content, "voice", "x.oga")
        return {"voice": {**ids, "duration": self.seconds, "mime_type": self.media_type}}


@dataclass(frozen=True, slots=True)
class Audio:
    """Music, or another sound."""

    file: Upload
    seconds: int = 1
    performer: str = ""
    title: str = ""
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the sound."""
        about = {"performer": self.performer, "title": self.title}
        told = {name: value for name, value in about.items() if value}
        return {"audio": {**_file(files, "music", self.file, self.thumbnail), "duration": self.seconds, **told}}


@dataclass(frozen=True, slots=True)
class Video:
    """A video, with its first frame as a small picture."""

    file: Upload
    seconds: int = 1
    width: int = 640
    height: int = 480
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the video."""
        about = {"duration": self.seconds, "width": self.width, "height": self.height}
        return {"video": {**_file(files, "videos", self.file, self.thumbnail), **about}}


@dataclass(frozen=True, slots=True)
class Animation:
    """A GIF or a video without sound, with its first frame as a small picture."""

    file: Upload
    seconds: int = 1
    width: int = 320
    height: int = 240
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the animation, also as a document (Bot API, Message)."""
        document = _file(files, "animations", self.file, self.thumbnail)
        about = {"duration": self.seconds, "width": self.width, "height": self.height}
        return {"animation": {**document, **about}, "document": document}


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker: a picture, or with its first frame one that moves (in TGS if animated, in WEBM if a video)."""

    content: bytes
    emoji: str = ""
    set_name: str = ""
    is_animated: bool = False
    is_video: bool = False
    thumbnail: bytes = b""

    def fields(self, files: Files) -> JsonObject:
        """Return the sticker."""
        moves = self.is_animated or self.is_video
        width, height = (512, 512) if moves else photos.extent(self.content)
        suffix = ".tgs" if self.is_animated else ".webm" if self.is_video else ".webp"
        about: JsonObject = {"type": "regular", "is_animated": self.is_animated, "is_video": self.is_video}
        named = {name: it for name, it in (("emoji", self.emoji), ("set_name", self.set_name)) if it}
        ids = files.keep(self.content, "stickers", f"x{suffix}")
        size = {"width": width, "height": height}
        return {"sticker": {**ids, **size, **about, **named, **_thumbnail(files, self.thumbnail)}}


def _file(files: Files, folder: str, file: Upload, thumbnail: bytes) -> JsonObject:
    about = {"file_name": file.name, "mime_type": file.media_type}
    return {**files.keep(file.content, folder, file.name), **about, **_thumbnail(files, thumbnail)}


def _thumbnail(files: Files, content: bytes) -> JsonObject:
    if not content:
        return {}
    small = photos.thumbnail(content)
    ids = files.keep(small.content, "thumbnails", "x.jpg")
    return {"thumbnail": {**ids, "width": small.width, "height": small.height}}
