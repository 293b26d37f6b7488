"""Bodies of answers, unpacked as they come, and never beyond a limit. Pure."""

import zlib
from typing import Final

from bot.errors import PageUnread

ACCEPTED: Final = "gzip, deflate"
_ZLIB_OR_GZIP: Final = 47
_GZIP: Final = b"\x1f\x8b"
_RAW: Final = -15
"""Window bits (https://docs.python.org/3/library/zlib.html#zlib.decompressobj)."""


class Body:
    """Collects a body (RFC 9110, 8.4) up to a number of bytes. Raises PageUnread for an unknown packing."""

    def __init__(self, packing: str, most_bytes: int) -> None:
        self._packing = packing.strip().lower().removeprefix("x-")
        if self._packing not in {"", "identity", "gzip", "deflate"}:
            raise PageUnread("The server packs this page in a way that I can't read.")
        self._unpacker = None if self._packing in {"", "identity"} else zlib.decompressobj(_ZLIB_OR_GZIP)
        self._room = most_bytes
        self._pieces: list[bytes] = []

    @property
    def content(self) -> bytes:
        """What was collected."""
        return b"".join(self._pieces)

    def add(self, piece: bytes) -> bool:
        """Take a piece as it came; return False if the rest does not fit. Raises PageUnread if it is damaged."""
        if self._unpacker is None:
            return self._keep(piece)
        try:
            return self._unpack(self._unpacker, piece)
        except zlib.error:
            if self._pieces or self._packing != "deflate":
                raise PageUnread("This page is damaged.") from None
        try:  # some servers leave out the head that "deflate" should have
            return self._unpack(zlib.decompressobj(_RAW), piece)
        except zlib.error:
            raise PageUnread("This page is damaged.") from None

    def _unpack(self, unpacker: "zlib._Decompress", piece: bytes) -> bool:
        while piece:
            if not self._keep(unpacker.decompress(piece, self._room + 1)):
                return False
            piece = unpacker.unconsumed_tail
            if unpacker.eof:  # gzip allows several, one after the other; what else follows is left out
                piece = unpacker.unused_data if unpacker.unused_data.startswith(_GZIP) else b""
                unpacker = zlib.decompressobj(_ZLIB_OR_GZIP)
        self._unpacker = unpacker
        return True

    def _keep(self, piece: bytes) -> bool:
        self._pieces.append(piece[: self._room])
        fits = len(piece) <= self._room
        self._room -= min(len(piece), self._room)
        return fits
