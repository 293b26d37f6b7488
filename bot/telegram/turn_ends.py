"""How a turn ends: what is stored of it, and what the chat is told and asked, in one transaction."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

import structlog

from bot.chat.runner import TurnUnderWay
from bot.database.engine import Transaction
from bot.database.outbox import AnswerId, Text
from bot.errors import EmptyAnswer, KeepsakeError, MessageTooLong
from bot.telegram.cut_answers import cut_notice
from bot.telegram.formatting import Part, compose, format_reply
from bot.telegram.private_chat import PRIVATE_RECEIPT
from bot.telegram.replies import Reply
from bot.telegram.sender import ChatSender, texts
from bot.telegram.turn_services import TurnServices
from bot.telegram.undo import undo_buttons
from bot.values import ConversationMode, Owner, Receipt, TurnState

_NO_TOOLS: Final = (
    "I can't store or change memories while we talk because this model can't use tools, but /memory add still works."
)

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
        self._told_of_tools = False

    async def answered(self, current: CurrentTurn, reply: Reply) -> None:
        """Note that the model has answered, and let its words be sent; what else is to be said of them follows."""
        work = current.work
        tells_of_tools = work.without_tools and not self._told_of_tools
        await reply.close()
        async with self._services.database.transaction() as tx:
            await self._services.turn_lifecycle.end(tx, work.turn, TurnState.ANSWERED)
            offers = await self._services.offers(tx, self._owner, work.turn.id)
            warning = compose(await self._services.allowance.warning(tx, self._owner))
            remarks = texts([*warning, *([Part(_NO_TOOLS)] if tells_of_tools else [])])
            parts = await self._parts(tx, work, work.words, instead=str(EmptyAnswer()))
            can_continue = self._services.turn_lifecycle.can_continue
            cut = [cut_notice(work.turn.id, can_continue=can_continue)] if work.is_cut else []
            await reply.put(tx, [*parts, *offers, *remarks, *cut])
        if work.conversation.tools:
            self._told_of_tools = work.without_tools
        self._settled(current)

    async def failed(self, current: CurrentTurn, reply: Reply, error: KeepsakeError) -> None:
        """Note that a turn failed, and let the chat be told why.

        What was said up to then is kept, with the error below it: the turn ends as one that is stopped.
        """
        log.warning("turn failed", turn=str(current.work.turn.id), error=type(error).__name__)
        words = reply.text or current.work.words
        await reply.close()
        async with self._services.database.transaction() as tx:
            work = await self._services.runner.load(tx, current.work.turn.id)
            if words:
                said = await self._stop(tx, work, words, error=f"⚠️ {error}")
            else:
                await self._services.turn_lifecycle.end(tx, work.turn, TurnState.FAILED)
                said = [
                    *await self._parts(tx, work, str(error)),
                    *await self._services.offers(tx, self._owner, work.turn.id),
                ]
            await reply.put(tx, said)
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

    async def withdraw_continue(self, tx: Transaction) -> None:
        """Take the button away below the chat's last answer, if that was cut: it is continued now or never."""
        withdrawal = await self._services.outbox.withdrawal(tx, self._owner, self._sender.chat_id)
        await self._services.outbox.add(tx, self._sender.chat_id, [withdrawal] if withdrawal else [])

    async def _stop(self, tx: Transaction, work: TurnUnderWay, words: str, *, error: str = "") -> list[Text]:
        """End a turn, as it is stored, with the words that were shown of it; return what it came to."""
        await self._services.turn_lifecycle.stop(tx, work, words)
        parts = await self._parts(tx, work, words, error=error)
        return [*parts, *await self._services.offers(tx, self._owner, work.turn.id)]

    async def _parts(
        self, tx: Transaction, work: TurnUnderWay, words: str, *, error: str = "", instead: str = ""
    ) -> list[Text]:
        """Format what a turn came to, with an error below it; its receipts reflect the current state.

        Where that shows nothing, and there are no receipts, `instead` is said.
        """
        receipts = await self._services.receipts.of(tx, self._owner, work.turn.id) if work.receipts else []
        shown = _without_tool_name(work, words)
        return _parts(work, shown, error, receipts, "" if receipts else instead)

    def _settled(self, current: CurrentTurn) -> None:
        current.settled.set()
        self._services.ended.set()
        self._sender.wake()


def _without_tool_name(work: TurnUnderWay, words: str) -> str:
    """Return an answer's words; none where they only name a tool, as small models do instead of calling it."""
    name, _, arguments = words.strip(" \n*`").partition("(")
    is_name = name in {tool.name for tool in work.conversation.tools}
    return "" if is_name and (not arguments or arguments.endswith(")")) else words


def _parts(work: TurnUnderWay, words: str, error: str, receipts: Sequence[Receipt], instead: str) -> list[Text]:
    """Format what a turn came to, with a button for each receipt that can be undone.

    In a private conversation a line below says that it is one.
    """
    lines = [*filter(None, [error]), *(receipt.text for receipt in receipts)]
    is_private = work.conversation.mode is ConversationMode.PRIVATE and (words.strip() or lines)
    parts = texts(format_reply(words, [*lines, PRIVATE_RECEIPT] if is_private else lines, instead=instead))
    if buttons := undo_buttons(work.turn.id, receipts):
        parts[-1] = replace(parts[-1], buttons=buttons)
    return parts
