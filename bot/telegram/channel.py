"""Telegram as the core's channel to a chat: it renders messages and stores them in the outbox for delivery."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

import structlog
from telegram.error import BadRequest, Forbidden, InvalidToken, TelegramError

from bot.kit.backoff import Backoff
from bot.kit.errors import FileRefused, FileUnavailable
from bot.kit.language import mark, speaking_to, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.telegram.acts import ASKED, asked_about
from bot.telegram.formatting import compose, expandable
from bot.telegram.refusals import wanted_pause
from bot.telegram.reply import TelegramReply
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Edit, Emoji, Keyboard, Part, Text, TopicDeletion, TopicName, columns_of
from bot.turns.channel import Outcome
from bot.turns.store import conversations, topics
from bot.turns.store.outbox import AnswerId
from bot.turns.values.acts import Act

_AWAY: Final = mark("I can't get this file from Telegram right now. I'll keep trying.")
_MOST_ABSENCES: Final = 5
"""Most downloads tried of a missing file, which may appear after a restart of the Bot API server."""

_HEARD: Final = "heard:"
"""Beginning of the `Text.about` of a turn's transcripts; if the turn is erased before they are sent, they go, too."""

log = structlog.get_logger()


class TelegramChannel(ChatSender):
    """One user's private chat, or a topic of it."""

    def reply(
        self, answer: AnswerId, *, begin_showing: Callable[[], bool], quote: Callable[[], int | None]
    ) -> TelegramReply:
        """Return a reply that types and shows previews."""
        return TelegramReply(self, self._database, self._outbox, answer, begin_showing, quote)

    async def say(self, tx: Transaction, parts: Iterable[Part]) -> None:
        """Put parts into the outbox, in the caller's transaction."""
        await self._outbox.add(tx, self.place, columns_of(parts))

    async def answer(self, tx: Transaction, answer: AnswerId, outcome: Outcome) -> None:
        """Put an answer into the outbox, in the caller's transaction."""
        with speaking_to(self.language()):
            texts = self.rendering.rendered(outcome)
        await self._outbox.add_answer(tx, self.place, answer, columns_of(texts))

    async def post(
        self, tx: Transaction, words: str = "", *, offers: Sequence[Act] = (), quoting: int | None = None
    ) -> None:
        """Put a notice into the outbox, in the caller's transaction."""
        with speaking_to(self.language()):
            texts = [*compose(words), *self.rendering.acts.offered(offers)]
        if texts and quoting:
            texts[0] = replace(texts[0], quoted_id=quoting)
        await self.say(tx, texts)

    async def say_last(self, tx: Transaction, owner: Owner, texts: Iterable[Text]) -> None:
        """Put messages into the outbox that may be the last ones of a private conversation.

        If it is over, the topic that was opened for it is deleted, and they are sent to General.
        """
        is_over = self.place.topic_id and (await topics.state(tx, owner, self.place)).is_private
        if not is_over or await conversations.is_private(tx, owner, self.place):
            await self.say(tx, texts)
            return
        await topics.note_deleted(tx, owner.bot_id, self.place)
        await self._outbox.add(tx, Place(self.place.chat_id), columns_of(texts))
        await self.say(tx, [TopicDeletion()])

    async def end_private(self, tx: Transaction, words: str) -> None:
        """Put the notice that a private conversation is over into the outbox, in the caller's transaction."""
        with speaking_to(self.language()):
            texts = compose(words)
        await self.say_last(tx, Owner(self._bot.id, self.place.chat_id), texts)

    async def name_topic(self, tx: Transaction, name: str) -> None:
        """Let the topic be renamed, once, in the caller's transaction."""
        await topics.note_named(tx, self._bot.id, self.place)
        await self.say(tx, [TopicName(name)])

    async def download(self, file_id: str) -> bytes:
        """Return the content of a file that was sent here, waiting while Telegram can't be reached (Bot API, getFile).

        Raises FileUnavailable, or FileRefused if it is too large for bots.
        """
        backoff, absences, notified = Backoff(), 0, False
        while True:
            try:
                file = await self._bot.get_file(file_id)
                return bytes(await file.download_as_bytearray())
            except (BadRequest, Forbidden) as error:
                if "too big" in error.message.lower():
                    raise FileRefused(mark("Telegram gives bots only files of up to 20 MB")) from error
                raise FileUnavailable from error
            except TelegramError as error:
                absences += isinstance(error, InvalidToken)
                if absences == _MOST_ABSENCES:
                    raise FileUnavailable from error
                again_in = backoff.next(wanted_pause(error))
                log.warning("waiting for a file", error=type(error).__name__, again_in=again_in)
            if not notified:
                await self.mention([Text(t(_AWAY))])
            notified = True
            await asyncio.sleep(again_in)

    async def show_transcript(self, tx: Transaction, turn_id: UUID, text: str, message_id: int) -> None:
        """Put a transcript into the outbox as a quote that unfolds, in the caller's transaction."""
        texts = [replace(it, about=f"{_HEARD}{turn_id.hex}") for it in compose(expandable(text))]
        await self.say(tx, [replace(texts[0], quoted_id=message_id), *texts[1:]])

    async def hand_over(self, tx: Transaction, turn_id: UUID, answer: AnswerId, *, below: int) -> None:
        """Let an answer replace the messages of a superseded turn's that are `below` the user's last one in it.

        The others are deleted, and its reactions go. Works in the caller's transaction.
        """
        await self._outbox.hand_over(tx, turn_id, answer, below=below)

    async def take_back(self, tx: Transaction, turn_id: UUID) -> None:
        """Delete the messages of a superseded turn's answer and its reactions, in the caller's transaction."""
        await self._outbox.delete_answer(tx, turn_id)

    async def react(self, tx: Transaction, turn_id: UUID, emoji: str, message_id: int | None) -> None:
        """Put a reaction into the outbox, in the caller's transaction; a message if there is none to react to."""
        (reaction,) = columns_of([Text(emoji) if message_id is None else Emoji(emoji, message_id)])
        await self._outbox.react(tx, self.place, turn_id, reaction)

    async def take_reactions_back(self, tx: Transaction, turn_id: UUID) -> None:
        """Remove a turn's reactions, in the caller's transaction."""
        await self._outbox.take_reactions_back(tx, turn_id)

    async def show_act(self, tx: Transaction, act: Act) -> None:
        """Edit the messages that asked about an act alone, if any, in the caller's transaction."""
        with speaking_to(self.language()):
            text = self.rendering.acts.alone(act)
        its = await self._outbox.about(tx, self.place.chat_id, asked_about(act))
        await self.say(tx, [Edit(message_id, text) for message_id in sorted(its)])

    async def withdraw_continue(self, tx: Transaction, owner: Owner) -> None:
        """Remove the Continue button below the chat's last answer, if there is one."""
        found = await self._outbox.about_last_turn(tx, owner, self.place, unless=ASKED.removesuffix(":"))
        if found:
            about, message_id = found
            await self.say(tx, [Keyboard(about, message_id=message_id)])
