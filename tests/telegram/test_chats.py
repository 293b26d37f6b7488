"""Chats that change hands."""

import asyncio

from bot.app.core import turn_services
from bot.app.tools import tool_set
from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.model.choice import Models
from bot.settings import Settings
from bot.telegram.chats import Chats
from bot.telegram.checklist import Checklist
from bot.telegram.newest_api import NewestBot
from bot.values.place import Place
from tests.conftest import TOKEN
from tests.talking import talking_to

GROUP = -5


async def test_one_that_is_opened_while_it_changes_hands_takes_no_turn_and_is_opened_anew(
    telegram_url: str, database: Database
) -> None:
    """Else it would go on with the memory of before, which the others in a group must not see."""
    settings = Settings.model_validate({"telegram_bot_token": TOKEN, "telegram_allowed_user_ids": "1"})
    bot = NewestBot(TOKEN, base_url=f"{telegram_url}/bot")
    async with bot, talking_to("http://127.0.0.1:9/v1") as model, asyncio.timeout(60):
        outbox = Outbox(settings.bot_id)
        services = turn_services(settings, settings.bot_id, database, Models(model, model), tool_set(settings))
        chats = Chats(bot, services, outbox, Checklist(outbox))
        before = chats.get(GROUP, Place(GROUP))
        async with chats.held(GROUP):
            meanwhile = chats.get(GROUP, Place(GROUP))
            assert meanwhile is not before
            assert not meanwhile.worker.takes_turns
            assert chats.get(1, Place(1)).worker.takes_turns
        after = chats.get(GROUP, Place(GROUP))
        assert after is not meanwhile
        assert after.worker.takes_turns
