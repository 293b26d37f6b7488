"""`/export`: all of a user's data as two files."""

from datetime import UTC, datetime, tzinfo
from tempfile import TemporaryFile

from bot.database import transfer
from bot.database.engine import Transaction
from bot.telegram.formatting import code, compose
from bot.telegram.refusals import writing
from bot.telegram.texts import MOST_BYTES, File, Text
from bot.values.owner import Owner


async def export(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, *_: object, most_bytes: int = MOST_BYTES
) -> list[Text]:
    """Return the owner's data as two files of at most `most_bytes` each, or else how to get them.

    Works in the caller's transaction. Times are in `timezone`.
    """
    from bot.memory.export.writing import names, write  # noqa: PLC0415 - it takes 2 MB, and is seldom needed

    now = datetime.now(UTC)
    await transfer.begin(tx, owner)
    json_name, markdown_name = names(now.astimezone(timezone))
    with TemporaryFile() as json, TemporaryFile() as markdown:
        written = await write(tx, owner, now, json.write, markdown.write, timezone)
        if max(json.tell(), markdown.tell()) > most_bytes:
            return compose(
                f"What I know of you is more than the {most_bytes // 1_000_000} MB that Telegram takes as"
                " a file. Whoever hosts me can write it into a folder:\n",
                code(writing(json_name, owner.user_id)),
            )
        json.seek(0)
        markdown.seek(0)
        files = File(json_name, json.read()), File(markdown_name, markdown.read())
    private = " This private conversation is not in it." if written.leaves_out_private else ""
    caption = f"Everything I know of you, to keep or to move to another Keepsake: {written}.{private}"
    return [Text(caption, file=files[0]), Text("The same, for you to read.", file=files[1])]
