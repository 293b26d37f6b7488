"""Init data: what Telegram tells a Mini App of who has opened it, signed for the bot.

https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
"""

import hmac
import json
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import parse_qsl

VALID: Final = timedelta(hours=1)
"""How long init data lets somebody in, which bounds what a stolen copy is good for."""
_SKEW: Final = timedelta(minutes=1)
"""How far Telegram's clock may be ahead of ours."""
_HASH: Final = "sha256"


def key_of(bot_token: str) -> bytes:
    """Return the key of a bot's signatures."""
    return hmac.digest(b"WebAppData", bot_token.encode(), _HASH)


def user_of(init_data: str, key: bytes, now: datetime) -> int | None:
    """Return the id of the user who has opened the Mini App; None if it is not signed so, or too old."""
    fields = dict(parse_qsl(init_data, keep_blank_values=True, errors="replace"))
    given = fields.pop("hash", "")
    if not hmac.compare_digest(signature(fields, key).encode(), given.encode(errors="replace")):
        return None
    try:
        at = datetime.fromtimestamp(int(fields["auth_date"]), UTC)
        user_id = json.loads(fields["user"])["id"]
    except (KeyError, ValueError, TypeError, OverflowError, OSError):
        return None  # it was opened where no user is told, such as from a keyboard
    return user_id if -_SKEW <= now - at <= VALID and isinstance(user_id, int) else None


def signature(fields: dict[str, str], key: bytes) -> str:
    """Return the signature of all fields but the hash itself."""
    checked = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    return hmac.digest(key, checked.encode(errors="replace"), _HASH).hex()
