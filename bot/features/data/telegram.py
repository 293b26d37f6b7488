"""`/export` and `/erase`: all of a user's data as two files, and its end."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from tempfile import TemporaryFile
from typing import Final

from bot.features.data import store
from bot.kit.language import listed, mark, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.telegram.chats import Job
from bot.telegram.errors import writing
from bot.telegram.formatting import code, compose, filled
from bot.telegram.texts import MOST_BYTES, File, Part
from bot.telegram.turn_commands import TO_GO_AHEAD, Plan
from bot.turns.services import TurnServices
from bot.turns.store import erasure

ERASE_PHRASE: Final = "everything I told you"
_ASKS_TO_ERASE: Final = mark(
    "This erases everything I know about you, for good: {things}, and what our conversations cost. The messages in "
    "this Telegram chat and earlier backups stay. /export gives you a copy first."
)
_ERASED: Final = mark(
    "Everything is erased: your memories and notes, our conversations, and what they cost. This Telegram chat keeps "
    "its messages until you delete them. If you write to me again, we start from scratch."
)


async def export(
    timezone: tzinfo | None,
    sections: store.Sections,
    tx: Transaction,
    owner: Owner,
    *_: object,
    most_bytes: int = MOST_BYTES,
) -> Sequence[Part]:
    """Return the owner's data as two files of at most `most_bytes` each, or else how to get them.

    Works in the caller's transaction. Times are in `timezone`.
    """
    from bot.features.data.export.writing import names, write  # noqa: PLC0415 - it takes 2 MB, and is seldom needed

    now = datetime.now(UTC)
    await store.begin(tx, owner)
    json_name, markdown_name = names(now.astimezone(timezone))
    with TemporaryFile() as json, TemporaryFile() as markdown:
        written = await write(tx, owner, now, sections(), json.write, markdown.write, timezone)
        if max(json.tell(), markdown.tell()) > most_bytes:
            return compose(
                t("This is more than the {size} MB of a file in Telegram.", size=most_bytes // 1_000_000),
                " ",
                t("Whoever hosts me can save it to a folder with this command:"),
                "\n",
                code(writing(json_name, owner.user_id)),
            )
        json.seek(0)
        markdown.seek(0)
        of_both = json.read(), markdown.read()
    private = t("This private conversation isn't in it.") if written.leaves_out_private else ""
    whole = t(
        "Everything I know about you, to keep or to move to another Keepsake: {contents}.", contents=things(written)
    )
    return [
        File(json_name, of_both[0], sentences(whole, private)),
        File(markdown_name, of_both[1], t("The same, for you to read.")),
    ]


def things(amounts: store.Amounts) -> str:
    """Name what there is of a user, without what there is none of."""
    live, deleted = amounts.memories - amounts.deleted, amounts.deleted
    of_memory = {
        plural("{count} memory", "{count} memories", live): live,
        plural("{count} deleted memory", "{count} deleted memories", deleted): deleted,
    }
    talks, messages = amounts.conversations, amounts.messages
    said = {
        plural("{count} conversation", "{count} conversations", talks): talks,
        plural("{count} message", "{count} messages", messages): messages,
    }
    known, of_talk = ([name for name, count in its.items() if count] for its in (of_memory, said))
    return listed([*known, *amounts.more, *of_talk]) or t("nothing")


async def erase(services: TurnServices, sections: store.Sections, tx: Transaction, job: Job) -> Plan:
    """Plan the erasure of everything, once the whole phrase is sent."""
    if one_line(job.words) != ERASE_PHRASE:
        known = things(await store.amounts(tx, job.chat.owner, sections()))
        go_ahead = filled(t(TO_GO_AHEAD), command=code(f"/erase {ERASE_PHRASE}"))
        return compose(t(_ASKS_TO_ERASE, things=known), "\n\n", go_ahead)

    async def erase_all(tx: Transaction) -> Sequence[str]:
        await erasure.erase_everything(tx, job.chat.owner)
        services.preferences.forget(job.chat.owner)
        services.languages.forget(job.chat.owner)
        return (t(_ERASED),)

    return erase_all
