"""The cost of the steps of a turn that exist only for durability."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from time import perf_counter

from sqlalchemy import text

from bot.database import conversations as stored_conversations
from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.database.outbox import AnswerId, Outbox
from bot.database.updates import IncomingUpdate, Updates
from bot.values.conversations import SystemPrompt
from bot.values.place import Place
from bot.values.turns import TurnState
from tests.bench.figures import Figure, figure
from tests.bench.postgres import OWNER

_CHAT = 1
_ANSWER = [{"content": "An answer of about the length that answers have. " * 10}]
_UPDATE = {"message": {"message_id": 1, "date": 1, "chat": {"id": _CHAT, "type": "private"}, "text": "How are you?"}}
_SHORTEST = text("SELECT 1")


async def durability(url: str, rounds: int) -> list[Figure]:
    """Measure the steps of inbox and outbox, each compared with the shortest query."""
    database = Database(url)
    inbox, outbox = Updates(OWNER.bot_id), Outbox(OWNER.bot_id)
    taken: dict[str, list[float]] = {}

    @contextmanager
    def timed(step: str) -> Iterator[None]:
        begun = perf_counter()
        yield
        taken.setdefault(step, []).append(1000 * (perf_counter() - begun))

    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx, OWNER, Place(_CHAT), system_prompt=SystemPrompt(""), tools=(), first_message_at=datetime.now(UTC)
        )
    for number in range(rounds):
        async with database.transaction() as tx:
            turn = await stored_turns.begin(tx, conversation.id)
        with timed("floor"):
            async with database.transaction(single=True) as tx:
                await tx.connection.execute(_SHORTEST)
        with timed("an update into the inbox"):
            async with database.transaction(single=True) as tx:
                incoming = IncomingUpdate(update_id=number, chat_id=_CHAT, payload=_UPDATE)
                await inbox.add(tx, [incoming], datetime.now(UTC))
        with timed("a turn's end, and its answer into the outbox"):
            async with database.transaction() as tx:
                await stored_turns.end(tx, turn.id, TurnState.ANSWERED)
                await outbox.add_answer(tx, Place(_CHAT), AnswerId(turn.id, turn.attempt), _ANSWER)
        with timed("an answer out of the outbox, and noted as sent"):
            async with database.transaction(single=True) as tx:
                (waiting,) = await outbox.waiting(tx, Place(_CHAT))
            async with database.transaction(single=True) as tx:
                await outbox.sent(tx, waiting.id, number)
    await database.close()
    floor = taken.pop("floor")
    return [figure(step, "ms", times, floor) for step, times in taken.items()]
