"""Identifiers that we make ourselves, and digests of secrets."""

import secrets
import string
import time
from hashlib import sha256
from uuid import UUID

_ALPHABET = string.ascii_letters + string.digits


def short_id() -> str:
    """Return 8 random characters of A-Za-z0-9: short in prompts, with 218 trillion values."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


def uuid7(after: UUID | None = None) -> UUID:
    """Return a UUID of version 7 (RFC 9562, section 5.7): sorts by the millisecond it was made in.

    It sorts after `after`, even when the clock was set back.
    """
    milliseconds = time.time_ns() // 1_000_000
    random = secrets.randbits(74)
    made = UUID(int=milliseconds << 80 | 0x7 << 76 | random >> 62 << 64 | 0b10 << 62 | random & ((1 << 62) - 1))
    return made if after is None or made > after else UUID(int=after.int + 1)


def digest(token: str) -> str:
    """Return what is kept of a secret."""
    return sha256(token.encode(errors="replace")).hexdigest()
