"""Answers that need no turn: to commands that look something up, presses, files and edits."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias
from uuid import UUID

from telegram import CallbackQuery, InlineKeyboardButton, Message
from telegram.ext import ExtBot

from bot.kit.language import mark, t
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import Action, Lookup, NoSuchButton, PlacedLookup, Press
from bot.telegram.chats import Job
from bot.telegram.help import unknown
from bot.telegram.outcomes import AgainButton
from bot.telegram.texts import Button, Edit, Text
from bot.telegram.turn_commands import edit_is_known
from bot.turns.services import TurnServices
from bot.turns.store import conversations, mailbox, messages, topics, turns
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import TurnState

TOO_LATE: Final = mark("I had already read your message. Send the correction as a new one.")
_ASKS: Final = mark("Shall I answer that again?")
_SEARCH_SECONDS: Final = 2.0
"""Longest wait in seconds of a user's own search."""

SearchedFor: TypeAlias = Callable[[str], str]
"""Returns the search words in a command's words or a button's data; empty if there are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Answers updates, each in one transaction with its acknowledgement; a press may return a toast.

    `lookups`, those that are `placed`, `searched_for` and what is done `before` the transaction are found by the names
    of commands, `actions` by the names of buttons, as are a button's `searched_for` and `before`.
    """

    bot: ExtBot[None]
    services: TurnServices
    lookups: Mapping[str, Lookup]
    placed: Mapping[str, PlacedLookup]
    actions: Mapping[str, Action]
    searched_for: Mapping[str, SearchedFor]
    before: Mapping[str, Callable[[], Awaitable[None]]]

    @property
    def commands(self) -> Collection[str]:
        """The names of the commands."""
        return {*self.lookups, *self.placed}

    async def say(self, words: str, job: Job) -> None:
        """Only say a marked sentence."""
        async with self.services.database.transaction() as tx:
            await job.acknowledge(tx, [Text(t(words))] if words else [])

    async def say_unknown(self, name: str, known: Collection[str], job: Job) -> None:
        """Answer a command that is not known."""
        async with self.services.database.transaction() as tx:
            await job.acknowledge(tx, unknown(name, sorted(known)))

    async def look_up(self, name: str, job: Job) -> None:
        """Answer a command with its lookup."""
        embedding = await self._embedding(name, job.words)
        await self._prepare(name)
        async with self.services.database.transaction() as tx:
            if placed := self.placed.get(name):
                answer = await placed(tx, job.chat.owner, job.words, job.chat.channel.place)
            else:
                answer = await self.lookups[name](tx, job.chat.owner, job.words, embedding)
            await job.acknowledge(tx, answer)

    async def press(self, query: CallbackQuery, name: str, job: Job) -> str:
        """React to the press of a button. Raises NoSuchButton."""
        under = query.message
        if name not in self.actions:
            raise NoSuchButton
        shown = _shown(under) if isinstance(under, Message) else None
        await self._prepare(name)
        press = Press(data=job.words, shown=shown, embedding=await self._embedding(name, job.words))
        async with self.services.database.transaction() as tx:
            reaction = await self.actions[name](tx, job.chat.owner, press)
            shows = [Edit(job.message_id, reaction.shows)] if reaction.shows else []
            await job.acknowledge(tx, [*shows, *reaction.says])
        return reaction.toast

    async def accept_edit(self, edited: IncomingMessage, job: Job) -> None:
        """Leave an edit to the mailbox if its message still waits there; else let it be answered."""
        chat = job.chat
        async with self.services.database.transaction() as tx:
            waits = await mailbox.holds(tx, chat.owner, chat.channel.place, job.message_id)
        if waits:
            return
        if await edit_is_known(job, edited):
            return
        await self.refuse_edit(TOO_LATE, job)

    async def offer_retry(self, job: Job) -> None:
        """Offer to answer again, if a message belongs to the last answer."""
        async with self.services.database.transaction() as tx:
            found = await self._last_answer(tx, job)
            await job.acknowledge(tx, [_retry_offer(found, job.message_id)] if found else [])

    async def _last_answer(self, tx: Transaction, job: Job) -> UUID | None:
        """Return the turn of a message if it is the last one of its conversation, which may be in any topic."""
        owner, chat_id = job.chat.owner, job.chat.channel.place.chat_id
        found = await messages.answer(tx, owner, chat_id, job.message_id)
        if found is None:
            return None
        its = await conversations.get(tx, (await turns.get(tx, found.turn_id)).conversation_id)
        conversation = await conversations.open_in(tx, owner, its.place)
        last = await turns.last_in(tx, its.id) if conversation and conversation.id == its.id else None
        return last.id if last and last.id == found.turn_id and last.state is not TurnState.RUNNING else None

    async def note_topic(self, message: Message, job: Job) -> None:
        """Note what Telegram says of a topic: its user has opened it without a name, or has named it."""
        created, edited = message.forum_topic_created, message.forum_topic_edited
        async with self.services.database.transaction() as tx:
            if created and created.is_name_implicit:
                await topics.note_unnamed(tx, self.bot.id, job.chat.channel.place)
            elif edited and edited.name:
                await topics.note_named(tx, self.bot.id, job.chat.channel.place)
            await job.acknowledge(tx)

    async def refuse_edit(self, why: str, job: Job) -> None:
        """Explain why an edit isn't read, unless an earlier edit of its message was explained."""
        is_first = job.chat.explained_edits.setdefault(job.message_id, job.update_id) == job.update_id
        await self.say(why if is_first else "", job)

    async def _prepare(self, name: str) -> None:
        """Do what is done before the transaction of a command or a button."""
        if before := self.before.get(name):
            await before()

    async def _embedding(self, name: str, words: str) -> Embedding | None:
        """Return the embedding of the search words of a command or a button, if computed in time."""
        searched_for = self.searched_for.get(name)
        return await self.services.embeddings.of(searched_for(words), within=_SEARCH_SECONDS) if searched_for else None


def _retry_offer(turn_id: UUID, message_id: int) -> Text:
    """Return the offer to answer again, below the answer's message."""
    button = AgainButton(turn_id)
    return Text(t(_ASKS), quoted_id=message_id, buttons=[[button.button(t("🔁 Retry"))]], about=button.data)


def _shown(message: Message) -> Text | None:
    """Return a message as its chat shows it; None for one with a file."""
    if not message.text:
        return None
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    return Text(message.text, tuple(message.entities), buttons=[[_button(it) for it in row] for row in rows])


def _button(shown: InlineKeyboardButton) -> Button:
    data = shown.callback_data if isinstance(shown.callback_data, str) else ""
    return Button(shown.text, data, shown.url or "", shown.web_app.url if shown.web_app else "")
