"""The Bot API's methods for files, as strict as Telegram's: they are sent, replaced, captioned and downloaded.

A file is uploaded, or named by the id of one that was sent before. URLs are not supported.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, TypeAdapter

from practice.telegram import photos
from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.files import renewed
from practice.telegram.keyboards import keyboard
from practice.telegram.media import Animation, Audio, Document, Photo, Video, Voice
from practice.telegram.messenger import Messenger, Upload
from practice.telegram.named import Named
from practice.telegram.parameters import Parameters
from practice.telegram.texts import Entity, formatted_caption
from practice.telegram.updates import JsonObject

Method: TypeAlias = Callable[[Parameters], object]

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_LARGEST_UPLOAD = 50_000_000
_LARGEST_LOCAL_UPLOAD = 2_000_000_000
_LARGEST_DOWNLOAD = 20_000_000
_LARGEST_PHOTO = 10 << 20
_MOST_EXTENT = 10_000  # pixels of a photo's width and height together
_MOST_RATIO = 20
_REPLACED = {"animation", "audio", "document", "photo", "video"}
_WITHOUT_CAPTION = {"", "sticker", "video_note"}


class _InputMedia(BaseModel):
    """Bot API, InputMedia."""

    type: str
    media: str
    caption: str = ""
    caption_entities: tuple[Entity, ...] = ()


_MEDIA = TypeAdapter(_InputMedia | None)


class FileMethods:
    """The methods for files."""

    def __init__(self, messenger: Messenger, named: Named) -> None:
        self._messenger = messenger
        self._named = named

    def by_name(self) -> Mapping[str, Method]:
        """Return the methods by name."""
        return {
            "senddocument": lambda it: self._send("document", it),
            "sendphoto": lambda it: self._send("photo", it),
            "sendvoice": lambda it: self._send("voice", it),
            "editmessagecaption": self._edit_message_caption,
            "editmessagemedia": self._edit_message_media,
            "getfile": self._get_file,
        }

    def _send(self, kind: str, parameters: Parameters) -> object:
        caption, entities = parameters.words("caption", "caption_entities")
        words = formatted_caption(caption, entities)
        given, seconds = parameters.text(kind), parameters.integer("duration", 0, 0, 2**31)
        file = parameters.files.get(given.removeprefix("attach://")) or parameters.files.get(kind)
        if not file and not given:
            raise bad_request(f"there is no {kind} in the request")
        if file:
            self._check(kind, file)
        peer = self._named.peer(parameters)
        reply_to = self._named.replied_to(peer, parameters)
        keys = keyboard(parameters.text("reply_markup"))
        fields = self._fields(kind, file, seconds) if file else self._sent_before(kind, given)
        topic = self._named.topic(peer, parameters, reply_to)
        return self._messenger.as_telegram(self._messenger.post(peer, words, reply_to, fields, keys, topic=topic))

    def _edit_message_caption(self, parameters: Parameters) -> object:
        caption, entities = parameters.words("caption", "caption_entities")
        message, keys = self._named.own_message(parameters), keyboard(parameters.text("reply_markup"))
        if message.medium in _WITHOUT_CAPTION:
            raise bad_request("there is no caption in the message to edit")
        words = formatted_caption(caption, entities)
        if (words.text, words.entities, keys) == (message.text, message.entities, message.keyboard):
            raise bad_request(NOT_MODIFIED)
        return self._messenger.as_telegram(self._messenger.reword(message, words, keys))

    def _edit_message_media(self, parameters: Parameters) -> object:
        media = parameters.json("media", _MEDIA, None)
        if media is None:
            raise bad_request("media is empty")
        if media.type not in _REPLACED:
            raise bad_request(f"can't parse InputMedia: type {media.type} is not supported")
        file = parameters.files.get(media.media.removeprefix("attach://"))
        if file:
            self._check(media.type, file)
        message, keys = self._named.own_message(parameters), keyboard(parameters.text("reply_markup"))
        if message.medium and message.medium not in _REPLACED:
            raise bad_request("there is no media in the message to edit")
        words = formatted_caption(media.caption, media.caption_entities)
        fields = self._fields(media.type, file, 0) if file else self._sent_before(media.type, media.media)
        return self._messenger.as_telegram(self._messenger.replace_media(message, fields, words, keys))

    def _get_file(self, parameters: Parameters) -> object:
        files, file_id = self._messenger.files, parameters.text("file_id")
        if not file_id:
            raise bad_request("file_id not specified")
        if not files.is_id(file_id):
            raise bad_request("invalid file_id")
        file = files.by_id(file_id)
        if file is None:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        folder, path = self._messenger.local_folder, file.path
        if folder:
            path = _copied(file.content, folder / path)
        elif len(file.content) > _LARGEST_DOWNLOAD:
            raise bad_request("file is too big")
        names = {"file_id": file_id, "file_unique_id": f"practice-{file.number}"}
        return {**names, "file_size": len(file.content), "file_path": path}

    def _check(self, kind: str, file: Upload) -> None:
        """Refuse an upload; a local server takes larger ones."""
        _check(kind, file, _LARGEST_LOCAL_UPLOAD if self._messenger.local_folder else _LARGEST_UPLOAD)

    def _fields(self, kind: str, file: Upload, seconds: int) -> JsonObject:
        """Store an uploaded file, and return its fields. A voice message that is no such sound becomes a document."""
        match kind:
            case "photo":
                content = Photo(file.content).fields(self._messenger.files)
            case "voice" if _is_voice(file.content):
                content = Voice(file.content, seconds).fields(self._messenger.files)
            case "audio":
                content = Audio(file, seconds).fields(self._messenger.files)
            case "video":
                content = Video(file, seconds).fields(self._messenger.files)
            case "animation":
                content = Animation(file, seconds).fields(self._messenger.files)
            case _:
                content = Document(file).fields(self._messenger.files)
        return content

    def _sent_before(self, kind: str, file_id: str) -> JsonObject:
        """Return the fields of a file that was sent before, for another message."""
        if "://" in file_id:
            raise bad_request("invalid file HTTP URL specified")
        fields = self._messenger.fields_of(file_id)
        if not fields:
            raise bad_request("wrong file identifier/HTTP URL specified")
        if kind not in fields:
            sent = next(iter(fields)).replace("_", " ").capitalize()
            raise bad_request(f"can't use file of type {sent} as {kind.capitalize()}")
        return renewed({kind: fields[kind]}, self._messenger.next_message_id)


def _copied(content: bytes, to: Path) -> str:
    """Write a file into the folder of a local server unless it is there, and return its absolute path."""
    if not to.exists():
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)
    return str(to.absolute())


def _check(kind: str, file: Upload, largest: int) -> None:
    """Refuse an upload as Telegram does."""
    if not file.content:
        raise bad_request("file must be non-empty")
    if len(file.content) > largest:
        raise ApiError(413, "Request Entity Too Large")
    if kind != "photo":
        return
    if len(file.content) > _LARGEST_PHOTO:
        raise bad_request(f"file of size {len(file.content)} bytes is too big for a photo")
    try:
        width, height = photos.extent(file.content)
    except ValueError:
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    if width + height > _MOST_EXTENT or max(width, height) > _MOST_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")


def _is_voice(content: bytes) -> bool:
    """Tell whether a file is Opus in Ogg, MP3 or M4A (Bot API, sendVoice)."""
    is_opus = content.startswith(b"OggS") and b"OpusHead" in content[:64]
    return is_opus or content.startswith((b"ID3", b"\xff\xfb", b"\xff\xf3")) or content[4:8] == b"ftyp"
