"""What a chat, or a topic of it, shows: messages that are sent, edited, deleted, and topics (Bot API)."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

import structlog
from telegram import (
    ForceReply,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
    ReplyParameters,
    WebAppInfo,
)
from telegram import Message as Sent
from telegram.error import BadRequest, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.kit.place import Place
from bot.store.engine import Database
from bot.telegram.errors import Verdict, verdict, wanted_pause
from bot.telegram.texts import (
    Button,
    Buttons,
    Edit,
    Emoji,
    File,
    Message,
    Text,
    TopicDeletion,
    TopicName,
    Voice,
    columns_of,
)
from bot.turns.store.outbox import Columns, Outbox

_UPLOAD: Final[dict[str, Any]] = {"write_timeout": 60.0, "read_timeout": 120.0}
"""Timeouts in seconds for each piece of a file, and for Telegram's confirmation."""
_NO_TEXT: Final = "no text in the message"
_TAKEN_BACK: Final = "(taken back)"
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

log = structlog.get_logger()

T = TypeVar("T")


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


class PacedCalls:
    """Makes the calls about a chat, or a topic of it.

    After "429 Too Many Requests" none is made before the given time (Bot API, ResponseParameters.retry_after), also by
    a later process.
    """

    def __init__(self, database: Database, outbox: Outbox, chat_id: int, pause: Pause) -> None:
        self._database = database
        self._outbox = outbox
        self._chat_id = chat_id
        self.pause = pause
        self._calling = asyncio.Lock()

    async def make(self, request: Callable[[], Awaitable[T]]) -> T:
        """Make a call after the previous one has ended. Raises NotNow during a pause."""
        async with self._calling:
            if self.pause.seconds_left > 0:
                raise NotNow
            try:
                return await request()
            except RetryAfter as refusal:
                seconds = wanted_pause(refusal)
                until = datetime.now(UTC) + timedelta(seconds=seconds)
                self.pause.begin(until)
                log.warning("Telegram wants a chat left alone", chat=self._chat_id, seconds=math.ceil(seconds))
                await self._database.retry(
                    lambda tx: self._outbox.pause(tx, self._chat_id, until), single=True, chat=self._chat_id
                )
                raise NotNow from refusal


class Display:
    """Shows texts in one place. Raises NotNow during a pause, and TelegramError.

    It knows what the last message says, as long as this process has shown it: the same text isn't shown again.
    """

    def __init__(self, bot: ExtBot[None], place: Place, calls: PacedCalls) -> None:
        self._bot = bot
        self.place = place
        self._chat_id = place.chat_id
        self._calls = calls
        self._shown: Columns = {}
        self.newest_message_id = 0

    def saw(self, message_id: int) -> None:
        """Record that a message is in the chat."""
        self.newest_message_id = max(self.newest_message_id, message_id)

    @property
    def topic(self) -> dict[str, Any]:
        """The parameter of what is sent into a topic (Bot API, message_thread_id)."""
        return {"message_thread_id": self.place.topic_id} if self.place.topic_id else {}

    async def show(self, shows: Message | Edit, **options: Any) -> int:
        """Send a message, or edit an earlier one; return its id."""
        if not isinstance(shows, Edit):
            message_id = await self._post(shows, **options)
            self.saw(message_id)
            self._shown = _looks(message_id, shows)
            return message_id
        if not isinstance(shows.message, Text):  # a message with text can't become one with a file
            await self.delete(shows.message_id)
            return await self.show(shows.message, **options)
        looks = _looks(shows.message_id, shows.message)
        if looks != self._shown:
            await self._edit(shows.message_id, shows.message, **options)
        self._shown = looks
        return shows.message_id

    async def arrive(self, shows: Message | Edit) -> int:
        """Show a message in the first way that Telegram accepts; return its id. Raises the last refusal.

        The ways are an edit of the existing message, then a new one, each with and without formatting.
        """
        message = shows.message if isinstance(shows, Edit) else shows
        new = [message, message.plain] if isinstance(message, Text) and message.entities else [message]
        edits = [Edit(shows.message_id, it) for it in new] if isinstance(shows, Edit) else []
        ways = [*edits, *new]
        for way in ways[:-1]:
            try:
                return await self.show(way)
            except TelegramError as error:
                if verdict(error) is not Verdict.REFUSED:
                    raise
                log.warning("Telegram refuses a way to show a message", chat=self._chat_id, edit=isinstance(way, Edit))
                if isinstance(way, Edit) and _NO_TEXT in str(error).lower():  # it holds a file: a text takes its place
                    await self.delete(way.message_id)
        return await self.show(ways[-1])

    async def delete(self, message_id: int) -> None:
        """Delete a message, or make it say that it was taken back: an old one can't be deleted (Bot API)."""
        self._shown = {}
        try:
            await self._calls.make(partial(self._bot.delete_message, self._chat_id, message_id))
        except TelegramError as error:
            if verdict(error) is not Verdict.REFUSED:
                raise
            with suppress(BadRequest):
                await self._edit(message_id, Text(_TAKEN_BACK))

    async def react(self, reaction: Emoji) -> None:
        """Put a reaction below a message (Bot API, setMessageReaction). The refusal to remove one is ignored."""
        its = self._chat_id, reaction.message_id, reaction.emoji or None
        request = partial(self._bot.set_message_reaction, *its)
        try:
            await self._calls.make(request)
        except TelegramError as error:
            if reaction.emoji or verdict(error) is not Verdict.REFUSED:
                raise

    async def set_buttons(self, message_ids: Iterable[int], buttons: Buttons) -> None:
        """Give messages these buttons or none.

        A refusal is ignored, since a press on an old button still gets a correct answer.
        """
        self._shown, keyboard = {}, _keyboard(buttons)
        for message_id in message_ids:
            try:
                await self._calls.make(
                    partial(self._bot.edit_message_reply_markup, self._chat_id, message_id, reply_markup=keyboard)
                )
            except TelegramError as error:
                if verdict(error) not in {Verdict.SHOWN, Verdict.REFUSED}:
                    raise

    async def open_topic(self, name: str) -> Place:
        """Open a topic in the chat (Bot API, createForumTopic)."""
        topic = await self._calls.make(partial(self._bot.create_forum_topic, self._chat_id, name))
        return Place(self._chat_id, topic.message_thread_id)

    async def change_topic(self, change: TopicName | TopicDeletion) -> None:
        """Rename the topic, or delete it (Bot API, editForumTopic, deleteForumTopic); a refusal is ignored."""
        here = self._chat_id, self.place.topic_id
        request = partial(self._bot.delete_forum_topic, *here)
        if isinstance(change, TopicName):
            request = partial(self._bot.edit_forum_topic, *here, change.name)
        try:
            await self._calls.make(request)
        except TelegramError as error:
            if verdict(error) not in {Verdict.REFUSED, Verdict.TOPIC_GONE}:
                raise

    async def _post(self, message: Message, **options: Any) -> int:
        """Send a message; return its id."""
        send: Callable[..., Awaitable[Sent]]
        match message:
            case Text():
                is_silent = message.is_silent or None
                send = partial(self._bot.send_message, text=message.text, disable_notification=is_silent)
                options |= _look(message)
            case Voice():
                send = partial(self._bot.send_voice, voice=InputFile(message.content, message.name), **_UPLOAD)
            case File():
                content, caption = InputFile(message.content, message.name), message.caption or None
                send = partial(self._bot.send_document, document=content, caption=caption, **_UPLOAD)
                options |= {"disable_content_type_detection": True}
        quoted_id = message.quoted_id
        quoted = ReplyParameters(quoted_id, allow_sending_without_reply=True) if quoted_id else None
        request = partial(send, chat_id=self._chat_id, reply_parameters=quoted, **self.topic, **options)
        return (await self._calls.make(request)).message_id

    async def _edit(self, message_id: int, text: Text, **options: Any) -> None:
        """Edit a message's text and buttons; unchanged ones are no error."""
        request = partial(self._bot.edit_message_text, text.text, self._chat_id, message_id, **_look(text), **options)
        try:
            await self._calls.make(request)
        except TelegramError as error:
            if verdict(error) is not Verdict.SHOWN:
                raise


def _looks(message_id: int, message: Message) -> Columns:
    """Return what tells whether an edit changes anything; entities are equal whatever their links are."""
    text = replace(message, quoted_id=None) if isinstance(message, Text) else Text("")
    return columns_of([Edit(message_id, text)])[0]


def _look(text: Text) -> dict[str, Any]:
    markup = _begun_reply(text.buttons) or _keyboard(text.buttons)
    return {"entities": text.entities, "link_preview_options": _NO_PREVIEW, "reply_markup": markup}


def _begun_reply(buttons: Buttons) -> ForceReply | None:
    match buttons:
        case [[Button(text=hint, data="", url="", mini_app="")]]:
            return ForceReply(input_field_placeholder=hint)
    return None


def _keyboard(buttons: Buttons) -> InlineKeyboardMarkup | None:
    """Return buttons as a keyboard; None for none."""
    rows = [[_key(it) for it in row] for row in buttons]
    return InlineKeyboardMarkup(rows) if rows else None


def _key(button: Button) -> InlineKeyboardButton:
    if button.mini_app:
        return InlineKeyboardButton(button.text, web_app=WebAppInfo(button.mini_app))
    return InlineKeyboardButton(button.text, callback_data=button.data or None, url=button.url or None)


def _now() -> float:
    return asyncio.get_running_loop().time()
