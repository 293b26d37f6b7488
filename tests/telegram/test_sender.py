"""Messages in the outbox reach their chat, or the chat gets a notice, whatever Telegram answers."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from telegram import MessageEntity
from telegram.error import (
    BadRequest,
    Forbidden,
    InvalidToken,
    NetworkError,
    TelegramError,
    TimedOut,
)
from telegram.ext import ExtBot

from bot.app.features import RENDERING
from bot.kit.language import DEFAULT
from bot.kit.place import Place
from bot.store.engine import Database, Transaction
from bot.telegram.display import Pause
from bot.telegram.errors import Verdict, verdict
from bot.telegram.request import Request
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Button, Edit, File, Keyboard, Part, Text, columns_of
from bot.turns.store.outbox import Outbox
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.conftest import TOKEN

CHAT = 1
PLACE = Place(CHAT)
BOLD = (MessageEntity("bold", 0, 4),)
UNDO = [[Button("Undo", "undo:1")]]
MISSING = "I couldn't send one of my messages. Try again, or ask me to say it differently."


@dataclass(frozen=True)
class Sending:
    """A chat, and what is sent to it."""

    telegram: BotApi
    database: Database
    outbox: Outbox
    sender: ChatSender

    async def send(self, *parts: Part) -> list[str]:
        """Send some parts; return what the bot's messages say then."""
        async with self.database.transaction() as tx:
            await self.outbox.add(tx, PLACE, columns_of(parts))
        self.sender.wake()
        await self.sender.settle()
        return [it.text for it in self.shown]

    async def waits(self) -> int:
        """Return how much waits to be sent."""
        async with self.database.transaction() as tx:
            return len(await self.outbox.waiting(tx, PLACE))

    @property
    def shown(self) -> list[Message]:
        """The bot's messages."""
        return [it for it in self.telegram.messages(CHAT) if it.from_bot]

    def calls(self, method: str) -> int:
        """Return how often a method was called."""
        return sum(it.method == method for it in self.telegram.calls)


async def _nothing_beside(_: Transaction) -> list[Part]:
    return []


@pytest.fixture
async def sending(telegram: BotApi, telegram_url: str, database: Database) -> AsyncIterator[Sending]:
    """A chat in which the user wrote something, and a sender to it."""
    telegram.send_text("Hello", CHAT)
    outbox = Outbox(1000)
    bot = ExtBot[None](TOKEN, base_url=f"{telegram_url}/bot", request=Request(telegram_url, 4))
    async with bot:
        sender = ChatSender(
            bot, database, outbox, PLACE, lambda: DEFAULT, Pause(), lambda _: None, _nothing_beside, RENDERING
        )
        yield Sending(telegram, database, outbox, sender)


async def test_a_silent_message_makes_no_sound(sending: Sending) -> None:
    await sending.send(Text("Aloud"), Text("Quietly", is_silent=True))
    sent = [it.parameters for it in sending.telegram.calls if it.method == "sendMessage"]
    assert [(it["text"], "disable_notification" in it) for it in sent] == [("Aloud", False), ("Quietly", True)]


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (BadRequest("Message is not modified: specified new message content"), Verdict.SHOWN),
        (BadRequest("Message to edit not found"), Verdict.REFUSED),
        (NetworkError("Request Entity Too Large (413). Parsing the server response b'<html>' failed"), Verdict.REFUSED),
        (BadRequest("Chat not found"), Verdict.CHAT_GONE),
        (Forbidden("Forbidden: bot was blocked by the user"), Verdict.CHAT_GONE),
        (InvalidToken("Not Found"), Verdict.LATER),
        (TimedOut(), Verdict.LATER),
    ],
)
def test_every_error_of_telegrams_has_a_verdict(error: TelegramError, expected: Verdict) -> None:
    assert verdict(error) is expected


async def test_an_answer_whose_last_edit_is_refused_is_sent_anew_with_its_buttons(sending: Sending) -> None:
    preview = await sending.sender.preview(Text("The be …"))
    sending.telegram.fail("editMessageText", error_code=400, description="Bad Request: MESSAGE_ID_INVALID")
    answer = Edit(preview, Text("The beginning and the end.", BOLD, buttons=UNDO))
    assert await sending.send(answer) == ["The be …", "The beginning and the end."]
    new = sending.shown[-1]
    assert [it.type for it in new.entities] == ["bold"]
    assert [button.text for row in new.keyboard for button in row] == ["Undo"]
    sending.telegram.heal()
    assert len(await sending.send(Text("Next."))) == 3
    assert await sending.waits() == 0


async def test_an_edit_shows_plain_text_where_formatting_is_refused_and_a_new_target_of_a_link(
    sending: Sending,
) -> None:
    preview = await sending.sender.preview(Text("The be …"))
    sending.telegram.fail("editMessageText", error_code=400, description="Bad Request: ENTITIES", times=1)
    assert await sending.send(Edit(preview, Text("The end.", BOLD))) == ["The end."]
    for address in ("http://example.org/a", "http://example.org/abc"):
        link = MessageEntity("text_link", 0, 4, url=address)
        await sending.send(Edit(preview, Text("here", (link,))))
        assert [entity.url for entity in sending.shown[0].entities] == [address]


async def test_a_refused_message_is_reported_once(sending: Sending) -> None:
    sending.telegram.fail("sendMessage", error_code=400, description="Bad Request: no", times=2)
    assert await sending.send(Text("The end.", BOLD), Text("Next.")) == ["Next.", MISSING]
    sending.telegram.fail("sendMessage", error_code=400, description="Bad Request: no")
    assert len(await sending.send(Text("Never seen."))) == 2
    assert await sending.waits() == 0


async def test_a_deleted_chat_gets_no_further_calls_and_a_server_that_is_not_itself_loses_nothing(
    sending: Sending,
) -> None:
    sending.telegram.fail("sendMessage", error_code=502, times=1)
    assert await sending.send(Text("The end.")) == ["The end."]
    sending.telegram.fail("sendMessage", error_code=400, description="Bad Request: chat not found")
    before = sending.calls("sendMessage")
    await sending.send(Text("One.", BOLD), Text("Two."), Text("Three."))
    assert sending.calls("sendMessage") == before + 1
    assert await sending.waits() == 0


async def test_a_message_that_a_bug_keeps_from_being_sent_blocks_no_later_one(sending: Sending) -> None:
    odd = {"content": "Never sent", "entities": [{"no": "entity"}]}
    async with sending.database.transaction() as tx:
        await sending.outbox.add(tx, PLACE, [odd])
    assert await sending.send(Text("Sent all the same")) == ["Sent all the same", MISSING]


async def test_a_refused_file_is_reported_with_advice(sending: Sending) -> None:
    sending.telegram.fail("sendDocument", error_code=413, description="Request Entity Too Large")
    commands = {
        "keepsake-2026-11-23.json": "export --user 1 <folder>",
        "request.json": "context --user 1 --file <file>",
        "keepsake-memories-2026-11-23.jsonl": "memory export --user 1 <file>",
        "keepsake-memories-2026-11-23.md": "memory export --user 1 --format markdown <file>",
    }
    said = await sending.send(*(File(name, b"{}", "Here it is.") for name in commands), Text("Next."))
    assert said == [
        "Next.",
        *(
            f"I couldn't send the file {name}. Whoever hosts me can save it: python -m bot {command}"
            for name, command in commands.items()
        ),
    ]
    assert sending.calls("sendDocument") == len(commands)


def labels(message: Message) -> list[str]:
    return [button.text for row in message.keyboard for button in row]


async def test_buttons_are_taken_off_every_message_about_a_thing_that_is_over(sending: Sending) -> None:
    """Those that were sent or edited before, and those that still wait."""
    await sending.send(Text("Import?", buttons=UNDO, about="import:1"))
    asked = sending.shown[0]
    other = Text("Other?", buttons=UNDO, about="import:2")
    imported = Edit(asked.message_id, Text("Imported.", buttons=UNDO, about="import:1"))
    assert await sending.send(imported, other) == ["Imported.", "Other?"]
    again, over = Text("And again?", buttons=UNDO, about="import:1"), Keyboard("import:1")
    sending.telegram.fail("editMessageReplyMarkup", error_code=502, times=1)
    assert await sending.send(again, over, Text("Done.", buttons=UNDO, about="import:1")) == [
        *("Imported.", "Other?", "And again?", "Done.")
    ]
    assert [labels(it) for it in sending.shown] == [[], ["Undo"], [], ["Undo"]]
    sending.telegram.fail("editMessageReplyMarkup", error_code=400, description="Bad Request: message not found")
    assert (await sending.send(Keyboard("import:1"), Text("Next.")))[-1] == "Next."
    assert await sending.waits() == 0


async def test_what_is_sent_before_it_is_known_to_be_read_ahead_is_sent_once(sending: Sending) -> None:
    async with sending.database.transaction() as tx:
        await sending.outbox.add(tx, PLACE, columns_of([Text("Here.")]))
        sending.sender.read_ahead(tx)
        assert await sending.send(Text("A command's answer.")) == ["A command's answer."]
    for _ in range(2):
        assert await sending.send() == ["A command's answer.", "Here."]
