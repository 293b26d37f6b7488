"""What Keepsake itself writes to begin a turn is nowhere shown as the user's words."""

import json
import re

from bot.store.engine import Database
from bot.turns.store import words as word_index
from practice.telegram.bot_api import BotApi
from tests.acting import acting_bot
from tests.pressing import pressed
from tests.process import Script, call
from tests.scenarios.test_export import exported


async def test_what_keepsake_wrote_is_nowhere_the_users(
    telegram: BotApi, model: Script, settings: dict[str, str], database: Database
) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)
    async with acting_bot(settings, database, model.url):
        model.then(call("send_letter", to="Mom", text="Dear Mom"), "It waits for you.")
        message = await telegram.bot_message("Shall I do this?", after=telegram.send_text("Write to Mom"))
        await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
        model.then("Mom has it.")
        await pressed(telegram, message, "Do it")
        await telegram.bot_message("Mom has it.", after=message.message_id)

        await telegram.bot_message("found nothing", after=telegram.send_text("/search user pressed"))
        found = await telegram.bot_message("Mom has it.", after=telegram.send_text("/search mom has it"))
        assert "you:" not in found.text
        listed = await telegram.bot_message("Our conversations", after=telegram.send_text("/history"))
        assert re.search(r"\n2\. \d{1,2} \w{3} \d{4}, 1 exchange, current\n", listed.text)
        programs, people = await exported(telegram)
        turns = [turn for it in json.loads(programs)["conversations"] for turn in it["turns"]]
        (own,) = [it for turn in turns for it in turn["messages"] if it["from_keepsake"]]
        assert own["text"].startswith("The user has pressed “Do it”")
        assert re.search(r"\*\*Keepsake, to itself\*\*, [^\n]+\n\n> The user has pressed", people)
        assert "[From Keepsake" not in people
        taken_back = await telegram.bot_message("Taken back", after=telegram.send_text("/undo"))
        assert taken_back.text == (
            "Taken back, with what your button led to: 📮 Sent to Mom: Dear Mom\nWhat was done can't be undone."
        )
