"""What a chat, or a topic of it, shows: messages that are sent, edited, deleted, and topics (Bot API)."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

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
from telegram.error import BadRequest, TelegramError
from telegram.ext import ExtBot

from bot.telegram.paced_calls import PacedCalls
from bot.telegram.refusals import Verdict, verdict
from bot.telegram.texts import Button, Buttons, Text
from bot.values.place import Place, TopicAct

_UPLOAD: Final[dict[str, Any]] = {"write_timeout": 60.0, "read_timeout": 120.0}
"""Timeouts in seconds for each piece of a file, and for Telegram's confirmation."""
_NO_TEXT: Final = "no text in the message"
_TAKEN_BACK: Final = "(taken back)"
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

log = structlog.get_logger()


class Display:
    """Shows texts in one place. Raises NotNow during a pause, and TelegramError.

    It knows what the last message says, as long as this process has shown it: the same text isn't shown again.
    """

    def __init__(self, bot: ExtBot[None], place: Place, calls: PacedCalls) -> None:
        self._bot = bot
        self.place = place
        self._chat_id = place.chat_id
        self._calls = calls
        self._shown: Text | None = None
        self.newest_message_id = 0

    def saw(self, message_id: int) -> None:
        """Record that a message is in the chat."""
        self.newest_message_id = max(self.newest_message_id, message_id)

    @property
    def topic(self) -> dict[str, Any]:
        """The parameter of what is sent into a topic (Bot API, message_thread_id)."""
        return {"message_thread_id": self.place.topic_id} if self.place.topic_id else {}

    async def show(self, text: Text, **options: Any) -> int:
        """Edit the message that a text replaces, or else send a new one; return its id."""
        if text.replaces and self._shown and text.columns == self._shown.columns:  # entities are equal with other links
            return text.replaces
        message_id = text.replaces
        if message_id and text.file:  # a message with text can't become one with a file
            await self.delete(text)
            return await self.show(replace(text, replaces=None), **options)
        if message_id:
            await self._edit(text, **options)
        else:
            message_id = await self._post(text, **options)
            self.saw(message_id)
        self._shown = replace(text, quoted_id=None, file=None, replaces=message_id)
        return message_id

    async def arrive(self, text: Text) -> int:
        """Show a text in the first way that Telegram accepts; return the message's id. Raises the last refusal.

        The ways are an edit of the existing message, then a new one, each with and without formatting. An edit that
        only removes buttons has no other way.
        """
        ways = [text, text.plain] if text.entities else [text]
        if text.replaces:
            ways += [replace(way, replaces=None) for way in ways]
        for way in ways[:-1]:
            try:
                return await self.show(way)
            except TelegramError as error:
                if verdict(error) is not Verdict.REFUSED:
                    raise
                log.warning("Telegram refuses a way to show a message", chat=self._chat_id, edit=bool(way.replaces))
                if way.replaces and _NO_TEXT in str(error).lower():  # it holds a file: a text takes its place
                    await self.delete(way)
        return await self.show(ways[-1])

    async def delete(self, text: Text) -> None:
        """Delete a message, or make it say that it was taken back: an old one can't be deleted (Bot API)."""
        if text.replaces is None:
            return
        self._shown = None
        try:
            await self._calls.make(partial(self._bot.delete_message, self._chat_id, text.replaces))
        except TelegramError as error:
            if verdict(error) is not Verdict.REFUSED:
                raise
            with suppress(BadRequest):
                await self._edit(Text(_TAKEN_BACK, replaces=text.replaces))

    async def react(self, text: Text) -> None:
        """Put a reaction below a message (Bot API, setMessageReaction). The refusal to remove one is ignored."""
        request = partial(self._bot.set_message_reaction, self._chat_id, text.quoted_id or 0, text.text or None)
        try:
            await self._calls.make(request)
        except TelegramError as error:
            if text.text or verdict(error) is not Verdict.REFUSED:
                raise

    async def set_buttons(self, message_ids: Iterable[int], buttons: Buttons) -> None:
        """Give messages these buttons or none.

        A refusal is ignored, since a press on an old button still gets a correct answer.
        """
        self._shown, keyboard = None, _keyboard(buttons)
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

    async def change_topic(self, text: Text) -> None:
        """Rename or delete the topic (Bot API, editForumTopic, deleteForumTopic); a refusal is ignored."""
        here = self._chat_id, self.place.topic_id
        rename = partial(self._bot.edit_forum_topic, *here, text.topic_name)
        delete = partial(self._bot.delete_forum_topic, *here)
        try:
            await self._calls.make(delete if text.topic_act is TopicAct.DELETE else rename)
        except TelegramError as error:
            if verdict(error) not in {Verdict.REFUSED, Verdict.TOPIC_GONE}:
                raise

    async def _post(self, text: Text, **options: Any) -> int:
        """Send a message or a file (Bot API, sendDocument, sendVoice); return its id."""
        quoted = ReplyParameters(text.quoted_id, allow_sending_without_reply=True) if text.quoted_id else None
        if text.file and text.file.is_voice:
            sound = InputFile(text.file.content, text.file.name)
            request = partial(
                self._bot.send_voice, self._chat_id, sound, reply_parameters=quoted, **self.topic, **_UPLOAD
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
                **self.topic,
                **_UPLOAD,
            )
        else:
            request = partial(
                self._bot.send_message,
                self._chat_id,
                text.text,
                reply_parameters=quoted,
                disable_notification=text.is_silent or None,
                **self.topic,
                **_look(text),
                **options,
            )
        return (await self._calls.make(request)).message_id

    async def _edit(self, text: Text, **options: Any) -> None:
        """Edit a message's text and buttons; unchanged ones are no error."""
        try:
            await self._calls.make(
                partial(self._bot.edit_message_text, text.text, self._chat_id, text.replaces, **_look(text), **options)
            )
        except TelegramError as error:
            if verdict(error) is not Verdict.SHOWN:
                raise


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
