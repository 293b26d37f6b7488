"""How a turn ends: what is stored of it, and what the chat is told and asked, in one transaction."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

import structlog

from bot.database.engine import Transaction
from bot.database.outbox import AnswerId, Text
from bot.errors import EmptyAnswer, KeepsakeError, MessageTooLong
from bot.messages import ConversationMode, Owner, Receipt, TurnState
from bot.runner import TurnUnderWay
from bot.telegram.formatting import compose, format_reply
from bot.telegram.private_chat import PRIVATE_RECEIPT
from bot.telegram.replies import Reply
from bot.telegram.sender import ChatSender, texts
from bot.telegram.turn_services import TurnServices
from bot.telegram.undo import undo_buttons

log = structlog.get_logger()


@dataclass(slots=True)
class CurrentTurn:
    """The turn that a worker has in hand, and the Telegram message it ends with.

    It is `settled` once it is stored how it ended, and what the chat is to be told of it.
    """

    work: TurnUnderWay
    last_message_id: int
    resumed: bool = False
    running: asyncio.Task[None] | None = None
    stopping: bool = False
    settled: asyncio.Event = field(default_factory=asyncio.Event)


class TurnEnds:
    """Ends the turns of one user's private chat."""

    def __init__(self, services: TurnServices, owner: Owner, sender: ChatSender) -> None:
        self._services = services
        self._owner = owner
        self._sender = sender

    async def answered(self, current: CurrentTurn, reply: Reply) -> None:
        """Note that the model has answered, and let its words be sent; a due warning of the month's tokens follows."""
        await reply.close()
        async with self._services.database.transaction() as tx:
            await self._services.turn_lifecycle.end(tx, current.work.turn, TurnState.ANSWERED)
            offers = await self._services.offers(tx, self._owner, current.work.turn.id)
            warning = compose(await self._services.allowance.warning(tx, self._owner))
            parts = await self._parts(tx, current.work, current.work.words, instead=str(EmptyAnswer()))
            await reply.put(tx, [*parts, *offers, *texts(warning)])
        self._settled(current)

    async def failed(self, current: CurrentTurn, reply: Reply, error: KeepsakeError) -> None:
        """Note that a turn failed, and let the chat be told why."""
        log.warning("turn failed", turn=str(current.work.turn.id), error=type(error).__name__)
        await reply.close()
        async with self._services.database.transaction() as tx:
            await self._services.turn_lifecycle.end(tx, current.work.turn, TurnState.FAILED)
            offers = await self._services.offers(tx, self._owner, current.work.turn.id)
            await reply.put(tx, [*await self._parts(tx, current.work, str(error)), *offers])
        self._settled(current)

    async def left_out(self, current: CurrentTurn, reply: Reply, error: MessageTooLong) -> None:
        """Let the chat be told that a message is too long; nothing of its turn stands in the way of the next."""
        log.warning("a turn is left out", turn=str(current.work.turn.id), error=type(error).__name__)
        await reply.close()
        async with self._services.database.transaction() as tx:
            await self._services.turn_lifecycle.leave_out(tx, current.work.turn)
            offers = await self._services.offers(tx, self._owner, current.work.turn.id)
            await reply.put(tx, [*await self._parts(tx, current.work, str(error)), *offers])
        self._settled(current)

    async def stopped(self, current: CurrentTurn, reply: Reply) -> None:
        """Note what was said up to the stop, and let it be shown."""
        words = reply.text or current.work.words
        await reply.close()
        async with self._services.database.transaction() as tx:
            work = await self._services.runner.load(tx, current.work.turn.id)
            await reply.put(tx, await self._stop(tx, work, words))
        self._settled(current)

    async def stopped_before_it_was_resumed(self, turn_id: UUID) -> None:
        """Stop a turn that is stored as running, which nobody has in hand."""
        services = self._services
        async with services.database.transaction() as tx:
            work = await services.runner.load(tx, turn_id)
            said = await self._stop(tx, work, work.words)
            answer = AnswerId(turn_id, work.turn.attempt)
            await services.outbox.add_answer(tx, self._sender.chat_id, answer, said)

    async def _stop(self, tx: Transaction, work: TurnUnderWay, words: str) -> list[Text]:
        """End a turn, as it is stored, with the words that were shown of it; return what it came to."""
        await self._services.turn_lifecycle.stop(tx, work, words)
        return [*await self._parts(tx, work, words), *await self._services.offers(tx, self._owner, work.turn.id)]

    async def _parts(self, tx: Transaction, work: TurnUnderWay, words: str, *, instead: str = "") -> list[Text]:
        """Format what a turn came to; its receipts say what is so by now, as some may be undone already.

        Where that shows nothing, and there are no receipts, `instead` is said.
        """
        receipts = await self._services.receipts.of(tx, self._owner, work.turn.id) if work.receipts else []
        return _parts(work, _without_tool_name(work, words), receipts, "" if receipts else instead)

    def _settled(self, current: CurrentTurn) -> None:
        current.settled.set()
        self._services.ended.set()
        self._sender.wake()


def _without_tool_name(work: TurnUnderWay, words: str) -> str:
    """Return an answer's words; none where they only name a tool, as small models do instead of calling it."""
    name, _, arguments = words.strip(" \n*`").partition("(")
    is_name = name in {tool.name for tool in work.conversation.tools}
    return "" if is_name and (not arguments or arguments.endswith(")")) else words


def _parts(work: TurnUnderWay, words: str, receipts: Sequence[Receipt], instead: str) -> list[Text]:
    """Format what a turn came to, with a button for each receipt that can be undone.

    In a private conversation a line below says that it is one.
    """
    lines = [receipt.text for receipt in receipts]
    is_private = work.conversation.mode is ConversationMode.PRIVATE and (words.strip() or lines)
    parts = texts(format_reply(words, [*lines, PRIVATE_RECEIPT] if is_private else lines, instead=instead))
    if buttons := undo_buttons(work.turn.id, receipts):
        parts[-1] = replace(parts[-1], buttons=buttons)
    return parts
