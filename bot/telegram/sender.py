"""Delivery to a chat: one call at a time, and none during a pause that Telegram asked for."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import structlog
from telegram import InputFile, LinkPreviewOptions, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, RetryAfter, TelegramError

from bot.backoff import Backoff
from bot.database import topics
from bot.database.engine import Database, Transaction
from bot.database.outbox import MOST_WAITING, Outbox, Waiting
from bot.language import mark, speaking_to, t
from bot.telegram.groups.whispers import whisper
from bot.telegram.keyboards import keyboard_of
from bot.telegram.newest_api import NewestBot
from bot.telegram.refusals import Verdict, instead_of, verdict, wanted_pause
from bot.telegram.reminders.ringing import sent_at
from bot.telegram.rich_sending import show_rich
from bot.telegram.texts import Text
from bot.values.place import Place
from bot.values.topics import TopicAct

_PASSING: Final[dict[str, Any]] = dict.fromkeys(
    ("read_timeout", "write_timeout", "connect_timeout", "pool_timeout"), 4.0
)
"""Timeouts of a call that must not delay an answer."""
_UPLOAD: Final[dict[str, Any]] = {"write_timeout": 60.0, "read_timeout": 120.0}
"""Timeouts in seconds for each piece of a file, and for Telegram's confirmation."""
_UNSEEN: Final = 2**31
"""An id above all messages': in a group, the bot doesn't see what others have written since."""
_MOST_FAILURES: Final = 3
"""Failed attempts, by a bug of ours, before a message is given up."""
_OPENS: Final = {TopicAct.OPEN, TopicAct.OPEN_PRIVATE}
_NEW_TOPIC: Final = mark("New conversation")
_NO_TEXT: Final = "no text in the message"
_TAKEN_BACK: Final = "(taken back)"
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

T = TypeVar("T")

log = structlog.get_logger()


class NotNow(Exception):  # noqa: N818 - named for the situation
    """The chat is paused, or something more urgent is to be sent."""


class Pause:
    """A pause of one chat, which Telegram asked for. All senders to its topics share it."""

    def __init__(self) -> None:
        self._not_before = 0.0  # by the event loop's clock

    def begin(self, until: datetime) -> None:
        """Pause until a time."""
        self._not_before = _now() + (until - datetime.now(UTC)).total_seconds()

    @property
    def seconds_left(self) -> float:
        """How long it still lasts; not above 0 once it is over."""
        return self._not_before - _now()


class ChatSender:
    """Delivers the outbox of one chat, or of a topic of it, and shows previews and typing while it is empty.

    Answers of commands go before the model's, and both before previews. After "429 Too Many Requests" nothing is sent
    before the given time (Bot API, ResponseParameters.retry_after), also by a later process. What Keepsake says itself
    is in the chat's `language`.
    """

    def __init__(
        self,
        bot: NewestBot,
        database: Database,
        outbox: Outbox,
        place: Place,
        language: Callable[[], str],
        pause: Pause | None = None,
        wake: Callable[[Place], None] = lambda _: None,
        passes_on: Callable[[], bool] = lambda: False,
    ) -> None:
        self._bot = bot
        self._database = database
        self._outbox = outbox
        self.place = place
        self._chat_id = place.chat_id
        self.language = language
        self._pause = pause or Pause()
        self._wake_other = wake
        self._passes_on = passes_on
        self._calling = asyncio.Lock()
        self._shown: Text | None = None  # content of the last message, if known to this process
        self._failures = 0
        self._woken = False
        self._sending: asyncio.Task[None] | None = None
        self.newest_message_id = _UNSEEN if place.is_in_group else 0

    def saw(self, message_id: int) -> None:
        """Record that a message is in the chat."""
        self.newest_message_id = max(self.newest_message_id, message_id)

    def wake(self) -> None:
        """Deliver the outbox, or let the copy of the bot do it that works on the chat."""
        if self._passes_on():
            return
        self._woken = True
        if not self.is_sending:
            self._sending = asyncio.create_task(self._send_all())

    async def settle(self) -> None:
        """Wait until the outbox is empty."""
        if self._sending:
            await asyncio.wait({self._sending})

    async def close(self) -> None:
        """Stop; unsent messages stay in the outbox."""
        if self._sending:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)

    async def typing(self) -> None:
        """Show the typing indicator; errors are ignored."""
        await self.reaches()

    async def reaches(self) -> bool:
        """Tell whether a message could be sent now, by showing the typing indicator (Bot API, sendChatAction)."""
        try:
            await self._call(
                partial(self._bot.send_chat_action, self._chat_id, ChatAction.TYPING, **self._topic, **_PASSING)
            )
        except (TelegramError, NotNow):
            return False
        return True

    async def preview(self, text: Text) -> int:
        """Show a preview of an answer; return its message's id.

        Raises NotNow if the outbox comes first, and TelegramError.
        """
        if self.is_sending:
            raise NotNow
        return await self._show(text, **_PASSING)

    async def draft(self, draft_id: int, text: Text) -> None:
        """Show an answer so far as a draft, which is no message and goes by itself (Bot API, sendMessageDraft).

        An empty text shows that the bot thinks. Raises NotNow if the outbox comes first, and TelegramError.
        """
        if self.is_sending:
            raise NotNow
        shown = {"chat_id": self._chat_id, "draft_id": draft_id, "text": text.text, "entities": text.entities or None}
        parameters = {**shown, **self._topic, "can_stop": True, "keep_on_stop": True}
        await self._call(partial(self._bot.call, "sendMessageDraft", parameters, **_PASSING))

    async def toast(self, query_id: str, words: str) -> None:
        """Answer the press of a button with a toast or none (Bot API, answerCallbackQuery); errors are ignored.

        It isn't a message, so it waits neither for the outbox nor for a pause.
        """
        with suppress(TelegramError):
            await self._bot.answer_callback_query(query_id, words or None, **_PASSING)

    async def mention(self, texts: Iterable[Text]) -> None:
        """Send messages that may be lost, without the outbox."""
        try:
            for text in texts:
                await self._show(text, **_PASSING)
        except (TelegramError, NotNow) as error:
            log.warning("a message was not sent", chat=self._chat_id, error=type(error).__name__)

    @property
    def _topic(self) -> dict[str, Any]:
        """The parameter of what is sent into a topic (Bot API, message_thread_id)."""
        return {"message_thread_id": self.place.topic_id} if self.place.topic_id else {}

    @property
    def is_sending(self) -> bool:
        """Whether messages are being delivered, or wait for the end of a pause."""
        return self._sending is not None and not self._sending.done()

    async def _send_all(self) -> None:
        """Deliver the outbox, most urgent first, waiting while Telegram can't be reached."""
        with speaking_to(self.language()):
            await self._send_until_empty()

    async def _send_until_empty(self) -> None:
        backoff = Backoff()
        while self._woken:
            self._woken = False
            try:
                await self._send_waiting()
                backoff.reset()
                continue
            except NotNow:
                await asyncio.sleep(self._pause.seconds_left)
            except Exception as error:
                again_in = backoff.next()
                if isinstance(error, TelegramError):
                    log.warning("Telegram can't be reached", error=type(error).__name__, again_in=again_in)
                else:  # a bug must not end the sending
                    log.exception("what waits can't be sent", chat=self._chat_id)
                await asyncio.sleep(again_in)
            self._woken = True

    async def _send_waiting(self) -> None:
        """Send waiting messages until a more urgent one may have come. Raises what `_send` does."""
        several = await self._retry_until_done(lambda tx: self._outbox.waiting(tx, self.place))
        if await self._retry_until_done(lambda tx: self._outbox.merge_rings(tx, self.place, several), single=False):
            self._woken = True
            return
        for waiting in several:
            await self._send(waiting)
            if self._woken:
                return
        self._woken = self._woken or len(several) == MOST_WAITING

    async def _send(self, waiting: Waiting) -> None:
        """Send a message, and store its message id or the reason of its refusal.

        Raises NotNow, and errors that are worth a retry.
        """
        try:
            text = sent_at(datetime.now(UTC), waiting.columns)
            if text.topic_act in _OPENS:
                await self._open_topic(waiting.id, text)
                return
            text, message_id = await self._carry_out(waiting, text)
        except NotNow:
            raise
        except Exception as error:
            if (found := self._found(error)) is Verdict.LATER:
                raise
            if found is Verdict.TOPIC_GONE and self.place.topic_id:
                await self._leave_topic()
                return
            log.warning("Telegram refuses a message", chat=self._chat_id, error=type(error).__name__)
            problem = str(error) if isinstance(error, TelegramError) else type(error).__name__
            await self._give_up(waiting, problem, chat_is_gone=found is Verdict.CHAT_GONE)
        else:
            await self._note_sent(waiting, text, message_id)
            if waiting.completes_answer and (text.rich or not text.group):
                log.info("turn answered", turn=str(waiting.turn_id))
        self._failures = 0

    async def _carry_out(self, waiting: Waiting, text: Text) -> tuple[Text, int | None]:
        """Do what a message asks for; return what is shown, and the id of one that is shown."""
        if text.only_for:
            return text, await self._call(partial(whisper, self._bot, self.place, text))
        if text.topic_act:
            await self._change_topic(text)
        elif text.deletes:
            await self._delete(text)
        elif text.is_reaction:
            await self._react(text)
        elif text.shows_nothing:
            await self._set_buttons(waiting.id, text)
        else:
            return await self._arrive_best(waiting, text)
        return text, None

    async def _note_sent(self, waiting: Waiting, text: Text, message_id: int | None) -> None:
        """Store that a message was sent; delete it if its turn was superseded meanwhile."""
        turn_id, rich, group = waiting.turn_id, text.rich, text.group

        async def note(tx: Transaction) -> bool:
            if rich and message_id:
                return await self._outbox.sent_rich(tx, waiting.id, message_id, rich.about, group)
            return await self._outbox.sent(tx, waiting.id, message_id)

        still_waited = await self._retry_until_done(note, single=rich is None)
        self._woken = self._woken or group is not None  # the others of its group are gone, or no group any more
        if not still_waited and turn_id and message_id and not text.replaces:
            await self._retry_until_done(
                lambda tx: self._outbox.delete_superseded(tx, self.place, turn_id, message_id), single=False
            )
            self._woken = True

    async def _open_topic(self, which: int, text: Text) -> None:
        """Open a topic, in which a text then waits (Bot API, createForumTopic)."""
        name = text.topic_name or t(_NEW_TOPIC)
        topic = await self._call(partial(self._bot.create_forum_topic, self._chat_id, name))
        place, is_named = Place(self._chat_id, topic.message_thread_id), bool(text.topic_name)
        act = text.topic_act or TopicAct.OPEN
        await self._retry_until_done(
            lambda tx: topics.note_opened(tx, self._bot.id, place, which, act, is_named=is_named), single=False
        )
        self._wake_other(place)

    async def _change_topic(self, text: Text) -> None:
        """Rename or delete the topic (Bot API, editForumTopic, deleteForumTopic); a refusal is ignored."""
        here = self._chat_id, self.place.topic_id
        rename = partial(self._bot.edit_forum_topic, *here, text.topic_name)
        delete = partial(self._bot.delete_forum_topic, *here)
        try:
            await self._call(delete if text.topic_act is TopicAct.DELETE else rename)
        except TelegramError as error:
            if verdict(error) not in {Verdict.REFUSED, Verdict.TOPIC_GONE}:
                raise

    async def _leave_topic(self) -> None:
        """Let what waits for a topic that is gone be sent to General."""
        log.warning("a topic is gone", chat=self._chat_id)
        await self._retry_until_done(lambda tx: topics.leave(tx, self._bot.id, self.place), single=False)
        self._woken = True
        self._wake_other(Place(self._chat_id))

    def _found(self, error: Exception) -> Verdict:
        """Return the verdict on an error; after a few attempts, a bug counts as a refusal."""
        if isinstance(error, TelegramError):
            return verdict(error)
        self._failures += 1
        return Verdict.LATER if self._failures < _MOST_FAILURES else Verdict.REFUSED

    async def _give_up(self, waiting: Waiting, problem: str, *, chat_is_gone: bool) -> None:
        """Store that a message is refused, with a notice to the chat unless it is gone."""
        which = None if chat_is_gone else waiting.id
        with speaking_to(self.language()):
            notices = [] if chat_is_gone else instead_of(waiting.columns, self._chat_id)

        async def give_up(tx: Transaction) -> None:
            if await self._outbox.refuse(tx, self._chat_id, problem, which):
                await self._outbox.add(tx, self.place, [it.columns for it in notices])

        await self._retry_until_done(give_up, single=False)
        self._woken = True

    async def _arrive_best(self, waiting: Waiting, text: Text) -> tuple[Text, int | None]:
        """Show a text as a rich message, or else in another way; return what was shown, and the message's id.

        Raises the last refusal, unless there is no other way: then the message stays as it is.
        """
        if text.rich is None:
            return text, await self._arrive(text)
        self._shown, keyboard = None, keyboard_of(text.rich.buttons)
        try:
            message_id = await self._call(partial(show_rich, self._bot, self.place, text, text.rich, keyboard))
        except TelegramError as error:
            if verdict(error) is Verdict.SHOWN:
                return text, text.replaces
            if verdict(error) is not Verdict.REFUSED:
                raise
            log.warning("Telegram refuses a rich message", chat=self._chat_id, error=type(error).__name__)
        else:
            self.saw(message_id)
            return text, message_id
        await self._retry_until_done(lambda tx: self._outbox.leave_rich(tx, waiting.id, text.group), single=True)
        text = replace(text, rich=None)
        return text, await self._arrive(text) if text.text else None

    async def _arrive(self, text: Text) -> int:
        """Show a text in the first way that Telegram accepts; return the message's id. Raises the last refusal.

        The ways are an edit of the existing message, then a new one, each with and without formatting. An edit that
        only removes buttons has no other way.
        """
        ways = [text, text.plain] if text.entities else [text]
        if text.replaces:
            ways += [replace(way, replaces=None) for way in ways]
        for way in ways[:-1]:
            try:
                return await self._show(way)
            except TelegramError as error:
                if verdict(error) is not Verdict.REFUSED:
                    raise
                log.warning("Telegram refuses a way to show a message", chat=self._chat_id, edit=bool(way.replaces))
                if way.replaces and _NO_TEXT in str(error).lower():  # it holds a file: a text takes its place
                    await self._delete(way)
        return await self._show(ways[-1])

    async def _delete(self, text: Text) -> None:
        """Delete a message, or make it say that it was taken back: an old one can't be deleted (Bot API)."""
        if text.replaces is None:
            return
        self._shown = None
        try:
            await self._call(partial(self._bot.delete_message, self._chat_id, text.replaces))
        except TelegramError as error:
            if verdict(error) is not Verdict.REFUSED:
                raise
            with suppress(BadRequest):
                await self._edit(Text(_TAKEN_BACK, replaces=text.replaces))

    async def _react(self, text: Text) -> None:
        """Put a reaction below a message (Bot API, setMessageReaction). The refusal to remove one is ignored."""
        request = partial(self._bot.set_message_reaction, self._chat_id, text.quoted_id or 0, text.text or None)
        try:
            await self._call(request)
        except TelegramError as error:
            if text.text or verdict(error) is not Verdict.REFUSED:
                raise

    async def _set_buttons(self, which: int, text: Text) -> None:
        """Give all earlier messages about the same thing, and a given one, a text's buttons or none.

        A refusal is ignored, since a press on an old button still gets a correct answer.
        """
        self._shown, keyboard = None, keyboard_of(text.buttons)
        same = await self._retry_until_done(lambda tx: self._outbox.about_same(tx, which))
        for message_id in {*same, text.replaces} - {None}:
            try:
                await self._call(
                    partial(self._bot.edit_message_reply_markup, self._chat_id, message_id, reply_markup=keyboard)
                )
            except TelegramError as error:
                if verdict(error) not in {Verdict.SHOWN, Verdict.REFUSED}:
                    raise

    async def _show(self, text: Text, **options: Any) -> int:
        """Edit the message that a text replaces, or else send a new one; return its id."""
        if self.place.is_in_group:
            text = text.without_mini_apps
        if text.replaces and self._shown and text.columns == self._shown.columns:  # entities are equal with other links
            return text.replaces
        message_id = text.replaces
        if message_id and text.file:  # a message with text can't become one with a file
            await self._delete(text)
            return await self._show(replace(text, replaces=None), **options)
        if message_id:
            await self._edit(text, **options)
        else:
            message_id = await self._post(text, **options)
            self.saw(message_id)
        self._shown = replace(text, quoted_id=None, file=None, replaces=message_id)
        return message_id

    async def _post(self, text: Text, **options: Any) -> int:
        """Send a message or a file (Bot API, sendDocument, sendVoice); return its id."""
        quoted = ReplyParameters(text.quoted_id, allow_sending_without_reply=True) if text.quoted_id else None
        if text.file and text.file.is_voice:
            sound = InputFile(text.file.content, text.file.name)
            request = partial(
                self._bot.send_voice, self._chat_id, sound, reply_parameters=quoted, **self._topic, **_UPLOAD
            )
        elif text.file:
            request = partial(
                self._bot.send_document,
                self._chat_id,
                InputFile(text.file.content, text.file.name),
                caption=text.text or None,
                caption_entities=text.entities,
                disable_content_type_detection=True,
                reply_parameters=quoted,
                **self._topic,
                **_UPLOAD,
            )
        else:
            request = partial(
                self._bot.send_message,
                self._chat_id,
                text.text,
                reply_parameters=quoted,
                disable_notification=text.is_silent or None,
                **self._topic,
                **_look(text),
                **options,
            )
        return (await self._call(request)).message_id

    async def _edit(self, text: Text, **options: Any) -> None:
        """Edit a message's text and buttons; unchanged ones are no error."""
        try:
            await self._call(
                partial(self._bot.edit_message_text, text.text, self._chat_id, text.replaces, **_look(text), **options)
            )
        except TelegramError as error:
            if verdict(error) is not Verdict.SHOWN:
                raise

    async def _call(self, request: Callable[[], Awaitable[T]]) -> T:
        """Make a call after the previous one has ended. Raises NotNow during a pause."""
        async with self._calling:
            if self._pause.seconds_left > 0:
                raise NotNow
            try:
                return await request()
            except RetryAfter as refusal:
                seconds = wanted_pause(refusal)
                until = datetime.now(UTC) + timedelta(seconds=seconds)
                self._pause.begin(until)
                log.warning("Telegram wants a chat left alone", chat=self._chat_id, seconds=math.ceil(seconds))
                await self._retry_until_done(lambda tx: self._outbox.pause(tx, self._chat_id, until))
                raise NotNow from refusal

    async def _retry_until_done(self, work: Callable[[Transaction], Awaitable[T]], *, single: bool = True) -> T:
        """Use the outbox, retrying while the database is unavailable."""
        return await self._database.retry(work, single=single, chat=self._chat_id)


def _look(text: Text) -> dict[str, Any]:
    return {"entities": text.entities, "link_preview_options": _NO_PREVIEW, "reply_markup": keyboard_of(text.buttons)}


def _now() -> float:
    return asyncio.get_running_loop().time()
