"""What becomes of acts: their owner accepts, declines and undoes them, and what waits too long ends after a day."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Final
from uuid import UUID

import structlog

from bot.kit.errors import ActRefused, AlreadyUndone, DatabaseUnavailable, KeepsakeError, NoSuchAct
from bot.kit.language import mark
from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.kit.prompt_text import OthersText, own
from bot.kit.text import one_line, quoted
from bot.store.engine import Database, Transaction
from bot.turns.calls import allowed_call
from bot.turns.channel import Channel, Channels
from bot.turns.store import acts, mailbox, tool_choices
from bot.turns.store import conversations as stored_conversations
from bot.turns.store.notices import add_note_of
from bot.turns.store.owners import lock
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import ASKED, Act, ActState
from bot.turns.values.incoming import Attribution, IncomingMessage

_NAMED: Final = 120
"""Most characters of what an act is about in a note, which may repeat untrusted text."""
_EARLIER: Final = "an earlier call of"
_OUTSIDE: Final = "which came from no conversation"
_LEAVE_IT: Final = "Don't do it unless they ask for it again."
_IN_PRIVATE: Final = mark("I can't do this in a private chat. End it with /new, then press again.")
_LOOKS_EACH_SECONDS: Final = 3_600.0
"""Seconds between looks for the next deadline; much shorter than anything waits."""

log = structlog.get_logger()


class Acts:
    """Decides on an owner's acts: what is asked is accepted or declined, what was done is undone or done again.

    Every method works in the caller's transaction, under the owner's lock.
    """

    def __init__(self, tools: ToolSet) -> None:
        self._tools = tools

    async def accept(self, tx: Transaction, owner: Owner, act_id: UUID, *, for_good: bool = False) -> Act:
        """Do what is asked at once, or let a turn carry it out; return the act as it is now. Wake the chat after that.

        With `for_good`, its tool as it was shown asks no more. Raises NoSuchAct, or ActRefused if it can't be done.
        """
        act = await self._find(tx, owner, act_id)
        if act.state not in ASKED:
            return act
        conversation = await stored_conversations.find(tx, act.conversation_id) if act.conversation_id else None
        place = conversation.place if conversation else private_chat(owner)
        if await stored_conversations.is_private(tx, owner, place):
            raise ActRefused(_IN_PRIVATE)
        family = self._tools.family(act.family)
        if family and family.offers:
            deed = await family.offers.accept(tx, owner, act)
            await acts.set_state(tx, act.id, ActState.DONE, deed)
            return replace(act, state=ActState.DONE, words=deed.words, english=deed.english, undo=deed.undo)
        if for_good and act.allowed_as:
            await tool_choices.choose(tx, owner, act.allowed_as, is_allowed=True)
        await acts.set_state(tx, act.id, ActState.ALLOWED)
        # Untrusted text may have led to it.
        what = OthersText(act.for_model.partition("\n")[0], "from the tool", act.name)
        text, call = "The user has pressed “Do it”, so this is carried out now:", allowed_call(act)
        its = Attribution(held=(what,))
        message = IncomingMessage(text, datetime.now(UTC), its, from_keepsake=True, call=call)
        await mailbox.post(tx, owner, place, message)
        return replace(act, state=ActState.ALLOWED)

    async def decline(self, tx: Transaction, owner: Owner, act_id: UUID) -> Act:
        """Decline what is asked; the next message tells the model. Return the act as it is now. Raises NoSuchAct."""
        act = await self._find(tx, owner, act_id)
        if act.state not in ASKED:
            return act
        family = self._tools.family(act.family)
        await acts.set_state(tx, act.id, ActState.DECLINED)
        if family and family.offers:
            await family.offers.decline(tx, owner, act)
        else:
            await _note(tx, owner, act, "The user has pressed No, so this is not done", _LEAVE_IT)
        return replace(act, state=ActState.DECLINED)

    async def expire(self, tx: Transaction, bot_id: int) -> list[tuple[Owner, Act]]:
        """End what has waited too long; return it with its owners. Their next message tells the model."""
        expired = await acts.expire(tx, bot_id)
        for owner, act in expired:
            await _note(tx, owner, act, "The user has not decided in time, so this is not done", _LEAVE_IT)
        return expired

    async def give_up(self, tx: Transaction, owner: Owner, place: Place) -> list[Act]:
        """End what was stopped in a place after its owner had allowed it, which may have been done; return it."""
        ended = await acts.give_up(tx, owner, place)
        for act in ended:
            if act.state is ActState.DECLINED:
                await _note(tx, owner, act, "The user has stopped this before it was done")
        return ended

    async def undo(self, tx: Transaction, owner: Owner, act_id: UUID) -> tuple[Act, str]:
        """Undo what was done; return it as it is now, and a sentence on it.

        Raises NoSuchAct, AlreadyUndone, and ActRefused if it can't be undone any more.
        """
        act = await self._find(tx, owner, act_id)
        if act.state is ActState.UNDONE:
            raise AlreadyUndone
        family = self._tools.family(act.family)
        if act.undo is None or act.state is not ActState.DONE or family is None or family.undo is None:
            raise ActRefused
        try:
            told = await family.undo(tx, owner, act.undo)
        except (ActRefused, DatabaseUnavailable):
            raise
        except KeepsakeError as why:
            raise ActRefused(str(why)) from None
        await acts.set_state(tx, act.id, ActState.UNDONE)
        if not family.offers:
            await _note(tx, owner, act, "The user has undone this")
        return replace(act, state=ActState.UNDONE), told

    async def undo_turn(self, tx: Transaction, owner: Owner, turn_id: UUID) -> list[Act]:
        """Undo what a turn did, where that can be undone, and drop what waits of it for a turn; return what was undone.

        What it merely offered waits with it.
        """
        await lock(tx, owner)
        undone: list[Act] = []
        its = [*await acts.of_turn(tx, owner, turn_id), *await acts.run_in(tx, owner, turn_id)]
        for act in reversed(its):
            family = self._tools.family(act.family)
            if act.state is ActState.WAITING and not (family and family.offers):
                await acts.set_state(tx, act.id, ActState.EXPIRED)
            elif act.can_be_undone:
                with suppress(ActRefused):
                    undone.append((await self.undo(tx, owner, act.id))[0])
        return undone

    async def redo(self, tx: Transaction, owner: Owner, act_ids: Iterable[UUID]) -> None:
        """Do again what was undone, where that can be done.

        An offer that an earlier release has undone is accepted anew.
        """
        await lock(tx, owner)
        for act in await acts.those(tx, owner, list(act_ids)):
            family = self._tools.family(act.family)
            if act.state is not ActState.UNDONE or family is None or family.offers is None:
                continue
            with suppress(ActRefused):
                if act.undo is not None:
                    await acts.set_undo(tx, act.id, await family.offers.redo(tx, owner, act.undo))
                elif not act.call_id:
                    await acts.set_state(tx, act.id, ActState.DONE, await family.offers.accept(tx, owner, act))

    async def _find(self, tx: Transaction, owner: Owner, act_id: UUID) -> Act:
        await lock(tx, owner)
        act = await acts.find(tx, owner, act_id)
        if act is None:
            raise NoSuchAct
        return act


class Deadlines:
    """Ends what has waited too long, at once after a start; the messages that asked about it show that it is over."""

    def __init__(self, database: Database, acts: Acts, bot_id: int, user_ids: Collection[int]) -> None:
        self._database = database
        self._acts = acts
        self._bot_id = bot_id
        self._user_ids = user_ids

    async def run(self, channels: Channels) -> None:
        """Keep the deadlines until cancelled; the next start does the rest."""
        while True:
            rest = _LOOKS_EACH_SECONDS
            try:
                expire = partial(self._expire, channels=channels)
                changed, after = await self._database.retry(expire, single=False, reason="deadlines")
                for channel in changed:
                    channel.wake()
                if after is not None:
                    rest = min(rest, max(0.0, (after - datetime.now(UTC)).total_seconds()))
            except Exception:  # a bug here must not stop the bot
                log.exception("what waits can't be ended")
            await asyncio.sleep(rest)

    async def _expire(self, tx: Transaction, channels: Channels) -> tuple[Sequence[Channel], datetime | None]:
        """End what is due; return the channels that show it, and the next deadline."""
        changed: list[Channel] = []
        for owner, act in await self._acts.expire(tx, self._bot_id):
            if owner.user_id in self._user_ids:
                changed.append(channels(owner, private_chat(owner)))
                await changed[-1].show_act(tx, act)
        return changed, await acts.next_expiry(tx, self._bot_id)


async def _note(tx: Transaction, owner: Owner, act: Act, what: str, then: str = "") -> None:
    """Let the model know what came of an act; only the conversation that it comes from is told its words."""
    words = quoted(one_line(act.for_model)[:_NAMED])
    its_name = f"{_EARLIER} {act.name}" if act.conversation_id else f"{act.name}, {_OUTSIDE}"
    note, elsewhere = (own(f"{what}: {which}. {then}".rstrip()) for which in (f"{act.name}, {words}", its_name))
    await add_note_of(tx, owner, act.conversation_id, note, elsewhere=elsewhere)
