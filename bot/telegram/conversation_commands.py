"""The commands that change or erase conversations: /new, /private, /resume, /forget and /erase."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta, tzinfo
from functools import partial
from typing import Final, TypeAlias

from telegram.ext import ExtBot

from bot.features.data.store import extent
from bot.features.data.telegram import things
from bot.features.history.telegram import page, title
from bot.kit.language import mark, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.place import NAME_MAX
from bot.kit.text import first_words, folded, one_line
from bot.memory.store import memories
from bot.store.engine import Transaction
from bot.telegram.chats import Job, Work
from bot.telegram.formatting import code, compose, filled
from bot.telegram.texts import Text
from bot.telegram.topics import are_on, opening
from bot.telegram.turn_commands import stopped_words
from bot.turns.private_chat import PRIVATE_OVER
from bot.turns.services import TurnServices
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import erasure, history, turns
from bot.turns.store import topics as stored_topics
from bot.turns.store.history import PastConversation
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import TurnState

ERASE_PHRASE: Final = "everything I told you"
_MOST_DIGITS: Final = 18
"""Most digits of a conversation's number that the database can store."""
_STILL_PRIVATE: Final = mark("🔒 This is already a private chat. /new ends it.")
_PRIVATE: Final = mark(
    "🔒 This is a private chat. I use no memories and store none. Everything said here is erased when you send /new, "
    "or {time} after your last message. Telegram keeps the messages until you delete them."
)
_PRIVATE_TOPIC: Final = mark(
    "🔒 This topic is private. I use no memories and store none. When you send /new here, or {time} after your last "
    "message, everything said here is erased and the topic is deleted."
)
_PRIVATE_NAME: Final = mark("Private chat")
_ASKS_TO_FORGET: Final = mark(
    "Erase this conversation and all of its messages for good? What I remember from it stays, and so do the messages "
    "in this Telegram chat."
)
_ASKS_TO_ERASE: Final = mark(
    "This erases everything I know about you, for good: {things}, and what our conversations cost. The messages in "
    "this Telegram chat and earlier backups stay. /export gives you a copy first."
)
_TO_GO_AHEAD: Final = mark("To go ahead, send: {command}")
_ERASED: Final = mark(
    "Everything is erased: your memories and notes, our conversations, and what they cost. This Telegram chat keeps "
    "its messages until you delete them. If you write to me again, we start from scratch."
)


_Plan: TypeAlias = Sequence[Text] | Callable[[Transaction], Awaitable[Sequence[str]]]
"""An answer without a change, or a function that changes the conversation and returns the answer."""


class ConversationCommands:
    """Handlers of these commands. A command that changes the chat's conversation first stops the running turn."""

    def __init__(
        self, services: TurnServices, bot: ExtBot[None], timezone: tzinfo | None, *, idle_limit: timedelta
    ) -> None:
        self._services = services
        self._bot = bot
        self._lifecycle = services.conversation_lifecycle
        self._timezone = timezone
        self._idle_limit = idle_limit

    @property
    def all(self) -> Mapping[str, Work]:
        """The commands by their names."""
        plans = {"resume": self._resume, "forget": self._forget, "erase": self._erase}
        return {
            "new": self._new,
            "private": self._private,
            **{name: partial(self._carry_out, plan) for name, plan in plans.items()},
        }

    async def _carry_out(self, plan: Callable[[Transaction, Job], Awaitable[_Plan]], job: Job) -> None:
        async with self._services.database.transaction() as tx:
            planned = await plan(tx, job)
            if not callable(planned):
                await job.acknowledge(tx, planned)
                return
        async with job.chat.worker.stopping(job.update_id, renews=True) as (tx, stopped):
            await job.acknowledge(tx)  # first: /erase erases its record too
            said = stopped_words(stopped), *await planned(tx)
            await job.chat.channel.say_last(tx, job.chat.owner, compose(sentences(*said)))

    async def _new(self, job: Job) -> None:
        if await are_on(self._bot):
            async with self._services.database.transaction() as tx:
                if not await self._is_private(tx, job):
                    said = compose(sentences(*await self._greeting(tx, job.chat.owner)))
                    name = first_words(job.words, NAME_MAX)
                    await job.acknowledge(tx, opening(said, name, is_private=False))
                    return
        await self._carry_out(self._renew, job)

    async def _renew(self, _: Transaction, job: Job) -> _Plan:
        async def renew(tx: Transaction) -> Sequence[str]:
            was_private = await self._lifecycle.renew(tx, job.chat.owner, job.chat.channel.place)
            return t(PRIVATE_OVER) if was_private else "", *await self._greeting(tx, job.chat.owner)

        return renew

    @staticmethod
    async def _is_private(tx: Transaction, job: Job) -> bool:
        """Tell whether a command comes from a private conversation, or a topic for one."""
        where = job.chat.owner, job.chat.channel.place
        return (await stored_topics.state(tx, *where)).is_private or await stored_conversations.is_private(tx, *where)

    @staticmethod
    async def _greeting(tx: Transaction, owner: Owner) -> Sequence[str]:
        """Return what is said at the beginning of a conversation."""
        count = await memories.count(tx, owner)
        kept = plural("I still remember {count} thing.", "I still remember {count} things.", count)
        return t("This is a new conversation."), kept if count else t("I remember nothing yet.")

    async def _private(self, job: Job) -> None:
        wanted = folded(job.words)
        if wanted == "off":
            await self._carry_out(self._end_private, job)
            return
        if wanted not in {"", "on"}:
            await self._carry_out(self._explain_private, job)
            return
        if await are_on(self._bot):
            async with self._services.database.transaction() as tx:
                if not await self._is_private(tx, job):
                    said = compose(t(_PRIVATE_TOPIC, time=_span(self._idle_limit)))
                    await job.acknowledge(tx, opening(said, f"🔒 {t(_PRIVATE_NAME)}", is_private=True))
                    return
        await self._carry_out(self._open_private, job)
        job.chat.worker.watch_private()

    async def _end_private(self, tx: Transaction, job: Job) -> _Plan:
        if not await self._is_private(tx, job):
            return compose(t("This is not a private chat. /private starts one."))
        return await self._renew(tx, job)

    @staticmethod
    async def _explain_private(_: Transaction, __: Job) -> _Plan:
        return compose(t("Send /private to start a private chat, and /private off to end it."))

    async def _open_private(self, tx: Transaction, job: Job) -> _Plan:
        current = await self._lifecycle.going_on(tx, job.chat.owner, job.chat.channel.place, job.at)
        if current and current.mode is ConversationMode.PRIVATE:
            return compose(t(_STILL_PRIVATE))

        async def open_private(tx: Transaction) -> Sequence[str]:
            started_at = await self._services.updates.received_at(tx, job.update_id)
            await self._lifecycle.open_private(
                tx, job.chat.owner, job.chat.channel.place, job.at, started_at=started_at
            )
            return (t(_PRIVATE, time=_span(self._idle_limit)),)

        return open_private

    async def _resume(self, tx: Transaction, job: Job) -> _Plan:
        if not job.words:
            return [await page(self._timezone, tx, job.chat.owner)]
        past = await _past(tx, job.chat.owner, "resume", job.words)
        if isinstance(past, str):
            return compose(past)
        current = await self._lifecycle.going_on(tx, job.chat.owner, job.chat.channel.place, job.at)
        if current and current.id == past.id:
            return compose(t("We are already in conversation {number}.", number=past.number))
        if (await stored_topics.state(tx, job.chat.owner, job.chat.channel.place)).is_private:
            return compose(t("This topic is private. Send {command} in another one.", command=f"/resume {past.number}"))
        last = await turns.last_in(tx, past.id)
        if last and last.state is TurnState.RUNNING and past.ended_at is None:
            return compose(t("I'm still answering in conversation {number}.", number=past.number))

        async def resume(tx: Transaction) -> Sequence[str]:
            was_private = await self._lifecycle.resume(tx, job.chat.owner, job.chat.channel.place, past, job.at)
            back = t("Back in conversation {title}", title=title(past, self._timezone))
            return t(PRIVATE_OVER) if was_private else "", back

        return resume

    async def _forget(self, tx: Transaction, job: Job) -> _Plan:
        number, _, rest = job.words.partition(" ")
        past = await _past(tx, job.chat.owner, "forget", number)
        if isinstance(past, str):
            return compose(past)
        if rest.casefold() != "yes":
            which = t("Conversation {title}", title=title(past, self._timezone))
            go_ahead = filled(t(_TO_GO_AHEAD), command=code(f"/forget {past.number} yes"))
            return compose(which, "\n\n", t(_ASKS_TO_FORGET), "\n\n", go_ahead)
        erased = t("Conversation {number} is erased. What I remember from it stays.", number=past.number)
        if past.ended_at is not None:
            await self._lifecycle.forget(tx, past)
            return compose(erased)

        async def forget(tx: Transaction) -> Sequence[str]:
            await self._lifecycle.forget(tx, past)
            return erased, t("Your next message starts a new one.")

        return forget

    async def _erase(self, tx: Transaction, job: Job) -> _Plan:
        if one_line(job.words) != ERASE_PHRASE:
            held = await extent(tx, job.chat.owner)
            known = things(
                memories=held.memories,
                deleted=held.deleted,
                notes=held.notes,
                conversations=held.conversations,
            )
            go_ahead = filled(t(_TO_GO_AHEAD), command=code(f"/erase {ERASE_PHRASE}"))
            return compose(t(_ASKS_TO_ERASE, things=known), "\n\n", go_ahead)

        async def erase(tx: Transaction) -> Sequence[str]:
            await erasure.erase_everything(tx, job.chat.owner)
            self._services.preferences.forget(job.chat.owner)
            self._services.languages.forget(job.chat.owner)
            return (t(_ERASED),)

        return erase


async def _past(tx: Transaction, owner: Owner, command: str, number: str) -> PastConversation | str:
    """Return the conversation named by a command, or the answer if there is none."""
    if not number.isdecimal():
        return t("Give the number of a conversation, such as {example}. /history shows them.", example=f"/{command} 3")
    past = await history.one(tx, owner, int(number)) if len(number) <= _MOST_DIGITS else None
    return past or t("There is no conversation {number}. /history lists them.", number=number)


def _span(time: timedelta) -> str:
    """Render a duration in whole hours, or in minutes."""
    minutes = time / timedelta(minutes=1)
    if minutes >= 60 and minutes % 60 == 0:  # noqa: PLR2004 - an hour
        return plural("{count} hour", "{count} hours", round(minutes / 60))
    if minutes == round(minutes):
        return plural("{count} minute", "{count} minutes", round(minutes))
    return plural("{count} second", "{count} seconds", round(time.total_seconds()))
