"""Recordings in Ogg Opus (RFC 7845) that carry the words they stand for as their title, also a browser's."""

import re
from collections.abc import Iterator, Sequence
from struct import pack, unpack_from
from typing import Final

RATE: Final = 48_000
"""Opus counts samples at this rate, whatever was recorded."""
_FRAME: Final = b"\xf8\xff\xfe"
"""20 ms of silence."""
_FRAMES_A_SECOND: Final = 50
_PACKETS_A_PAGE: Final = 20
_SERIAL: Final = 1
_BEGINS, _ENDS = 2, 4
_HEADER: Final = 27
_POLYNOMIAL: Final = 0x04C11DB7
_BLOCK, _SIMPLE_BLOCK = 0xA1, 0xA3
_INSIDE = {0x18538067, 0x1F43B675, 0xA0}
"""Elements that hold the blocks: a segment, a cluster, a group (Matroska, RFC 9559)."""
_TRACK_AND_TIME = 4
"""Bytes before a block's data: the track's number below 128, the time, the flags."""
_VENDOR: Final = b"practice"
_TITLE: Final = re.compile(rb"....TITLE=", re.DOTALL | re.IGNORECASE)


def recording(words: str, seconds: float = 1) -> bytes:
    """Return a recording that `words_in` understands."""
    return ogg([_FRAME] * max(1, round(seconds * _FRAMES_A_SECOND)), words)


def ogg(packets: Sequence[bytes], words: str | None = None) -> bytes:
    """Return Opus packets as a file, with words as its title if they are given."""
    comments = [] if words is None else [b"TITLE=" + words.encode()]
    head = b"OpusHead" + pack("<BBHIhB", 1, 1, 0, RATE, 0, 0)
    tags = b"OpusTags" + pack("<I", len(_VENDOR)) + _VENDOR + pack("<I", len(comments))
    pages: list[tuple[Sequence[bytes], int]] = [
        ((head,), 0),
        ((tags + b"".join(pack("<I", len(it)) + it for it in comments),), 0),
    ]
    samples = 0
    for first in range(0, len(packets), _PACKETS_A_PAGE):
        together = packets[first : first + _PACKETS_A_PAGE]
        samples += sum(map(_samples, together))
        pages.append((together, samples))
    flags = [_BEGINS, *[0] * (len(pages) - 2), _ENDS]
    numbered = enumerate(zip(pages, flags, strict=True))
    return b"".join(_page(packets, samples, number, flag) for number, ((packets, samples), flag) in numbered)


def in_ogg(content: bytes, words: str = "") -> bytes:
    """Return a browser's recording in Ogg, with `words` as its title; one that is no WebM stays as it is."""
    packets = list(_webm_packets(content)) if content.startswith(b"\x1a\x45\xdf\xa3") else []
    return ogg(packets, words or None) if packets else content


def _webm_packets(content: bytes) -> Iterator[bytes]:
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


def _samples(packet: bytes) -> int:
    """Return the number of samples in a packet (RFC 6716, section 3.1)."""
    configuration, code = packet[0] >> 3, packet[0] & 3
    if configuration < 12:  # noqa: PLR2004 - the RFC's table
        milliseconds: float = (10, 20, 40, 60)[configuration % 4]
    elif configuration < 16:  # noqa: PLR2004 - as above
        milliseconds = (10, 20)[configuration % 2]
    else:
        milliseconds = (2.5, 5, 10, 20)[configuration % 4]
    frames = (1, 2, 2, packet[1] & 63 if len(packet) > 1 else 1)[code]
    return round(frames * milliseconds * RATE / 1000)


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
