"""Telegram as the core's channel to a chat: it renders messages and stores them in the outbox for delivery."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar
from uuid import UUID

import structlog
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, TelegramError

from bot.kit.backoff import Backoff
from bot.kit.errors import FileRefused, FileUnavailable
from bot.kit.language import mark, speaking_to, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.model.seam import Shown
from bot.store.engine import Database, Transaction
from bot.telegram.acts import ASKED, asked_about
from bot.telegram.display import NotNow
from bot.telegram.errors import wanted_pause
from bot.telegram.formatting import compose, expandable
from bot.telegram.outcomes import StopButton, voice_of
from bot.telegram.sender import ChatSender
from bot.telegram.texts import (
    MAX_UNITS,
    Buttons,
    Edit,
    Emoji,
    Keyboard,
    Message,
    Part,
    Text,
    TopicDeletion,
    TopicName,
    columns_of,
)
from bot.turns.channel import Outcome
from bot.turns.store import conversations, topics
from bot.turns.store.outbox import AnswerId, Outbox
from bot.turns.values.acts import Act

ENOUGH_CHARACTERS: Final = 20
ENOUGH_SECONDS: Final = 0.3
"""Seconds the first preview waits after the first text, unless it has ENOUGH_CHARACTERS."""
EDIT_SECONDS: Final = 1.0
"""Least seconds between edits of a preview; Telegram refuses more frequent ones for growing times."""
STOP_SECONDS: Final = 2.0
"""Seconds from which a preview has a Stop button, and shows that the model thinks before it says something."""
_TYPING_SECONDS: Final = 4.5
_TYPING_AFTER_SECONDS: Final = 0.02
"""Seconds before the typing indicator, so that the model is asked first."""

_THINKING: Final = mark("💭 Thinking…")
_WAITING: Final = mark("⏳ Waiting for the model's server…")

log = structlog.get_logger()

_T = TypeVar("_T")

_AWAY: Final = mark("I can't get this file from Telegram right now. I'll keep trying.")
_MOST_ABSENCES: Final = 5
"""Most downloads tried of a missing file, which may appear after a restart of the Bot API server."""

_HEARD: Final = "heard:"
"""Beginning of the `Text.about` of a turn's transcripts; if the turn is erased before they are sent, they go, too."""


def _nothing() -> str:
    return ""


async def _made(words: str, make: Callable[[], _T]) -> _T:
    """Make something of words; of long ones in a thread, so that other chats are served meanwhile."""
    return await asyncio.to_thread(make) if len(words) > MAX_UNITS else make()


@dataclass(eq=False)
class TelegramReply:
    """One attempt at a turn's answer, which grows.

    `begin_showing` is called before anything becomes visible and may refuse. `quote` returns the id of the message to
    quote, if any, when the first message is sent.
    """

    chat: ChatSender
    database: Database
    outbox: Outbox
    answer: AnswerId
    begin_showing: Callable[[], bool]
    quote: Callable[[], int | None]
    shown: Shown = _nothing
    _notice: str = ""  # what goes on before the model has said anything
    _message_id: int | None = None
    _noted_id: int | None = None  # the same, once it is stored
    _buttons: Buttons = ()
    _former: Sequence[int] = ()  # messages to be replaced
    _is_previewed: bool = False
    _puts: bool = False  # whether `put` follows `close` at once
    _is_lost: bool = False  # whether a preview may have arrived despite an error: no second one is sent
    _enough: asyncio.Event = field(default_factory=asyncio.Event)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _showing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _tasks: Sequence[asyncio.Task[None]] = ()

    async def open(self, *, resumed: bool) -> bool:
        """Show that an answer is under way; return whether any of it was shown before the turn was `resumed`."""
        if resumed:
            async with self.database.transaction(single=True) as tx:
                self._former = await self.outbox.previews(tx, self.answer)
            self._message_id = self._noted_id = self._former[0] if self._former else None
        self._tasks = [asyncio.create_task(work) for work in (self._type(), self._preview(), self._offer_stop())]
        return self._message_id is not None

    def show(self, shown: Shown) -> None:
        """Show the answer so far in the preview, as it is when that is due."""
        self.shown = shown
        self._changed.set()
        if not (self._is_previewed or self._enough.is_set()) and len(shown()) >= ENOUGH_CHARACTERS:
            self._enough.set()

    def think(self) -> None:
        """Show that the model thinks, if it takes long before it says something."""
        self._notify(_THINKING)

    def wait(self) -> None:
        """Show that the model's server is waited for, if it takes long before the model says something."""
        self._notify(_WAITING)

    def _notify(self, notice: str) -> None:
        is_new, self._notice = notice != self._notice, notice
        if self._buttons and (is_new or not self._is_previewed):
            self._changed.set()

    def forget(self) -> None:
        """Drop text that was never shown, since the model is asked again."""
        self.shown, self._notice = _nothing, ""
        self._changed.clear()
        self._enough.clear()

    async def close(self, *, puts: bool = False) -> None:
        """End typing and previews, after a preview that is being sent; if this one `puts`, its id is stored then."""
        self._puts = puts
        try:
            await self._showing.acquire()
            self._showing.release()
        finally:
            for task in self._tasks:
                task.cancel()
        for ended in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(ended, Exception):
                log.error("preview failed", turn=str(self.answer.turn_id), exc_info=ended)
        self._tasks = ()
        if not puts:
            await self._note_preview()

    async def put(self, tx: Transaction, outcome: Outcome) -> None:
        """Put the whole answer into the outbox, in the caller's transaction, after `close`."""
        with speaking_to(self.chat.language()):
            texts = await _made(outcome.words, partial(self.chat.rendering.rendered, outcome))
            voice = voice_of(outcome)
            edited = [*self.chat.rendering.edits(outcome), *await self.chat.beside(tx)]
        parts: Sequence[Message | Edit] = ()
        if texts and self._message_id:
            parts = [Edit(self._message_id, texts[0]), *texts[1:], *voice]
        elif texts:
            said: Sequence[Message] = [*voice, *texts]
            parts = [replace(said[0], quoted_id=self.quote()), *said[1:]]
        if self._message_id and self._message_id != self._noted_id:
            if not parts:  # it is deleted below
                await self.outbox.note_preview(tx, self.chat.place, self.answer, self._message_id)
            tx.after_commit(partial(setattr, self, "_noted_id", self._message_id))
        await self.outbox.add_answer(tx, self.chat.place, self.answer, columns_of(parts))
        await self.outbox.add(tx, self.chat.place, columns_of(edited))
        if max(len(self._former), self._message_id is not None) > len(parts):
            await self.outbox.delete_rest(tx, self.answer, len(parts))
        self.chat.read_ahead(tx)

    async def _type(self) -> None:
        await asyncio.sleep(_TYPING_AFTER_SECONDS)
        while not self._is_previewed:
            async with self._showing:  # so that it never arrives after the answer
                if not self._is_previewed:
                    await self.chat.reaches()  # what it sends is the typing indicator
            await asyncio.sleep(_TYPING_SECONDS)

    async def _preview(self) -> None:
        """Show the answer so far whenever it grows; a failed preview is skipped."""
        while not self._is_lost:
            await self._changed.wait()
            if not self._is_previewed:
                with suppress(TimeoutError):
                    async with asyncio.timeout(ENOUGH_SECONDS):
                        await self._enough.wait()
            self._changed.clear()
            text = self.shown()
            if self._may_show(text):
                with suppress(TelegramError, NotNow):
                    async with self._showing:
                        await self._show_preview(text)
                await asyncio.sleep(EDIT_SECONDS)

    def _may_show(self, text: str) -> bool:
        """Tell whether there is something to show, and begin to."""
        is_slow = bool(self._notice and self._buttons)
        return bool(text or is_slow) and self.begin_showing()

    async def _offer_stop(self) -> None:
        """Add a Stop button to the preview of an answer that takes long."""
        await asyncio.sleep(STOP_SECONDS)
        self._buttons = [[StopButton(self.answer.turn_id).button(t("⏹ Stop"))]]
        self._changed.set()

    async def _show_preview(self, markdown: str) -> None:
        """Show the answer so far."""
        text = (
            await _made(markdown, partial(self.chat.rendering.preview, markdown))
            if markdown
            else Text(t(self._notice or _THINKING))
        )
        if text is None:
            return
        text, former = replace(text, buttons=self._buttons), self._message_id
        try:
            message_id = await self.chat.preview(
                Edit(former, text) if former else replace(text, quoted_id=self.quote())
            )
        except NetworkError as error:
            self._is_lost = not former and not isinstance(error, BadRequest)
            raise
        self._message_id = message_id
        if not self._puts:
            await self._note_preview()
        self._is_previewed = True

    async def _note_preview(self) -> None:
        """Store the preview's id, if that is not done yet: a resumed answer goes on there."""
        message_id = self._message_id
        if message_id and message_id != self._noted_id:
            await self.database.retry(
                lambda tx: self.outbox.note_preview(tx, self.chat.place, self.answer, message_id),
                turn=str(self.answer.turn_id),
            )
            self._noted_id = message_id


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
