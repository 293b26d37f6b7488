"""Removing a person from the chat."""

import asyncio
from datetime import UTC, datetime

import pytest
from telegram.ext import ExtBot

from bot.app.core import turn_services
from bot.app.tools import tool_set
from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.errors import DatabaseUnavailable
from bot.model.choice import Models
from bot.settings import Settings
from bot.telegram.chats import Chats, Job
from bot.telegram.checklist import Checklist
from bot.telegram.people_command import PeopleCommand
from bot.values.place import Place
from tests.conftest import TOKEN
from tests.talking import talking_to

NOWHERE = "postgresql+psycopg://nobody@127.0.0.1:9/nothing"


async def test_a_removal_waits_for_no_database_that_is_away(telegram_url: str) -> None:
    """Who presses is told so, and a stop isn't held up."""
    settings = Settings.model_validate({"telegram_bot_token": TOKEN, "telegram_allowed_user_ids": "1"})
    bot = ExtBot[None](TOKEN, base_url=f"{telegram_url}/bot")
    async with bot, talking_to("http://127.0.0.1:9/v1") as model, asyncio.timeout(60):
        database, outbox = Database(NOWHERE), Outbox(settings.bot_id)
        services = turn_services(settings, settings.bot_id, database, Models(model, model), tool_set(settings))
        chats = Chats(bot, services, outbox, Checklist(outbox))
        people = PeopleCommand(services.people, database, chats, bot, UTC)
        press = Job(
            chat=chats.get(1, Place(1)), update_id=1, message_id=1, press_id="1", words="remove:2", at=datetime.now(UTC)
        )
        with pytest.raises(DatabaseUnavailable):
            await people.press(press)
