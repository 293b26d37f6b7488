"""Waiting messages become part of a turn: acknowledged and stored in one transaction."""

from collections.abc import Sequence

import structlog

from bot.kit.errors import KeepsakeError
from bot.kit.owner import Owner
from bot.kit.place import FIRST_WORDS
from bot.kit.text import first_words
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.turns.channel import Channel
from bot.turns.dead_letters import update_failed
from bot.turns.private_chat import PrivateChat
from bot.turns.services import TurnServices
from bot.turns.store import mailbox
from bot.turns.store.mailbox import TakenMessage
from bot.turns.turn_under_way import TurnUnderWay
from bot.turns.turns import Said

log = structlog.get_logger()


class Intake:
    """Takes the waiting messages of a user's chat into turns.

    After a failure each message is taken alone, until it succeeds or becomes a dead letter.
    """

    def __init__(self, services: TurnServices, owner: Owner, channel: Channel, private: PrivateChat) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._private = private

    async def waiting(self) -> list[TakenMessage]:
        """Return the messages that `take` would take."""
        async with self._services.database.transaction(single=True) as tx:
            return await mailbox.peek(tx, self._owner, self._channel.place)

    async def has_more(self) -> bool:
        """Tell whether messages wait that may join a running turn: the user's, before any from Keepsake itself."""
        waiting = await self.waiting()
        return bool(waiting) and not waiting[0].from_keepsake

    async def holds_command(self) -> bool:
        """Tell whether a command about turns waits, which decides about the running turn."""
        async with self._services.database.transaction(single=True) as tx:
            return await mailbox.holds_command(tx, self._owner, self._channel.place)

    async def take(self, last: TurnUnderWay | None, *, into: TurnUnderWay | None = None) -> TurnUnderWay | None:
        """Begin a turn with the waiting messages, or add them to the turn `into`; None if none wait.

        A new turn reuses the `last` one from memory if the database has not changed since.
        """
        services, taken = self._services, list[TakenMessage]()
        before = into or last
        try:
            async with services.preparing:
                recalls = before is None or before.conversation.recalls
                embeddings = await self._embeddings() if recalls else {}
                async with services.database.transaction() as tx:
                    taken = await mailbox.take(tx, self._owner, self._channel.place)
                    if not taken:
                        return None
                    said = [Said(it.message, embeddings.get(it.message.words), it.update_ids) for it in taken]
                    task = said[0].message.task
                    if task and not await services.tasks.is_wanted(tx, self._owner, task):
                        work = None
                    elif into:
                        await services.turn_lifecycle.join(tx, into.turn, said)
                        work = await services.runner.load(tx, into.turn.id)
                    else:
                        work = await self._begun(tx, last, said)
                    tx.may_be_lost()  # then the messages still wait
        except KeepsakeError:
            raise
        except Exception as error:  # a bug must not hold up the chat for ever
            async with services.database.transaction() as tx:
                for it in taken:
                    ids, problem = it.update_ids, type(error).__name__
                    await update_failed(tx, services.updates, self._channel, ids, it.message_id, problem)
            self._channel.wake()
            raise
        if work is None:  # what waits behind the task
            return await self.take(last, into=into)
        work.last_message_id = taken[-1].message_id
        work.more_waits = taken[-1].more or bool(into and into.more_waits)
        return work

    async def _begun(self, tx: Transaction, last: TurnUnderWay | None, said: Sequence[Said]) -> TurnUnderWay:
        services = self._services
        if last is None or last.is_cut:
            await self._channel.withdraw_continue(tx, self._owner)
        if last and (work := await services.turn_lifecycle.follow(tx, last, said)):
            return work
        state = await self._private.prepare(tx, said[0].at)
        if state.is_unnamed and (name := first_words(said[0].message.words, FIRST_WORDS)):
            await self._channel.name_topic(tx, name)
        turn, conversation = await services.turn_lifecycle.begin(tx, self._owner, self._channel.place, said)
        return await services.runner.load_in(tx, turn, conversation)

    async def _embeddings(self) -> dict[str, Embedding | None]:
        """Return the embeddings of the waiting texts, None for those not computed in time."""
        if not self._services.embeddings.knows:
            return {}
        texts = [it.message.words for it in await self.waiting()]
        try:
            return dict(zip(texts, await self._services.embeddings.of_all(texts), strict=True))
        except Exception:  # a bug here must not keep messages from being taken
            log.exception("messages can't be embedded", chat=self._channel.place.chat_id)
            return {}
