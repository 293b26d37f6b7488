"""Pairing: who opens the bot's first link is its owner, and nobody else gets in by it."""

import asyncio
import json
import re
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.people import People
from bot.turns.store import people as stored
from bot.turns.store.erasure import erase_everything
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script, free_port

ANNA, BEN = 7_001, 7_002
NEW: dict[str, str] = {"TELEGRAM_ALLOWED_USER_IDS": ""}


def link_in(bot: BotProcess) -> str:
    """Return the last link in the log."""
    events: list[dict[str, Any]] = [json.loads(line) for line in bot.log]
    return str([it["link"] for it in events if "link" in it][-1])


def start_by(link: str) -> str:
    """Return what the Telegram app sends when a link is opened."""
    return f"/start {link.partition('?start=')[2]}"


async def test_the_first_who_opens_the_last_link_is_the_owner_also_after_a_restart(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings |= NEW
    await bot_process.start()
    former = link_in(bot_process)
    assert former.startswith("https://t.me/")
    await bot_process.stop()
    await bot_process.start()
    link = link_in(bot_process)
    await asked(telegram, "Hello", "This assistant isn't set up yet", user_id=ANNA)
    telegram.send_text(start_by(former), user_id=BEN)
    for number in range(4):  # that is all that a stranger may try in an hour
        telegram.send_text(f"/start {number:032}", user_id=BEN)
    telegram.send_text(start_by(link), user_id=BEN)
    await asked(telegram, start_by(link), "You are now the owner", user_id=ANNA)
    assert [it.text for it in telegram.messages(BEN) if it.from_bot] == [
        "This link was already used or has expired. Ask for a new one."
    ]
    await asked(telegram, "Good morning", "Echo: Good morning", user_id=ANNA)
    await bot_process.kill()
    already = len(bot_process.log)
    await bot_process.start()
    await asked(telegram, "Still here", "Echo: Still here", user_id=ANNA)
    assert len(model.requests) == 2
    assert not any("link" in json.loads(line) for line in bot_process.log[already:])


async def test_of_many_who_come_at_the_same_moment_one_gets_in(database: Database) -> None:
    code = await People(database, 1000, ()).invite_owner()
    assert code

    async def come(user_id: int) -> bool:
        async with database.transaction() as tx:
            return await stored.admit(tx, Owner(1000, user_id), "Somebody", code) is not None

    came = await asyncio.gather(*map(come, range(1, 9)))
    assert sum(came) == 1
    people = People(database, 1000, ())
    await people.load()
    assert [person.user_id for person in people.admitted] == [came.index(True) + 1]
    assert people.has_owner


async def invited(telegram: BotApi) -> str:
    """Let the owner, user 1, make a link; return what the person's app sends who opens it."""
    message = await asked(telegram, "/invite", "This link lets one person use this assistant")
    (link,) = re.findall(r"https://t\.me/\S+", message.text)
    ((share,),) = message.keyboard
    assert quote(link, safe="") in str(share.url)
    return start_by(link)


@pytest.fixture
def household(bot_process: BotProcess) -> BotProcess:
    """A bot whose owner is user 1, by the settings."""
    bot_process.settings |= {"TELEGRAM_ALLOWED_USER_IDS": "1", "API_PORT": str(free_port())}
    return bot_process


async def test_the_owner_lets_a_person_in_and_removes_them(
    telegram: BotApi, model: Script, household: BotProcess
) -> None:
    await household.start()
    start = await invited(telegram)
    telegram.send_text(start, user_id=BEN)
    await telegram.bot_message("can now use this assistant")
    await asked(telegram, start, "This link was already used", user_id=ANNA)
    await asked(telegram, "/invite", "Only the owner", user_id=BEN)
    await asked(telegram, "/memory add preference The user likes tea", "Remembered", user_id=BEN)
    telegram.send_text("/api token Calendar", user_id=BEN)
    (token,) = re.findall(r"keepsake_\S+", (await telegram.bot_message("keepsake_", user_id=BEN)).text)
    url = f"http://127.0.0.1:{household.settings['API_PORT']}/api/memory/"
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(headers=headers) as http:
        assert (await http.get(url)).status_code == 200
        model.then(Script.held("Once upon a time there was a king", before=2))
        await asked(telegram, "Tell me a story", "Once", user_id=BEN)
        listed = await telegram.bot_message("People who can use", after=telegram.send_text("/people"))
        question = await pressed(telegram, listed, "Remove")
        assert "Their data stays until you erase it" in question.text
        assert "People who can use" in (await pressed(telegram, question, "Cancel")).text
        question = await pressed(telegram, question, "Remove")
        assert "can no longer use this assistant" in (await pressed(telegram, question, "Remove")).text
        assert (await http.get(url)).status_code == 401
    await asked(telegram, "Hello?", "This is a private assistant", user_id=BEN)
    await household.kill()
    await household.start()
    await asked(telegram, "Good evening", "Echo: Good evening")
    assert "private assistant" in telegram.messages(BEN)[-1].text  # the story does not go on
    again = telegram.send_text(await invited(telegram), user_id=BEN)
    await telegram.bot_message("Hello", user_id=BEN, after=again)
    telegram.send_text("/memory", user_id=BEN)
    await telegram.bot_message("You like tea", user_id=BEN, after=again)


async def test_a_person_whom_the_settings_list_can_not_be_removed_in_the_chat_and_once_erased_has_no_name(
    database: Database,
) -> None:
    async with database.transaction() as tx:
        assert await stored.admit(tx, Owner(1000, BEN), "Ben", await stored.invite(tx, Owner(1000, 1)))
    people = People(database, 1000, [BEN])
    await people.load()
    assert (list(people), people.admitted) == ([BEN], [])
    assert people.is_owner(BEN)
    ben = Owner(1000, BEN)
    async with database.transaction() as tx:
        await erase_everything(tx, ben)
        (person,) = await stored.of_bot(tx, 1000)
    assert (person.user_id, person.name) == (BEN, "")


async def test_only_digests_of_codes_are_stored_which_let_nobody_in_after_a_day(database: Database) -> None:
    async with database.transaction() as tx:
        codes = [await stored.invite(tx, Owner(1000, 1)), await stored.invite_owner(tx, 1000)]
    with administration(database.url) as connection:
        kept = str(connection.execute("SELECT agent_invitations FROM agent_invitations").fetchall())
        connection.execute("UPDATE agent_invitations SET expires_at = expires_at - interval '24 hours'")
    assert len(re.findall(r"[0-9a-f]{64}", kept)) == 2
    assert not any(code in kept for code in codes)
    async with database.transaction() as tx:
        assert await stored.admit(tx, Owner(1000, BEN), "Ben", codes[0]) is None
        assert await stored.of_bot(tx, 1000) == []


async def test_a_process_that_dies_after_it_let_somebody_in_greets_them_later(
    telegram: BotApi, database: Database, household: BotProcess
) -> None:
    async with database.transaction() as tx:
        code = await stored.invite(tx, Owner(1000, 1))
    telegram.send_text(f"/start {code}", user_id=BEN)
    async with database.transaction() as tx:  # what the last process did before it acknowledged the update
        assert await stored.admit(tx, Owner(1000, BEN), "Ben", code)
    await household.start()
    await telegram.bot_message("Hello", user_id=BEN)
    assert not any("already used" in it.text for it in telegram.messages(BEN))
