"""Erasing leaves no word, no file and no entry of the update log of its user, and everything of anyone else."""

import asyncio
from io import BytesIO
from pathlib import Path

from PIL import Image
from sqlalchemy import text

from bot.store.engine import Database
from bot.turns.dead_letters import SORRY
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.databases import administration
from tests.dump import dumped
from tests.pressing import asked
from tests.process import BotProcess, Script, call, run, said
from tests.scenarios.test_dead_letters import REFUSING

SECRET = "Xanthippe"
ANSWER = "Quetzalcoatl"
OTHER = "Timbuktu"
PHRASE = "/erase everything I told you"
NAME = "zanzibar"
"""What the files are called."""


async def tell(telegram: BotApi, model: Script, bot: BotProcess, name: str, user_id: int = 1) -> None:
    """Let something be remembered and something be said, in two conversations, and a third one be private."""
    model.then(call("add_to_memory", content=f"The user knows {name}", category="person"), f"{ANSWER} and {name}.")
    await say(telegram, bot, f"Remember that I know {name}", f"{ANSWER} and {name}.", user_id)
    for command in ("/new", "/private"):
        await asked(telegram, command, user_id=user_id)
        await say(telegram, bot, f"And {name} again", f"Echo: And {name} again", user_id)


async def say(telegram: BotApi, bot: BotProcess, words: str, answer: str, user_id: int) -> None:
    """Say something, and wait until all of the answer was sent: a command would stop it before."""
    answered = bot.turns_answered
    await asked(telegram, words, answer, user_id=user_id)
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
    warning = await asked(telegram, "/erase Everything I told you!", "This erases everything I know about you")
    assert "1 memory and 3 conversations" in warning.text
    assert warning.text.endswith(PHRASE)
    assert SECRET in await dumped(database_url)
    await asked(telegram, PHRASE, "Everything is erased")
    await gone(database_url, SECRET)
    async with database.transaction() as tx:
        whose = text("SELECT count(*) FROM telegram_updates WHERE chat_id = 1")
        assert await tx.connection.scalar(whose) == 0
    assert [line for line in (await dumped(database_url)).splitlines() if OTHER in line] == before
    await asked(telegram, "Who am I?", "Echo: Who am I?")
    assert said(model.requests[-1].request) == ["Who am I?"]
    assert SECRET not in model.requests[-1].prompt
    assert "\n1. " in (await asked(telegram, "/history", "🗂")).text
    await asked(telegram, "And me?", "Echo: And me?", user_id=2)
    assert said(model.requests[-1].request) == [f"And {OTHER} again", "And me?"]
    assert bot.pid


async def test_what_runs_is_stopped_and_erased_too(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(Reply(pieces=(f"{ANSWER} is what I think of first. ", "Never told."), gates={2: asyncio.Event()}))
    await asked(telegram, f"Tell me of {SECRET}", ANSWER)
    telegram.send_text(f"And more of {SECRET}")
    await asked(telegram, PHRASE, "Everything is erased")
    await gone(database_url, SECRET, ANSWER)
    await asked(telegram, "Hello", "Echo: Hello")
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
    code, said = await run("erase", "--user", "1", cwd=tmp_path, **settings)
    assert code == 1
    assert said.startswith("Permanently delete all data of user 1? [y/N]:")
    assert SECRET in await dumped(database_url)
    code, told = await run("erase", "--user", "1", "--yes", cwd=tmp_path, **settings)
    assert (code, told) == (0, "Deleted all data of user 1: 1 memory, 3 conversations.\n")
    await gone(database_url, SECRET)
    assert OTHER in await dumped(database_url)


async def show(telegram: BotApi, bot: BotProcess, colour: str) -> None:
    """Send a picture, and wait for the answer."""
    written, answered = BytesIO(), bot.turns_answered
    Image.new("RGB", (64, 64), colour).save(written, "PNG")
    sent = telegram.send_file(Upload(f"{NAME}.png", "image/png", written.getvalue()), caption="What is this?")
    await telegram.bot_message("Echo: ", after=sent)
    await bot.answered(answered + 1)


async def fail_to_show(telegram: BotApi) -> None:
    """Send a picture that becomes a dead letter."""
    sent = telegram.send_file(Upload(f"{NAME}.png", "image/png", b"poison"), caption="This is poison")
    await telegram.bot_message(SORRY, after=sent)


def number_of(folder: Path) -> int:
    """Return how many files are kept."""
    return len(list(folder.iterdir()))


async def files_gone(folder: Path, database_url: str, *, but: int = 0) -> None:
    """Wait until no more files are there, and see that no row tells of others."""
    async with asyncio.timeout(20):
        while number_of(folder) > but:  # noqa: ASYNC110 - only the folder shows it
            await asyncio.sleep(0.02)
    assert number_of(folder) == but
    with administration(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM agent_attachments").fetchone() == (but,)
    if not but:
        rows = await dumped(database_url)
        assert NAME not in rows
        assert "practice-file" not in rows


async def test_files_go_with_the_messages_that_are_forgotten_private_or_erased(
    telegram: BotApi, bot_process: BotProcess, database_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "files" / "1000"
    with administration(database_url) as connection:
        connection.execute(REFUSING)
    await bot_process.start()
    await show(telegram, bot_process, "red")
    await telegram.bot_message("", after=telegram.send_text("/private"))
    await show(telegram, bot_process, "blue")
    await fail_to_show(telegram)
    assert number_of(folder) == 2
    await telegram.bot_message("", after=telegram.send_text("/new"))
    await files_gone(folder, database_url, but=1)
    assert NAME in await dumped(database_url)
    await telegram.bot_message("Conversation 1 is erased", after=telegram.send_text("/forget 1 yes"))
    await files_gone(folder, database_url)

    await show(telegram, bot_process, "red")
    await fail_to_show(telegram)
    await asked(telegram, PHRASE, "Everything is erased")
    await files_gone(folder, database_url)

    await show(telegram, bot_process, "blue")
    await bot_process.stop()
    code, told = await run("erase", "--user", "1", "--yes", cwd=tmp_path, **bot_process.settings)
    assert (code, told) == (0, "Deleted all data of user 1: 1 conversation.\n")
    assert number_of(folder) == 0
    await files_gone(folder, database_url)
