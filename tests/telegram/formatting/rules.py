"""Telegram's rules for a message, and a notation for its formatting."""

from itertools import pairwise

from telegram import MessageEntity

from bot.telegram.texts import Text

_CODE = (MessageEntity.PRE, MessageEntity.CODE)


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def covered(part: Text, entity: MessageEntity) -> str:
    return part.text.encode("utf-16-le")[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")


def looks(part: Text) -> list[tuple[str, str]]:
    """Give the type of each entity and the text it covers; of a link and a code block also where to and which."""
    return [
        (" ".join(filter(None, (entity.type, entity.url, entity.language))), covered(part, entity))
        for entity in part.entities
    ]


def assert_sendable(part: Text) -> None:
    assert part.text.strip()
    assert part.text == part.text.rstrip()
    assert utf16(part.text) <= 4096
    assert len(part.entities) <= 100
    for entity in part.entities:
        text = covered(part, entity)
        assert entity.offset >= 0
        assert entity.length == utf16(text) > 0
        assert text == text.rstrip()
        assert entity.type == MessageEntity.PRE or text == text.lstrip()
    keys = [(entity.offset, -entity.length) for entity in part.entities]
    assert all(first <= second for first, second in pairwise(keys))
    _assert_nesting(part)


def _assert_nesting(part: Text) -> None:
    around: list[MessageEntity] = []
    for entity in part.entities:
        around = [outer for outer in around if outer.offset + outer.length > entity.offset]
        for outer in around:
            assert entity.offset + entity.length <= outer.offset + outer.length
            assert entity.type != outer.type
            assert outer.type not in _CODE
            assert entity.type not in _CODE or (entity.type, outer.type) == (
                MessageEntity.CODE,
                MessageEntity.BLOCKQUOTE,
            )
        around.append(entity)
