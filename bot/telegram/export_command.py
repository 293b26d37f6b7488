"""`/export`: everything that is known of the one who asks, as two files, straight from the database."""

from datetime import UTC, datetime, tzinfo
from io import BytesIO
from typing import Final

from bot.database import transfer
from bot.database.engine import Transaction
from bot.memory.export.writing import names, write
from bot.telegram.formatting import code, compose
from bot.telegram.host_commands import writing
from bot.telegram.texts import MOST_BYTES, File, Text
from bot.values import Embedding, Owner

_PRIVATE: Final = " This private conversation is not in it."


class ExportCommand:
    """Carries out `/export`; times are told in a zone. A file may have so many bytes (Bot API, "Sending files")."""

    def __init__(self, timezone: tzinfo | None, most_bytes: int = MOST_BYTES) -> None:
        self._timezone = timezone
        self._most_bytes = most_bytes

    async def answer(
        self, tx: Transaction, owner: Owner, _words: str, _embedding: Embedding | None = None
    ) -> list[Text]:
        """Return the two files, or how to get them where they are too large for Telegram."""
        now = datetime.now(UTC)
        await transfer.begin(tx, owner)
        json_name, markdown_name = names(now.astimezone(self._timezone))
        json, markdown = _Limited(self._most_bytes), _Limited(self._most_bytes)
        try:
            written = await write(tx, owner, now, json.write, markdown.write, self._timezone)
        except _TooLargeError:
            return [*_too_large(self._most_bytes, writing(json_name, owner.user_id))]
        private = _PRIVATE if written.leaves_out_private else ""
        return [
            Text(
                f"Everything I know of you, to keep or to move to another Keepsake: {written}.{private}",
                file=File(json_name, json.content),
            ),
            Text("The same, for you to read.", file=File(markdown_name, markdown.content)),
        ]


class _TooLargeError(Exception):
    """A file has grown beyond what it may have."""


class _Limited:
    """A file in memory that may have so many bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._file = BytesIO()
        self._most_bytes = most_bytes

    def write(self, piece: bytes, /) -> None:
        """Take some bytes. Raises _TooLargeError."""
        self._file.write(piece)
        if self._file.tell() > self._most_bytes:
            raise _TooLargeError

    @property
    def content(self) -> bytes:
        """What was written."""
        return self._file.getvalue()


def _too_large(most_bytes: int, command: str) -> list[Text]:
    return compose(
        f"What I know of you is more than the {most_bytes // 1_000_000} MB that Telegram takes as a file. "
        "Whoever hosts me can write it into a folder:\n",
        code(command),
    )
