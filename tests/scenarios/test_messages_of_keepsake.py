"""What Keepsake itself writes to begin a turn is nowhere shown as the user's words."""

import json
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.database.engine import Database
from bot.database.search import words as word_index
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.acting import ActingBot, acting_bot
from tests.pressing import pressed
from tests.process import Script, call
from tests.scenarios.test_export import exported


@pytest.fixture
async def bot(settings: dict[str, str], database: Database, model: Script) -> AsyncIterator[ActingBot]:
    """The bot, running, with search."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)
    async with acting_bot(settings, database, model.url) as bot:
        yield bot


@pytest.fixture
async def answer(telegram: BotApi, model: Script, bot: ActingBot) -> Message:  # noqa: ARG001 - it runs
    """The answer in a conversation of which the user has only pressed a button."""
    model.then(call("send_letter", to="Mom", text="Dear Mom"), "It waits for you.")
    message = await telegram.bot_message("Shall I do this?", after=telegram.send_text("Write to Mom"))
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    model.then("Mom has it.")
    await pressed(telegram, message, "Do it")
    return await telegram.bot_message("Mom has it.", after=message.message_id)


@pytest.mark.usefixtures("answer")
async def test_search_finds_what_was_answered_and_not_what_keepsake_wrote(telegram: BotApi) -> None:
    await telegram.bot_message("found nothing", after=telegram.send_text("/search user pressed"))
    found = await telegram.bot_message("Mom has it.", after=telegram.send_text("/search mom has it"))
    assert "you:" not in found.text


@pytest.mark.usefixtures("answer")
async def test_history_lists_such_a_conversation_without_words(telegram: BotApi) -> None:
    listed = await telegram.bot_message("Our conversations", after=telegram.send_text("/history"))
    assert re.search(r"\n• 2, \d{1,2} \w{3} \d{4}, 1 exchange, current\n", listed.text)


@pytest.mark.usefixtures("answer")
async def test_undo_says_what_it_takes_back(telegram: BotApi) -> None:
    taken_back = await telegram.bot_message("Taken back", after=telegram.send_text("/undo"))
    assert taken_back.text == (
        "Taken back, with what your button led to: 📮 Sent to Mom: Dear Mom\nWhat was done can't be undone."
    )


@pytest.mark.usefixtures("answer")
async def test_exports_say_who_wrote_it(telegram: BotApi) -> None:
    programs, people = await exported(telegram)
    (own,) = [it for it in messages(programs) if it["from_keepsake"]]
    assert own["text"].startswith("The user has pressed “Do it”")
    assert re.search(r"\*\*Keepsake, to itself\*\*, [^\n]+\n\n> The user has pressed", people)
    assert "[From Keepsake" not in people


def messages(export: bytes) -> list[dict[str, Any]]:
    """Return all messages of an export."""
    conversations = json.loads(export)["conversations"]
    return [message for it in conversations for turn in it["turns"] for message in turn["messages"]]
