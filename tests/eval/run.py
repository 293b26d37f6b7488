"""All conversations with the real bot: a process between the practice servers, and a chat for each conversation."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import select

from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.store import memories as stored
from bot.memory.values import Addition
from bot.store.engine import Database
from bot.turns.store import usages
from bot.turns.store.tables import AgentAct
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.eval.conversation import Case, Conversation
from tests.eval.scoring import Kept, Outcome, Score, score
from tests.eval.talk import Talk
from tests.process import BotProcess

_TOKEN: Final = "1000:eval"
_BOT: Final = 1000
_LONG_AGO: Final = datetime(2020, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A conversation's score, and the usage of the model."""

    case: Case
    score: Score
    usage: usages.Total


async def run(
    cases: Sequence[Case], settings: Mapping[str, str], database_url: str, folder: Path, *, at_once: int
) -> list[Result]:
    """Have all conversations, some of them at once, with a bot that has these settings of a model."""
    database = Database(database_url)
    chats = {Owner(_BOT, number): case for number, case in enumerate(cases, 1)}
    for owner, case in chats.items():
        await _know(database, owner, case.conversation)
    telegram = BotApi(_TOKEN)
    slots = asyncio.Semaphore(at_once)
    try:
        async with serve(telegram.app) as url, _bot({**settings, "TELEGRAM_API_URL": url}, database_url, chats, folder):
            talks = (_result(database, telegram, slots, owner, case) for owner, case in chats.items())
            return await asyncio.gather(*talks)
    finally:
        await database.close()


@asynccontextmanager
async def _bot(
    settings: Mapping[str, str], database_url: str, chats: Mapping[Owner, Case], folder: Path
) -> AsyncIterator[None]:
    ours = {
        "TELEGRAM_BOT_TOKEN": _TOKEN,
        "TELEGRAM_ALLOWED_USER_IDS": ",".join(str(owner.user_id) for owner in chats),
        "DATABASE_URL": database_url,
        "DATA_DIR": str(folder / "data"),
        "TIMEZONE": "Europe/London",
        "STREAMING": "off",
    }
    bot = BotProcess(folder, {**settings, **ours})
    await bot.start()
    try:
        yield
    finally:
        await bot.stop()


async def _know(database: Database, owner: Owner, conversation: Conversation) -> None:
    """Store what is known before a conversation."""
    async with database.transaction() as tx:
        for it in conversation.known:
            known = Addition(content=it.content, category=it.category, subject=it.subject, is_new=True)
            await Memories().change(tx, owner, known)


async def _result(database: Database, telegram: BotApi, slots: asyncio.Semaphore, owner: Owner, case: Case) -> Result:
    """Have a conversation, and see what came of it."""
    talk = Talk(telegram, database, owner.user_id)
    async with slots:
        for step in case.conversation.steps:
            await talk.take(step)
    outcome = await _outcome(database, owner, case.conversation, talk.unanswered)
    async with database.transaction() as tx:
        usage = await usages.since(tx, owner, _LONG_AGO)
    return Result(case=case, score=score(case.conversation, outcome), usage=usage)


async def _outcome(database: Database, owner: Owner, conversation: Conversation, unanswered: int) -> Outcome:
    known = {it.content for it in conversation.known}
    asked = select(AgentAct.arguments).where(AgentAct.owned_by(owner), AgentAct.offer_id.is_not(None))
    async with database.transaction() as tx:
        memories = await stored.everything(tx, owner)
        offered = [json.loads(arguments).get("content") for arguments in await tx.connection.scalars(asked)]
    kept = [
        Kept(
            versions=tuple(version.content for version in versions),
            category=memory.category,
            is_live=memory.deleted_at is None,
            was_known=versions[0].content in known,
        )
        for memory, versions in memories
    ]
    return Outcome(memories=kept, offers=list(filter(None, offered)), unanswered=unanswered)
