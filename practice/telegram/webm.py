"""A browser's recording as a voice message: Opus in WebM becomes Opus in Ogg, as Telegram's clients record it."""

from collections.abc import Iterator

from practice.model.opus import ogg

_BLOCK, _SIMPLE_BLOCK = 0xA1, 0xA3
_INSIDE = {0x18538067, 0x1F43B675, 0xA0}
"""Elements that hold the blocks: a segment, a cluster, a group (Matroska, RFC 9559)."""
_TRACK_AND_TIME = 4
"""Bytes before a block's data: the track's number below 128, the time, the flags."""


def in_ogg(content: bytes, words: str = "") -> bytes:
    """Return a recording in Ogg, with `words` as its title; one that is no WebM stays as it is."""
    packets = list(_packets(content)) if content.startswith(b"\x1a\x45\xdf\xa3") else []
    return ogg(packets, words or None) if packets else content


def _packets(content: bytes) -> Iterator[bytes]:
    """Yield the packets of the blocks. A recorder writes them as it hears them: sizes may be unknown."""
    at = 0
    while at < len(content):
        element, at = _number(content, at, keeps_mark=True)
        size, at = _number(content, at)
        if element in _INSIDE:
            continue
        if element in {_BLOCK, _SIMPLE_BLOCK}:
            yield content[at + _TRACK_AND_TIME : at + size]
        at += size


def _number(content: bytes, at: int, *, keeps_mark: bool = False) -> tuple[int, int]:
    """Return a number whose first byte's leading zeros tell its length (EBML, RFC 8794), and what follows its place."""
    length = 9 - content[at].bit_length()
    value = int.from_bytes(content[at : at + length], "big")
    return value if keeps_mark else value & ~(1 << 7 * length), at + length
