"""`/erase` erases everything of its user and nothing of anyone else."""

import asyncio
from pathlib import Path

from sqlalchemy import text

from bot.database.engine import Database
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.dump import dumped
from tests.process import BotProcess, Script, call, run, said

SECRET = "Xanthippe"
ANSWER = "Quetzalcoatl"
OTHER = "Timbuktu"
PHRASE = "/erase everything I told you"


async def tell(telegram: BotApi, model: Script, bot: BotProcess, name: str, user_id: int = 1) -> None:
    """Let something be remembered and something be said, in two conversations, and a third one be private."""
    model.then(call("add_to_memory", content=f"The user knows {name}", category="person"), f"{ANSWER} and {name}.")
    await say(telegram, bot, f"Remember that I know {name}", f"{ANSWER} and {name}.", user_id)
    for command in ("/new", "/private"):
        sent = telegram.send_text(command, user_id)
        await telegram.bot_message("", user_id=user_id, after=sent)
        await say(telegram, bot, f"And {name} again", f"Echo: And {name} again", user_id)


async def say(telegram: BotApi, bot: BotProcess, words: str, answer: str, user_id: int) -> None:
    """Say something, and wait until all of the answer was sent: a command would stop it before."""
    answered = bot.turns_answered
    sent = telegram.send_text(words, user_id)
    await telegram.bot_message(answer, user_id=user_id, after=sent)
    await bot.answered(answered + 1)


async def gone(database_url: str, *words: str) -> None:
    """See that no row holds any of the words, in any letter case."""
    rows = (await dumped(database_url)).lower()
    assert "agent_conversations" in rows
    assert [word for word in words if word.lower() in rows] == []


async def test_erase_leaves_no_word_of_its_user_and_everything_of_the_other(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str, database: Database
) -> None:
    await tell(telegram, model, bot, OTHER, user_id=2)
    before = [line for line in (await dumped(database_url)).splitlines() if OTHER in line]
    assert before
    await tell(telegram, model, bot, SECRET)
    sent = telegram.send_text("/erase Everything I told you!")
    asked = await telegram.bot_message("This erases everything I know about you", after=sent)
    assert "1 memory and 3 conversations" in asked.text
    assert asked.text.endswith(PHRASE)
    assert SECRET in await dumped(database_url)
    sent = telegram.send_text(PHRASE)
    await telegram.bot_message("Everything is erased", after=sent)
    await gone(database_url, SECRET)
    async with database.transaction() as tx:
        whose = text("SELECT count(*) FROM telegram_updates WHERE chat_id = 1")
        assert await tx.connection.scalar(whose) == 0
    assert [line for line in (await dumped(database_url)).splitlines() if OTHER in line] == before
    telegram.send_text("Who am I?")
    await telegram.bot_message("Echo: Who am I?")
    assert said(model.requests[-1].request) == ["Who am I?"]
    assert SECRET not in model.requests[-1].prompt
    telegram.send_text("/history")
    assert "• 1, " in (await telegram.bot_message("🗂")).text
    telegram.send_text("And me?", 2)
    await telegram.bot_message("Echo: And me?", user_id=2)
    assert said(model.requests[-1].request) == [f"And {OTHER} again", "And me?"]
    assert bot.pid


async def test_what_runs_is_stopped_and_erased_too(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(Reply(pieces=(f"{ANSWER} is what I think of first. ", "Never told."), gates={2: asyncio.Event()}))
    telegram.send_text(f"Tell me of {SECRET}")
    await telegram.bot_message(ANSWER)
    telegram.send_text(f"And more of {SECRET}")
    telegram.send_text(PHRASE)
    await telegram.bot_message("Everything is erased")
    await gone(database_url, SECRET, ANSWER)
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert said(model.requests[-1].request) == ["Hello"]
    assert bot.pid


async def test_the_host_erases_a_user_once_no_bot_runs(
    tmp_path: Path, settings: dict[str, str], telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await tell(telegram, model, bot, OTHER, user_id=2)
    await tell(telegram, model, bot, SECRET)
    code, refused = await run("erase", "--user", "1", "--yes", cwd=tmp_path, **settings)
    assert (code, refused) == (2, "Keepsake is running on this database. Stop it first. Nothing was changed.\n")
    await bot.stop()
    code, asked = await run("erase", "--user", "1", cwd=tmp_path, **settings)
    assert code == 1
    assert asked.startswith("Permanently delete all data of user 1? [y/N]:")
    assert SECRET in await dumped(database_url)
    code, told = await run("erase", "--user", "1", "--yes", cwd=tmp_path, **settings)
    assert (code, told) == (0, "Deleted all data of user 1: 1 memory, 3 conversations.\n")
    await gone(database_url, SECRET)
    assert OTHER in await dumped(database_url)
