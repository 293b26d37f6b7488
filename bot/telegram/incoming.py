"""A message for the mailbox: its text, its files, and whose words it holds: the user's own, forwarded, or quoted. Pure.

What its sender chose and didn't write, such as a contact, is kept apart.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from quopri import decodestring
from typing import Final, TypeAlias

from telegram import Animation as Gif
from telegram import (
    Audio,
    Document,
    ExternalReplyInfo,
    Message,
    MessageEntity,
    MessageOrigin,
    MessageOriginChannel,
    MessageOriginChat,
    MessageOriginHiddenUser,
    MessageOriginUser,
    PhotoSize,
    Sticker,
    Video,
    VideoNote,
    Voice,
)

from bot.kit.prompt_text import OthersText
from bot.kit.text import clean
from bot.turns.values.attachments import AttachmentKind, QuotedFrom, SentFile
from bot.turns.values.incoming import OWN_WORDS, REPLIED_TO, Attribution, IncomingMessage, Quote, Speaker

_PICTURE, _DOCUMENT = AttachmentKind.PICTURE, AttachmentKind.DOCUMENT
_SPEECH, _RECORDING = AttachmentKind.SPEECH, AttachmentKind.RECORDING
_AS_DOCUMENTS = {"image": (_PICTURE, "picture"), "audio": (_RECORDING, "audio file")}
"""What may be sent as a document, by its media type."""
Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
_TEXTS: Final = ("summary", "text", "expression", "alternative_text", "caption", "credit")
_NESTED: Final = ("blocks", "items", "cells", "buttons", "button")
_TOLD: Final = frozenset({"EMAIL", "TEL", "ORG", "TITLE", "ADR", "URL", "BDAY"})
"""Properties that are told. A NOTE isn't: it may be any text of anybody."""
_EMOJI: Final = re.compile(r"[^\w\s\x00-\x7f\U000e0000-\U000e007f]{1,12}|[0-9#*]\ufe0f?\u20e3")
"""An emoji, which holds no letter."""
_SCHEME: Final = re.compile(r"https?://(?:www\.)?|www\.")
_MOST: Final = 12
"""Most values told of a contact."""
_LONGEST: Final = 120
_FOLDED: Final = re.compile(r"\r?\n[ \t]")
_SOFT_BREAK: Final = re.compile(r"=\r?\n")
_PROPERTY: Final = re.compile(r"(?:[\w-]+\.)?(?P<name>[A-Za-z-]+)(?P<options>(?:;[^:]*)?):(?P<value>.*)")
_ESCAPED: Final = re.compile(r"\\(.)")


class Unusable(StrEnum):
    """What a bot can't see, as the model is told."""

    STORY = "A story"
    PAID_MEDIA = "Paid media"
    GAME = "A game"
    INVOICE = "An invoice"
    GIVEAWAY = "A giveaway"


def files_of(message: Message | ExternalReplyInfo) -> tuple[SentFile, ...]:
    """Return the files of a message. Of a video or an animation that is its first frame, as Telegram makes it."""
    return tuple(replace(file, message_id=message.message_id) for file in _files(message))


def words_of(message: Message | ExternalReplyInfo) -> str:
    """Return what a message holds that nobody can put words into, a line each, in words for the model."""
    return "\n".join(f"[{words}]" for words in _words_besides(message))


def text_of(message: Message) -> str:
    """Return a message's text or caption."""
    return clean(message.text or message.caption or "")


def held_by(message: Message | ExternalReplyInfo, *, is_replied_to: bool = False) -> tuple[OthersText, ...]:
    """Return what a message holds that its sender chose and didn't write; it may be the one that is replied to."""
    about = REPLIED_TO if is_replied_to else ""
    held = (*_held(message), *_addresses(message))
    return tuple(replace(it, text=clean(it.text), about=about) for it in held)


def _files(message: Message | ExternalReplyInfo) -> Iterator[SentFile]:
    if message.photo:
        yield _sent(message.photo[-1], _PICTURE, "photo")
    if message.sticker and (still := _still(message.sticker)):
        yield _sent(still, _PICTURE, "sticker")
    for moving, what in ((message.animation, "GIF"), (message.video, "video")):
        if moving and moving.thumbnail:
            yield _sent(moving.thumbnail, _PICTURE, f"first frame of a {what}")
    for sound, kind, what in (
        (message.voice, _SPEECH, "voice message"),
        (message.video_note, _SPEECH, "round video"),
        (message.audio, _RECORDING, "audio file"),
    ):
        if sound:
            yield _sent(sound, kind, what)
    if message.document and not message.animation:
        major = (message.document.mime_type or "").partition("/")[0]
        kind, what = _AS_DOCUMENTS.get(major, (_DOCUMENT, "file"))
        yield _sent(message.document, kind, what)


def _still(sticker: Sticker) -> Sticker | PhotoSize | None:
    """Return a sticker's picture: itself, or a frame of one that moves."""
    return sticker.thumbnail if sticker.is_animated or sticker.is_video else sticker


def _sent(
    file: PhotoSize | Sticker | Audio | Document | Gif | Video | VideoNote | Voice, kind: AttachmentKind, what: str
) -> SentFile:
    duration = getattr(file, "duration", None)
    return SentFile(
        kind=kind,
        what=what,
        file_id=file.file_id,
        unique_id=file.file_unique_id,
        size=file.file_size,
        media_type=clean(getattr(file, "mime_type", None) or ""),
        name=clean(getattr(file, "file_name", None) or ""),
        seconds=duration if isinstance(duration, int) else duration and round(duration.total_seconds()),
    )


def _words_besides(message: Message | ExternalReplyInfo) -> Iterator[str]:
    if message.sticker:
        yield f"Sticker {_emoji(message.sticker.emoji)}".strip()
    if place := message.location or (message.venue and message.venue.location):
        what = "Live location" if place.live_period else "Location"
        yield f"{what}: {place.latitude}, {place.longitude}"
    if dice := message.dice:
        yield f"{_emoji(dice.emoji) or 'A dice'} shows {dice.value}"
    for moving, what in ((message.animation, "GIF"), (message.video, "Video")):
        if moving and not moving.thumbnail:
            yield f"{what} without a preview"
    if unseen := unusable(message):
        yield f"{unseen}, which bots can't see"


def _emoji(text: str | None) -> str:
    """Return an emoji; nothing of a text that is none."""
    found = _EMOJI.fullmatch(text or "")
    return found[0] if found else ""


def _held(message: Message | ExternalReplyInfo) -> Iterator[OthersText]:
    if venue := message.venue:
        yield OthersText(f"{venue.title}, {venue.address}", "a place")
    if contact := message.contact:
        name = " ".join(filter(None, (contact.first_name, contact.last_name)))
        details = details_of(contact.vcard or "", phone_number=contact.phone_number)
        yield OthersText(", ".join([name, contact.phone_number, *details]), "a contact")
    if poll := message.poll:
        yield OthersText(f"{poll.question} Options: {'; '.join(it.text for it in poll.options)}", "a poll")
    if checklist := message.checklist:
        tasks = "; ".join(f"{'☑' if task.completion_date else '☐'} {task.text}" for task in checklist.tasks)
        yield OthersText(f"{checklist.title}. {tasks}", "a checklist")
    if isinstance(message, Message) and (words := _rich_words(message)):
        yield OthersText(words, "a rich message")


def _addresses(message: Message | ExternalReplyInfo) -> Iterator[OthersText]:
    """Yield the addresses that the text doesn't show: behind links, and of a preview (Bot API, MessageEntity)."""
    text, shown = "", ""
    if isinstance(message, Message):
        text = message.text or message.caption or ""
        shown = text.casefold()
        links = message.entities if message.text else message.caption_entities
        for link in links if text else ():
            if link.url and _bare(link.url) not in shown:
                shown += f" {link.url.casefold()}"
                yield OthersText(link.url, "the address of the link", clean(_words_of(text, link)))
    preview = message.link_preview_options
    if preview is None or preview.is_disabled or not isinstance(preview.url, str):
        return
    if _bare(preview.url) not in shown:
        yield OthersText(preview.url, "the address of a preview")


def _bare(address: str) -> str:
    """Return an address as people write it, in lower case."""
    return _SCHEME.sub("", address.casefold()).rstrip("/")


def _words_of(text: str, entity: MessageEntity) -> str:
    """Return the words of an entity, which is counted in units of UTF-16."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le", "replace")


def unusable(message: Message | ExternalReplyInfo) -> Unusable | None:
    """Return what a message holds that is of no use to a bot; None if there is nothing of the kind."""
    held = {
        Unusable.STORY: message.story,
        Unusable.PAID_MEDIA: message.paid_media,
        Unusable.GAME: message.game,
        Unusable.INVOICE: message.invoice,
        Unusable.GIVEAWAY: message.giveaway or message.giveaway_winners,
    }
    return next((what for what, content in held.items() if content), None)


def _rich_words(message: Message) -> str:
    """Return what a rich message says, a line for each paragraph, item and row; empty for another one."""
    found = message.api_kwargs.get("rich_message")
    return "\n".join(_lines(found.get("blocks"))) if isinstance(found, Mapping) else ""


def _lines(value: Json) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _lines_of(value)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from _lines(part)


def _lines_of(block: Mapping[str, Json]) -> Iterator[str]:
    """Yield the lines of a block, or of an item of a list."""
    if block.get("type") == "buttons":
        return
    for name in ("summary", "text", "expression"):
        if line := "".join(_words(block.get(name))):
            yield line
    cells = block.get("cells")
    for row in cells if isinstance(cells, Sequence) else ():
        several = row if isinstance(row, Sequence) else ()
        yield " | ".join("".join(_words(cell)) for cell in several)
    if block.get("has_checkbox"):
        first, *rest = [*_lines(block.get("blocks")), ""]
        yield f"{'☑' if block.get('is_checked') else '☐'} {first}"
        yield from filter(None, rest)
    else:
        yield from _lines([block.get("blocks"), block.get("items")])


def _words(value: Json) -> Iterator[str]:
    """Yield the texts in a part of a message, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name in (*_TEXTS, *_NESTED):
            yield from _words(value.get(name))
    elif isinstance(value, Sequence):
        for part in value:
            yield from _words(part)


def details_of(vcard: str, *, phone_number: str) -> list[str]:
    """Return a vCard's e-mail and postal addresses, organisation, title, links, birthday, and other numbers."""
    told = {_digits(phone_number): ""}  # by what makes it the same as another
    for name, value in _properties(vcard):
        told.setdefault(_digits(value) if name == "TEL" else value, value[:_LONGEST])
    return [value for value in told.values() if value][:_MOST]


def _properties(vcard: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the value in words of each property that is told."""
    for line in _FOLDED.sub("", _SOFT_BREAK.sub("", vcard)).splitlines():
        found = _PROPERTY.fullmatch(line)
        if found and found["name"].upper() in _TOLD:
            is_quoted = "QUOTED-PRINTABLE" in found["options"].upper()
            value = decodestring(found["value"]).decode(errors="replace") if is_quoted else found["value"]
            parts = (_unescaped(part) for part in re.split(r"(?<!\\);", value))
            yield found["name"].upper(), ", ".join(filter(None, parts))


def _unescaped(text: str) -> str:
    plain = _ESCAPED.sub(lambda it: " " if it[1] in "nN" else it[1], text)
    return " ".join(plain.split())


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)


def incoming(message: Message, bot_id: int) -> IncomingMessage:
    """Return a message for the mailbox."""
    words = "\n".join(filter(None, [words_of(message), text_of(message)]))
    files = (*files_of(message), *quoted_files(message, bot_id))
    return IncomingMessage(words, message.date, attribution_of(message, bot_id), files, message.media_group_id or "")


def attribution_of(message: Message, bot_id: int) -> Attribution:
    """Return the parts of a message that are not its user's own words (Bot API, Message)."""
    author = author_of(message)
    quote = _quote(message, author, bot_id)
    held = held_by(message)
    source = message.external_reply or message.reply_to_message
    if quote and quote.whole and source and quote.speaker is not Speaker.KEEPSAKE:
        held = (*held, *held_by(source, is_replied_to=True))
    return Attribution(author, quote, held) if held or quote or author is not None else OWN_WORDS


def quoted_files(message: Message, bot_id: int) -> Iterator[SentFile]:
    """Yield the files of the message that a message replies to, unless Keepsake sent it."""
    source = message.external_reply or message.reply_to_message
    if source is None or author_of(message) is not None:
        return
    speaker, _ = _quoted(message, bot_id)
    if speaker is Speaker.KEEPSAKE:
        return
    whose = QuotedFrom.USER if speaker is Speaker.USER else QuotedFrom.OTHER
    own = {file.unique_id for file in files_of(message)}
    for file in files_of(source):
        if file.unique_id not in own:
            yield replace(file, message_id=None, quoted=whose)


def author_of(message: Message) -> str | None:
    """Return the author of a forwarded message, by name if known; None if the sender wrote it."""
    if message.forward_origin:
        return _name(message.forward_origin)
    if message.via_bot:
        return clean(message.via_bot.name)
    return None


def _quote(message: Message, author: str | None, bot_id: int) -> Quote | None:
    """Return what a message quotes, or else the message that it replies to (Bot API, ReplyParameters)."""
    chosen, source = message.quote, message.external_reply or message.reply_to_message
    if chosen is None and (source is None or author is not None):
        return None
    speaker, name = _quoted(message, bot_id) if author is None else (Speaker.OTHER, "")
    in_this_chat = message.reply_to_message if author is None and not message.external_reply else None
    message_id = in_this_chat.message_id if in_this_chat else None
    if chosen:
        return Quote(clean(chosen.text), speaker, name, message_id)
    words = [words_of(source) if source else "", text_of(in_this_chat) if in_this_chat else ""]
    text = "\n".join(filter(None, words))
    if not (text or message_id or any(quoted_files(message, bot_id)) or (source and held_by(source))):
        return None
    return Quote(text, speaker, name, message_id, whole=True)


def _quoted(message: Message, bot_id: int) -> tuple[Speaker, str]:
    """Return the speaker of a quote, and their name; a quote from outside this chat is another person's."""
    source = message.reply_to_message
    if message.external_reply:
        origin = message.external_reply.origin
        is_own = isinstance(origin, MessageOriginUser) and origin.sender_user == message.from_user
        return (Speaker.USER, "") if is_own else (Speaker.OTHER, _name(origin))
    if source is None or source.from_user is None:
        return Speaker.OTHER, ""
    author = author_of(source)
    if author is not None:
        return Speaker.OTHER, author
    if source.from_user == message.from_user:
        return Speaker.USER, ""
    if source.from_user.id == bot_id:
        return Speaker.KEEPSAKE, ""
    return Speaker.OTHER, clean(source.from_user.full_name)


def _name(origin: MessageOrigin) -> str:
    """Return the name of a forwarded message's author, if given (Bot API, MessageOrigin)."""
    name: str | None = None
    match origin:
        case MessageOriginUser():
            name = origin.sender_user.full_name
        case MessageOriginHiddenUser():
            name = origin.sender_user_name
        case MessageOriginChat():
            name = origin.sender_chat.effective_name
        case MessageOriginChannel():
            name = origin.chat.effective_name
    return clean(name or "")
