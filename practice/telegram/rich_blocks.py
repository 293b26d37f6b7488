"""Pure: validates the blocks of a rich message (Bot API, InputRichMessage), and returns them as clients show them.

Media, maps, HTML and Markdown are not supported. Where the documentation has no words for an error, its own style is
used.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.keyboards import Button, link_refusal
from practice.telegram.updates import JsonObject

MOST_CHARACTERS: Final = 32_768
MOST_BLOCKS: Final = 500
DEEPEST: Final = 16
MOST_COLUMNS: Final = 20
_MOST_IN_A_ROW: Final = 8
_DATA_LIMIT: Final = 64  # bytes
_SIZES: Final = range(1, 7)

_Check: TypeAlias = Callable[["_Reader", object], object]
"""Validates the value of a field, and returns it. Raises ApiError."""


@dataclass(frozen=True, slots=True)
class _Field:
    check: _Check
    is_required: bool = True


class _Reader:
    """Reads one message, and counts what is limited."""

    def __init__(self) -> None:
        self.characters = 0
        self.blocks = 0

    def text(self, value: object) -> object:
        """Read a RichText."""
        if isinstance(value, str):
            self.characters += len(value)
            return value
        if isinstance(value, list):
            return [self.text(it) for it in value]
        return self._typed("RichText", value, _TEXTS)

    def block(self, value: object) -> JsonObject:
        """Read a block."""
        self.blocks += 1
        return self._typed("InputRichBlock", value, _BLOCKS)

    def block_list(self, value: object) -> object:
        """Read the blocks in a block."""
        return [self.block(it) for it in _array("blocks", value)]

    def items(self, value: object) -> object:
        """Read the items of a list, which get labels."""
        found: list[JsonObject] = []
        for place, it in enumerate(_array("items", value), 1):
            self.blocks += 1
            item = self._fields("InputRichBlockListItem", it, _ITEM)
            number = item.get("value", place)
            found.append({"label": f"{number}." if "type" in item or "value" in item else "•", **item})
        return found

    def cells(self, value: object) -> object:
        """Read the rows of a table."""
        rows = [_array("cells", row) for row in _array("cells", value)]
        self.blocks += len(rows)
        if any(len(row) > MOST_COLUMNS for row in rows):
            raise bad_request("RICH_MESSAGE_TABLE_COLUMNS_TOO_MUCH")
        return [[self._fields("RichBlockTableCell", cell, _CELL) for cell in row] for row in rows]

    def buttons(self, value: object) -> object:
        """Read a row of buttons."""
        row = _array("buttons", value)
        if not 1 <= len(row) <= _MOST_IN_A_ROW:
            raise bad_request("RICH_MESSAGE_BUTTONS_INVALID")
        return [self.button(it) for it in row]

    def button(self, value: object) -> object:
        """Read a button: exactly one field besides its text and style says what it does."""
        button = self._fields("RichMessageButton", value, _BUTTON)
        acts = button.keys() - {"text", "style"}
        if len(acts) != 1:
            raise bad_request("can't parse RichMessageButton: exactly one type of the button must be specified")
        if button.get("style") == "link" and "callback_data" not in button:
            raise bad_request("BUTTON_STYLE_INVALID")
        refusal = link_refusal(str(button["url"])) if "url" in button else None
        if refusal:
            raise refusal
        return button

    def _typed(self, kind: str, value: object, known: Mapping[str, Mapping[str, _Field]]) -> JsonObject:
        if not isinstance(value, dict):
            raise bad_request(f"can't parse {kind}: {kind} must be an Object")
        if "type" not in value:
            raise bad_request(f"can't parse {kind}: Can't find field \"type\"")
        if value["type"] not in known:
            raise bad_request(f"can't parse {kind}: Unsupported type specified")
        return {"type": value["type"], **self._fields(kind, value, known[value["type"]])}

    def _fields(self, kind: str, value: object, fields: Mapping[str, _Field]) -> JsonObject:
        if not isinstance(value, dict):
            raise bad_request(f"can't parse {kind}: {kind} must be an Object")
        read: JsonObject = {}
        for name, field in fields.items():
            if name not in value and field.is_required:
                raise bad_request(f"can't parse {kind}: Can't find field \"{name}\"")
            if name in value and (found := field.check(self, value[name])) is not False:
                read[name] = found
        return read


def _array(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise bad_request(f'field "{name}" must be an Array')
    return value


def _string(_: _Reader, value: object) -> object:
    if not isinstance(value, str):
        raise bad_request("field must be of type String")
    return value


def _formula(reader: _Reader, value: object) -> object:
    reader.characters += len(str(_string(reader, value)))
    return value


def _flag(_: _Reader, value: object) -> object:
    if not isinstance(value, bool):
        raise bad_request("field must be of type Boolean")
    return value


def _number(_: _Reader, value: object) -> object:
    if not isinstance(value, int) or isinstance(value, bool):
        raise bad_request("field must be of type Number")
    return value


def _size(reader: _Reader, value: object) -> object:
    if _number(reader, value) not in _SIZES:
        raise bad_request("RICH_MESSAGE_HEADING_SIZE_INVALID")
    return value


def _data(reader: _Reader, value: object) -> object:
    if not 1 <= len(str(_string(reader, value)).encode()) <= _DATA_LIMIT:
        raise bad_request("BUTTON_DATA_INVALID")
    return value


def _object(_: _Reader, value: object) -> object:
    if not isinstance(value, dict):
        raise bad_request("field must be an Object")
    return value


def _one_of(*values: str) -> _Check:
    def check(_: _Reader, value: object) -> object:
        if value not in values:
            raise bad_request(f"field must be one of {', '.join(values)}")
        return value

    return check


def _label(reader: _Reader, value: object) -> object:
    """Read the text of a button: plain, with emoji and times."""
    parts = value if isinstance(value, list) else [value]
    if any(isinstance(it, dict) and it.get("type") not in {"custom_emoji", "date_time"} for it in parts):
        raise bad_request("BUTTON_TEXT_INVALID")
    return reader.text(value)


_RICH, _STRING, _IS = _Field(_Reader.text), _Field(_string), _Field(_flag, is_required=False)
_CREDIT = _Field(_Reader.text, is_required=False)
_INSIDE: Final = _Field(_Reader.block_list)
_STYLED: Final = (
    *("bold", "italic", "underline", "strikethrough", "spoiler"),
    *("subscript", "superscript", "marked", "code"),
)
_ALIGN: Final = _Field(_one_of("left", "center", "right"))
_TEXTS: Final[Mapping[str, Mapping[str, _Field]]] = {
    **{name: {"text": _RICH} for name in _STYLED},
    "date_time": {"text": _RICH, "unix_time": _Field(_number), "date_time_format": _STRING},
    "text_mention": {"text": _RICH, "user": _Field(_object)},
    "custom_emoji": {"custom_emoji_id": _STRING, "alternative_text": _STRING},
    "mathematical_expression": {"expression": _Field(_formula)},
    "url": {"text": _RICH, "url": _STRING},
    "email_address": {"text": _RICH, "email_address": _STRING},
    "phone_number": {"text": _RICH, "phone_number": _STRING},
    "bank_card_number": {"text": _RICH, "bank_card_number": _STRING},
    "mention": {"text": _RICH, "username": _STRING},
    "hashtag": {"text": _RICH, "hashtag": _STRING},
    "cashtag": {"text": _RICH, "cashtag": _STRING},
    "bot_command": {"text": _RICH, "bot_command": _STRING},
    "button": {"button": _Field(_Reader.button)},
    "anchor": {"name": _STRING},
    "anchor_link": {"text": _RICH, "anchor_name": _STRING},
    "reference": {"text": _RICH, "name": _STRING},
    "reference_link": {"text": _RICH, "reference_name": _STRING},
}
_BLOCKS: Final[Mapping[str, Mapping[str, _Field]]] = {
    "paragraph": {"text": _RICH},
    "heading": {"text": _RICH, "size": _Field(_size)},
    "pre": {"text": _RICH, "language": _Field(_string, is_required=False)},
    "footer": {"text": _RICH},
    "divider": {},
    "mathematical_expression": {"expression": _Field(_formula)},
    "anchor": {"name": _STRING},
    "list": {"items": _Field(_Reader.items)},
    "blockquote": {"blocks": _INSIDE, "credit": _CREDIT},
    "expandable_blockquote": {"text": _RICH, "credit": _CREDIT},
    "pullquote": {"text": _RICH, "credit": _CREDIT},
    "table": {
        "cells": _Field(_Reader.cells),
        "is_bordered": _IS,
        "is_striped": _IS,
        "is_compact": _IS,
        "caption": _CREDIT,
    },
    "details": {"summary": _RICH, "blocks": _INSIDE, "is_open": _IS},
    "buttons": {"buttons": _Field(_Reader.buttons), "align": _Field(_ALIGN.check, is_required=False)},
}
_ITEM: Final = {
    "blocks": _INSIDE,
    "has_checkbox": _IS,
    "is_checked": _IS,
    "value": _Field(_number, is_required=False),
    "type": _Field(_one_of("a", "A", "i", "I", "1"), is_required=False),
}
_CELL: Final = {
    "text": _CREDIT,
    "is_header": _IS,
    "colspan": _Field(_number, is_required=False),
    "rowspan": _Field(_number, is_required=False),
    "align": _ALIGN,
    "valign": _Field(_one_of("top", "middle", "bottom")),
}
_BUTTON: Final = {
    "text": _Field(_label),
    "style": _Field(_one_of("danger", "success", "primary", "link"), is_required=False),
    "callback_data": _Field(_data, is_required=False),
    "url": _Field(_string, is_required=False),
    **{
        name: _Field(_object, is_required=False)
        for name in ("web_app", "login_url", "switch_inline_query_chosen_chat", "copy_text", "disabled")
    },
    **{
        name: _Field(_string, is_required=False) for name in ("switch_inline_query", "switch_inline_query_current_chat")
    },
}


def blocks_of(message: JsonObject) -> list[JsonObject]:
    """Read the blocks of an InputRichMessage. Raises ApiError."""
    ways = [name for name in ("html", "markdown", "blocks") if message.get(name)]
    if not ways:
        raise bad_request("RICH_MESSAGE_CONTENT_REQUIRED")
    if len(ways) > 1:
        raise bad_request("exactly one of the fields html, markdown, or blocks must be used")
    if ways != ["blocks"]:
        raise bad_request(f"unsupported {ways[0]}")
    reader = _Reader()
    blocks = [reader.block(it) for it in _array("blocks", message["blocks"])]
    for refusal in _refusals(reader, blocks):
        raise refusal
    return blocks


def _refusals(reader: _Reader, blocks: list[JsonObject]) -> Iterator[ApiError]:
    if not "".join(words(blocks)).strip():
        yield bad_request("RICH_MESSAGE_CONTENT_REQUIRED")
    if reader.characters > MOST_CHARACTERS:
        yield bad_request("MESSAGE_TOO_LONG")
    if reader.blocks > MOST_BLOCKS:
        yield bad_request("RICH_MESSAGE_BLOCKS_TOO_MUCH")
    if _levels(blocks) > DEEPEST:
        yield bad_request("RICH_MESSAGE_TOO_DEEP")


def _levels(value: object) -> int:
    """Return the levels of nested blocks and formatting."""
    if isinstance(value, dict):
        return int("type" in value) + max(map(_levels, value.values()), default=0)
    return max(map(_levels, value), default=0) if isinstance(value, list) else 0


def words(value: object) -> Iterator[str]:
    """Yield the texts of blocks, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from words(part)
    elif isinstance(value, dict):
        for name in ("summary", "text", "expression", "button", "caption", "blocks", "items", "cells", "credit"):
            yield from words(value.get(name))


def plain(value: object) -> str:
    """Return what blocks say, a line for each."""
    return "\n".join(filter(None, ("\n".join(_lines(block)) for block in _each(value))))


def _each(value: object) -> Iterator[JsonObject]:
    for it in value if isinstance(value, list) else ():
        if isinstance(it, dict):
            yield it


def _lines(block: JsonObject) -> Iterator[str]:
    if isinstance(rows := block.get("cells"), list):
        yield from (" | ".join("".join(words(cell)) for cell in _each(row)) for row in rows)
    elif "items" in block:
        yield from (f"{_label_of(item)} {plain(item['blocks'])}" for item in _each(block["items"]))
    elif "blocks" in block:
        yield from filter(None, ["".join(words(block.get("summary"))), plain(block["blocks"])])
    else:
        yield "".join(words({name: block.get(name) for name in ("text", "expression")}))


def _label_of(item: JsonObject) -> str:
    if item.get("has_checkbox"):
        return "☑" if item.get("is_checked") else "☐"
    return str(item["label"])


def buttons_in(value: object) -> Iterator[Button]:
    """Yield the buttons in blocks that send data or open a link."""
    if isinstance(value, dict):
        if "callback_data" in value or ("url" in value and "type" not in value):
            label = "".join(words(value.get("text")))
            yield Button(label, str(value.get("url", "")), str(value.get("callback_data", "")))
        for part in value.values():
            yield from buttons_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from buttons_in(part)
