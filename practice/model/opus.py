"""Recordings of silence in Ogg Opus (RFC 7845) that carry the words they stand for as their title."""

import re
from collections.abc import Iterator, Sequence
from struct import pack, unpack_from
from typing import Final

RATE: Final = 48_000
"""Opus counts samples at this rate, whatever was recorded."""
_FRAME: Final = b"\xf8\xff\xfe"
"""20 ms of silence."""
_FRAMES_A_SECOND: Final = 50
_SERIAL: Final = 1
_BEGINS, _ENDS = 2, 4
_HEADER: Final = 27
_POLYNOMIAL: Final = 0x04C11DB7
_VENDOR: Final = b"practice"
_TITLE: Final = re.compile(rb"....TITLE=", re.DOTALL | re.IGNORECASE)


def recording(words: str, seconds: float = 1) -> bytes:
    """Return a recording that `words_in` understands."""
    comment = b"TITLE=" + words.encode()
    head = b"OpusHead" + pack("<BBHIhB", 1, 1, 0, RATE, 0, 0)
    tags = b"OpusTags" + pack("<I", len(_VENDOR)) + _VENDOR + pack("<II", 1, len(comment)) + comment
    frames = max(1, round(seconds * _FRAMES_A_SECOND))
    pages: list[tuple[Sequence[bytes], int]] = [((head,), 0), ((tags,), 0)]
    for first in range(0, frames, _FRAMES_A_SECOND):
        last = min(first + _FRAMES_A_SECOND, frames)
        pages.append(((_FRAME,) * (last - first), last * RATE // _FRAMES_A_SECOND))
    flags = [_BEGINS, *[0] * (len(pages) - 2), _ENDS]
    numbered = enumerate(zip(pages, flags, strict=True))
    return b"".join(_page(packets, samples, number, flag) for number, ((packets, samples), flag) in numbered)


def words_in(content: bytes) -> str | None:
    """Return the title of a recording in Ogg; None if it has none."""
    packets = b"".join(page[_HEADER + page[_HEADER - 1] :] for page in _pages(content))
    if not (found := _TITLE.search(packets)):
        return None
    (length,) = unpack_from("<I", packets, found.start())
    return packets[found.end() :][: length - len("TITLE=")].decode("utf-8", "replace")


def seconds_of(content: bytes) -> float | None:
    """Return the length of a recording in Ogg Opus; None if it is something else."""
    samples = [unpack_from("<q", page, 6)[0] for page in _pages(content)]
    return samples[-1] / RATE if samples and b"OpusHead" in content[:100] else None


def _pages(content: bytes) -> Iterator[bytes]:
    at = 0
    while content.startswith(b"OggS", at) and len(content) >= at + _HEADER:
        segments = content[at + _HEADER - 1]
        end = at + _HEADER + segments + sum(content[at + _HEADER : at + _HEADER + segments])
        yield content[at:end]
        at = end


def _page(packets: Sequence[bytes], samples: int, number: int, flag: int) -> bytes:
    """Return a page (RFC 3533): each packet's length is a row of bytes, the last of them below 255."""
    lengths = b"".join(b"\xff" * (len(it) // 255) + bytes([len(it) % 255]) for it in packets)
    before, after = b"OggS" + pack("<BBqII", 0, flag, samples, _SERIAL, number), bytes([len(lengths)]) + lengths
    data = after + b"".join(packets)
    return before + pack("<I", _checksum(before + bytes(4) + data)) + data


def _checksum(data: bytes) -> int:
    value = 0
    for byte in data:
        value = (value << 8) & 0xFFFFFFFF ^ _CHECKSUMS[(value >> 24) ^ byte]
    return value


def _checksum_of(byte: int) -> int:
    value = byte << 24
    for _ in range(8):
        value = (value << 1) & 0xFFFFFFFF ^ (_POLYNOMIAL if value & 0x80000000 else 0)
    return value


_CHECKSUMS: Final = [_checksum_of(byte) for byte in range(256)]
