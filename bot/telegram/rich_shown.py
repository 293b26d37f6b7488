"""Rich messages as their chat shows them (Bot API, RichMessage), which python-telegram-bot leaves unread. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Final

from telegram import Message, MessageEntity

from bot.telegram.formatting.rich_reply import footer_of
from bot.telegram.formatting.rich_text import RichText, Style
from bot.telegram.rich import FOOTER, Block, Json, plain, words
from bot.telegram.texts import Button, Buttons, Rich, Text, utf16_length

_STYLED: Final = ("bold", "italic", "strikethrough", "spoiler", "code")


def blocks_shown(message: Message) -> Sequence[Block]:
    """Return the blocks of a message; empty for one without."""
    found = message.api_kwargs.get("rich_message")
    blocks = found.get("blocks") if isinstance(found, Mapping) else None
    return [it for it in blocks if isinstance(it, Mapping)] if isinstance(blocks, Sequence) else []


def words_shown(message: Message) -> str:
    """Return what a rich message says; empty for another one."""
    return plain(blocks_shown(message))


def shown_rich(message: Message, buttons: Buttons) -> Text | None:
    """Return a rich message with the `buttons` below it; None for another one.

    Its text is that of its footer, in which Keepsake's own lines stand, and its blocks are those above.
    """
    blocks = blocks_shown(message)
    if not blocks:
        return None
    last = blocks[-1]
    has_footer = last.get("type") == FOOTER
    above = [_sendable(it) for it in (blocks[:-1] if has_footer else blocks)]
    text, entities = _footer(last.get("text")) if has_footer else ("", ())
    return Text(text, entities, buttons=[*rows_in(above), *buttons], rich=Rich(above, is_above=True))


def redrawn(shows: Text) -> Text:
    """Return the edit of a rich message that shows a changed footer and changed buttons; another text is unchanged.

    There is no other way to send it: what Telegram refuses stays as it is.
    """
    if shows.rich is None or not shows.rich.is_above:
        return shows
    inside = {it.data for row in rows_in(shows.rich.blocks) for it in row}
    below = [row for row in shows.buttons if not inside.issuperset(it.data for it in row)]
    footer = footer_of(_rich_text(shows))
    return replace(
        shows, text="", entities=(), rich=Rich([*shows.rich.blocks, *footer], buttons=below, about=shows.about)
    )


def _rich_text(text: Text) -> RichText:
    """Return a text with the styles of its entities, outer ones first."""
    units = [0, *accumulate(map(utf16_length, text.text))]
    styles = [Style(it.type, it.url, it.language) for it in text.entities]
    spans = [(it.offset, it.offset + it.length) for it in text.entities]
    return RichText(
        text.text,
        [
            tuple(style for style, (begin, end) in zip(styles, spans, strict=True) if begin <= at < end)
            for at in units[:-1]
        ],
    )


def _footer(value: Json) -> tuple[str, tuple[MessageEntity, ...]]:
    """Return a RichText as a text with entities."""
    text = "".join(words(value))
    return text, tuple(_entities(value, 0))


def _entities(value: Json, begin: int) -> Iterator[MessageEntity]:
    """Yield the entities of a RichText that begins at a UTF-16 unit, outer ones first."""
    if isinstance(value, Mapping):
        of, length = value.get("type"), utf16_length("".join(words(value)))
        url = value.get("url")
        if of in _STYLED:
            yield MessageEntity(str(of), begin, length)
        elif isinstance(url, str):
            yield MessageEntity(MessageEntity.TEXT_LINK, begin, length, url=url)
        yield from _entities(value.get("text"), begin)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from _entities(part, begin)
            begin += utf16_length("".join(words(part)))


def _sendable(value: Block) -> Block:
    """Return a block that was received as one to send: the items of lists get their labels from Telegram."""
    return {name: _without_labels(it) for name, it in value.items()}


def _without_labels(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {name: _without_labels(it) for name, it in value.items() if name != "label"}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_without_labels(it) for it in value]
    return value


def rows_in(value: Json) -> Iterator[Sequence[Button]]:
    """Yield the buttons inside blocks, each in a row of its own."""
    if isinstance(value, Mapping):
        data, label = value.get("callback_data"), value.get("text")
        if isinstance(data, str):
            yield [Button("".join(words(label)), data)]
        for part in value.values():
            yield from rows_in(part)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for part in value:
            yield from rows_in(part)
