"""Pure: Telegram's processing of a text and its entities before it becomes a message.

Offsets and lengths are in UTF-16 code units (Bot API, MessageEntity).
The rules and their error texts are those of TDLib's `fix_formatted_text` and `LinkManager::check_link`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

TEXT_LIMIT = 4096
CAPTION_LIMIT = 1024
ENTITY_LIMIT = 100

_KEPT = {
    *("bold", "italic", "underline", "strikethrough", "spoiler"),
    *("code", "pre", "text_link", "blockquote", "expandable_blockquote"),
}
_FOUND_BY_TELEGRAM = {
    *("mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"),
    *("text_mention", "custom_emoji", "date_time"),
}
_WITHOUT_NEW_ENTITIES = {"code", "pre", "text_link"}
_COMMAND = re.compile(r"(?<![\w/<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/<>])")
_MENTION = re.compile(r"(?<![\w@/])@[a-zA-Z][a-zA-Z0-9_]{3,31}(?!\w)")
_URL = re.compile(r"https?://[^\s<>\"]*[^\s<>\"'.,;:!?)\]}]", re.IGNORECASE)
_CLEANED = {
    **{code: " " for code in range(33) if chr(code) not in "\n\r"},
    **dict.fromkeys((ord("\r"), *range(0x2028, 0x202F), 0x333, 0x33F, 0x30A), ""),
}
_HOST = re.compile(r"[\w.\-!$,~*'();&+=%\u0080-\U0010ffff]*")
_FARTHEST = 1_000_000
_LAST_PORT = 0xFFFF
_GOOD_CUT = 4000  # units; clients look for a line end or space to cut at only beyond this


class TextError(ValueError):
    """Telegram refuses a text; the message is the description after "Bad Request: "."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A formatted part of a text (Bot API, MessageEntity); `url` is for text_link only, `language` for pre only."""

    type: str
    offset: int
    length: int
    url: str = ""
    language: str = ""

    @property
    def end(self) -> int:
        """The offset after the entity."""
        return self.offset + self.length


@dataclass(frozen=True, slots=True)
class Formatted:
    """A message's text and its entities in order; `dropped` counts entities beyond Telegram's limit."""

    text: str
    entities: tuple[Entity, ...] = ()
    dropped: int = 0


def units(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def formatted(text: str, entities: tuple[Entity, ...] = ()) -> Formatted:
    """Clean and trim a text, and add the commands, mentions and links that Telegram finds. Raises TextError."""
    found = _formatted(text, entities)
    if not found.text:
        raise TextError("text must be non-empty")
    if units(found.text) > TEXT_LIMIT:
        raise TextError("message is too long")
    return found


def formatted_caption(text: str, entities: tuple[Entity, ...] = ()) -> Formatted:
    """Format a file's caption, which may be empty. Raises TextError."""
    found = _formatted(text, entities)
    if units(found.text) > CAPTION_LIMIT:
        raise TextError("message caption is too long")
    return found


def _formatted(text: str, entities: tuple[Entity, ...]) -> Formatted:
    kept = [_checked(entity) for entity in entities if entity.type not in _FOUND_BY_TELEGRAM]
    kept = sorted((entity for entity in kept if entity.length), key=lambda entity: (entity.offset, -entity.length))
    text, kept = _cleaned(text, kept)
    text, kept = _trimmed(text, kept)
    found = [entity for entity in _found(text) if not _inside(entity, kept)]
    both = sorted(kept[:ENTITY_LIMIT] + found, key=lambda entity: (entity.offset, -entity.length))
    return Formatted(text, tuple(both), dropped=max(0, len(kept) - ENTITY_LIMIT))


def parts(text: str) -> Iterator[str]:
    """Split a text as a Telegram client does: near the limit, at the last line end or space."""
    while units(text) > TEXT_LIMIT:
        limit = _index(text, TEXT_LIMIT)
        cut = max(text.rfind(mark, _GOOD_CUT, limit) for mark in ("\n", " "))
        cut = cut if cut > 0 else limit
        yield text[:cut]
        text = text[cut:].lstrip()
    yield text


def _index(text: str, offset: int) -> int:
    """Return the index in `text` of a UTF-16 offset, rounded down."""
    return len(text.encode("utf-16-le")[: 2 * offset].decode("utf-16-le", "ignore"))


def _checked(entity: Entity) -> Entity:
    if entity.type not in _KEPT:
        raise TextError("can't parse MessageEntity: Unsupported type specified")
    for name, value in (("offset", entity.offset), ("length", entity.length)):
        if not 0 <= value <= _FARTHEST:
            raise TextError(f"receive an entity with incorrect {name} {value}")
    problem = link_problem(entity.url) if entity.type == "text_link" else ""
    if problem:
        raise TextError(f"entity URL '{entity.url}' is invalid: {problem}")
    return entity


def link_problem(url: str) -> str:
    """Return why Telegram refuses a link's URL, or an empty string."""
    scheme, separator, rest = url.partition("://")
    if separator and scheme.lower() not in {"http", "https", "tg", "ton", "tonsite"}:
        return "Unsupported URL protocol"
    if url.lower().startswith(("tg:", "ton:", "tonsite:")):
        return ""
    authority = re.split(r"[/?#]", rest if separator else url, maxsplit=1)[0]
    host, colon, port = authority.rpartition("@")[2].partition(":")
    if not host:
        return "URL host is empty"
    if colon and not (port.isdecimal() and 0 < int(port) <= _LAST_PORT):
        return "Wrong port number specified in the URL"
    if not _HOST.fullmatch(host):
        return "Wrong URL host"
    return "" if host.strip(".") and "." in host else "Wrong HTTP URL"


def _cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Remove the characters that Telegram removes, and move the entities accordingly."""
    moved: list[int | None] = []  # new offset of each old one; None in the middle of a character
    size = 0
    for character in text:
        width = 1 if character <= "\uffff" else 2
        moved += [size, None][:width]
        size += len(_CLEANED.get(ord(character), " " * width))
    moved.append(size)
    return text.translate(_CLEANED), [_moved(entity, moved, text) for entity in entities]


def _moved(entity: Entity, moved: list[int | None], text: str) -> Entity:
    last = len(moved) - 1
    if entity.offset > last:
        raise TextError(f"entity begins after the end of the text at UTF-16 offset {entity.offset}")
    begin = moved[entity.offset]
    if begin is None:
        raise TextError(f"entity begins in a middle of a UTF-16 symbol at byte offset {_bytes(text, entity.offset)}")
    named = f"entity beginning at UTF-16 offset {entity.offset}"
    if entity.end > last:
        raise TextError(f"{named} ends after the end of the text at UTF-16 offset {entity.end}")
    end = moved[entity.end]
    if end is None:
        raise TextError(f"{named} ends in a middle of a UTF-16 symbol at byte offset {_bytes(text, entity.end)}")
    return replace(entity, offset=begin, length=end - begin)


def _bytes(text: str, offset: int) -> int:
    return len(text[: _index(text, offset) + 1].encode())


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Trim a text, remove leading space from its entities, and drop empty ones.

    A link keeps its space, so that its URL is not lost.
    """
    kept = [_without_leading_space(entity, text) for entity in entities]
    stripped = text.rstrip(" \n")
    size = units(stripped)
    kept = [replace(entity, length=min(entity.end, size) - entity.offset) for entity in kept]
    kept = [entity for entity in kept if entity.length > 0]
    leading = sum(1 for _ in takewhile(lambda character: character in " \n", stripped))
    leading = min([leading, *(entity.offset for entity in kept)])
    return stripped[leading:], [replace(entity, offset=entity.offset - leading) for entity in kept]


def _without_leading_space(entity: Entity, text: str) -> Entity:
    if entity.type == "text_link":
        return entity
    inside = text[_index(text, entity.offset) : _index(text, entity.end)]
    spaces = len(inside) - len(inside.lstrip(" \n"))
    return replace(entity, offset=entity.offset + spaces, length=entity.length - spaces)


def _found(text: str) -> Iterator[Entity]:
    for kind, pattern in (("bot_command", _COMMAND), ("mention", _MENTION), ("url", _URL)):
        for match in pattern.finditer(text):
            yield Entity(kind, units(text[: match.start()]), units(match[0]))


def _inside(entity: Entity, others: list[Entity]) -> bool:
    """Return whether an entity overlaps a part in which Telegram detects nothing."""
    return any(
        other.type in _WITHOUT_NEW_ENTITIES and entity.offset < other.end and other.offset < entity.end
        for other in others
    )
