"""Updates by webhook: Telegram posts them, and none is lost or handled twice, whatever fails or is switched."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.rows import TupleRow
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi
from practice.telegram.webhooks import DELIVERY
from tests.conftest import TOKEN
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.process import BotProcess, run
from tests.scenarios.test_api import free_port

HOST = "keepsake.example.org"
URL = f"https://{HOST}/telegram"
SECRET = "X-Telegram-Bot-Api-Secret-Token"
UPDATE = {
    "update_id": 5,
    "message": {
        "message_id": 5,
        "date": 1_700_000_000,
        "chat": {"id": 1, "type": "private", "first_name": "You"},
        "from": {"id": 1, "is_bot": False, "first_name": "You"},
        "text": "Forged by a stranger",
    },
}


@pytest.fixture
def hooked(bot_process: BotProcess, telegram: BotApi) -> BotProcess:
    """The bot with a webhook behind its owner's proxy, ready to start."""
    port = free_port()
    telegram.webhooks.hosts[HOST] = f"http://127.0.0.1:{port}"
    bot_process.settings |= {"WEBHOOK_URL": URL, "WEBHOOK_PORT": str(port)}
    return bot_process


@pytest.fixture
async def connection(database_url: str) -> AsyncIterator[psycopg.AsyncConnection[TupleRow]]:
    """A connection of the test's own."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(plain, autocommit=True) as connection:
        yield connection


def secret(telegram: BotApi) -> str:
    """Return the secret that the bot has given to Telegram."""
    return next(call.parameters["secret_token"] for call in telegram.calls if call.method == "setWebhook")


def address(bot: BotProcess) -> str:
    """Return where the bot listens."""
    return f"http://127.0.0.1:{bot.settings['WEBHOOK_PORT']}/telegram"


def answers(telegram: BotApi) -> list[str]:
    return [message.text for message in telegram.messages() if message.from_bot]


def methods(telegram: BotApi) -> list[str]:
    return [call.method for call in telegram.calls]


async def written(connection: psycopg.AsyncConnection[TupleRow]) -> list[str]:
    """Return the last line of each message that became part of a turn, in order."""
    cursor = await connection.execute(
        "SELECT content FROM agent_messages WHERE role = 'user' ORDER BY turn_id, position"
    )
    return [str(content).splitlines()[-1] for (content,) in await cursor.fetchall()]


async def all_taken(telegram: BotApi) -> None:
    """Wait until the bot has taken every update."""
    await telegram.wait_for(lambda: not telegram.pending_updates)


async def test_posted_messages_are_answered_in_order(telegram: BotApi, hooked: BotProcess) -> None:
    await hooked.start()
    (registered,) = [call for call in telegram.calls if call.method == "setWebhook"]
    assert registered.parameters["url"] == URL
    assert registered.parameters["secret_token"] == secret(telegram)
    assert len(secret(telegram)) == 64
    assert registered.parameters["max_connections"] == "1"
    allowed = registered.json("allowed_updates")
    assert isinstance(allowed, list)
    assert {"message", "edited_message", "callback_query", "message_reaction"} <= set(allowed)
    assert registered.parameters.get("drop_pending_updates", "false") == "false"
    for number in range(3):
        await telegram.bot_message(f"Echo: m{number}", after=telegram.send_text(f"m{number}"))
    shown = await telegram.bot_message(after=telegram.send_text("/settings"))
    pressed = telegram.press(shown.message_id, shown.keyboard[0][0].callback_data or "")
    await telegram.wait_for(lambda: telegram.press_answer(pressed))
    telegram.send_text("first of two")
    telegram.send_text("second of two")
    await telegram.bot_message("Echo: second of two")
    assert "getUpdates" not in methods(telegram)
    assert telegram.webhooks.info()["pending_update_count"] == 0
    assert secret(telegram) not in "\n".join(hooked.log)


async def test_only_telegram_may_post(
    telegram: BotApi, hooked: BotProcess, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    await hooked.start()
    right = {SECRET: secret(telegram)}
    async with httpx.AsyncClient() as http:
        url = address(hooked)
        for headers in (
            {},
            {SECRET: ""},
            {SECRET: secret(telegram)[:-1]},
            {SECRET: secret(telegram).upper()},
            {SECRET: f"{secret(telegram)}é"},
        ):
            raw = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
            assert (await http.post(url, json=UPDATE, headers=raw)).status_code == 403
        assert (await http.post(url, content=b"{", headers=right)).status_code == 415
        as_json = {**right, "Content-Type": "application/json"}
        assert (await http.post(url, content=b"{", headers=as_json)).status_code == 400
        assert (await http.post(url, content=b"[" * 200_000, headers=as_json)).status_code == 400
        assert (await http.post(url, content=b" " * 1_000_001, headers=as_json)).status_code == 413

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(20):
                yield b" " * 100_000

        assert (await http.post(url, content=endless(), headers=as_json)).status_code == 413
        assert (await http.post(url, json=[1], headers=right)).status_code == 200
        assert (await http.get(url, headers=right)).status_code == 405
        assert (await http.get(url.removesuffix("/telegram"))).status_code == 404
        cursor = await connection.execute("SELECT count(*) FROM telegram_updates")
        assert await cursor.fetchone() == (0,)
        posted = UPDATE["message"]
        assert isinstance(posted, dict)
        telegram.send_text("The chat exists")
        await telegram.bot_message("Echo: The chat exists")
        assert (await http.post(url, json=UPDATE, headers=right)).status_code == 200
    await telegram.bot_message(f"Echo: {posted['text']}")
    assert "Forged" not in "\n".join(hooked.log)


async def test_api_and_webhook_share_a_port_and_keep_their_own_rules(telegram: BotApi, hooked: BotProcess) -> None:
    port = hooked.settings.pop("WEBHOOK_PORT")
    hooked.settings["API_PORT"] = port
    await hooked.start()
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        assert (await http.get("/api/memory/")).status_code == 401
        assert (await http.get("/api/memory/", headers={SECRET: secret(telegram)})).status_code == 401
        assert (await http.get("/api/memory/", headers={"Host": HOST})).status_code == 421
        assert (await http.post("/telegram", json=UPDATE, headers={"Host": HOST})).status_code == 403
        assert (await http.post("/api/memory/", json={}, headers={"Origin": "https://evil.example"})).status_code == 401


async def test_switching_both_ways_loses_and_doubles_nothing(
    telegram: BotApi, hooked: BotProcess, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    polling = {"WEBHOOK_URL": ""}
    by_webhook = dict(hooked.settings)
    number = 0

    def write() -> None:
        nonlocal number
        telegram.send_text(f"m{number:02}")
        number += 1

    for settings in (polling, by_webhook, polling, by_webhook):
        hooked.settings |= by_webhook | settings
        write()
        await hooked.start()
        write()
        await telegram.bot_message(f"Echo: m{number - 1:02}")
        await hooked.stop()
        write()
    await hooked.start()
    await telegram.bot_message(f"Echo: m{number - 1:02}")
    assert await written(connection) == [f"m{it:02}" for it in range(number)]
    assert telegram.webhooks.info()["url"] == URL


async def test_it_stays_registered_while_the_bot_is_stopped_or_killed(telegram: BotApi, hooked: BotProcess) -> None:
    await hooked.start()
    await hooked.stop()
    assert telegram.webhooks.info()["url"] == URL
    telegram.send_text("Said to nobody")
    await telegram.wait_for(lambda: telegram.webhooks.info().get("last_error_message") == "Connection refused")
    await hooked.start()
    await telegram.bot_message("Echo: Said to nobody")
    await all_taken(telegram)
    await hooked.kill()
    telegram.send_text("Said to a dead bot")
    await hooked.start()
    await telegram.bot_message("Echo: Said to a dead bot")


@pytest.mark.parametrize("is_stored", [False, True])
async def test_a_kill_between_receipt_and_answer_loses_and_doubles_nothing(
    telegram: BotApi, hooked: BotProcess, database_url: str, *, is_stored: bool
) -> None:
    kills = 0

    async def hook(statement: Statement) -> None:
        nonlocal kills
        if "INSERT INTO telegram_updates" in statement.sql and statement.done is is_stored and not kills:
            kills += 1
            await hooked.kill()
            raise Lost

    async with PostgresProxy(database_url, hook) as proxy:
        hooked.settings["DATABASE_URL"] = proxy.url.replace("postgresql+psycopg://", "postgresql://")
        await hooked.start()
        telegram.send_text("Once")
        await telegram.wait_for(lambda: telegram.webhooks.info().get("last_error_message"))
        assert kills
        assert telegram.pending_updates
        await hooked.start()
        await all_taken(telegram)
        await telegram.bot_message("Echo: Once")
        await telegram.bot_message("Echo: Twice", after=telegram.send_text("Twice"))
        assert answers(telegram) == ["Echo: Once", "Echo: Twice"]
        await hooked.stop()


async def test_a_lost_answer_makes_no_second_message(telegram: BotApi, hooked: BotProcess) -> None:
    await hooked.start()
    telegram.drop(DELIVERY, after_effect=True, times=3)
    telegram.send_text("Once")
    await telegram.bot_message("Echo: Once")
    await all_taken(telegram)
    await telegram.bot_message("Echo: Twice", after=telegram.send_text("Twice"))
    assert answers(telegram) == ["Echo: Once", "Echo: Twice"]


async def test_while_the_database_is_away_telegram_keeps_the_updates(
    telegram: BotApi, hooked: BotProcess, database_url: str, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    async def pass_on(_: Statement) -> None:
        """Let every statement pass."""

    async with PostgresProxy(database_url, pass_on) as proxy:
        hooked.settings["DATABASE_URL"] = proxy.url.replace("postgresql+psycopg://", "postgresql://")
        await hooked.start()
        await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
        await hooked.answered(1)
        await proxy.away()
        telegram.send_text("one")
        telegram.send_text("two")
        failed = "Wrong response from the webhook: 503 Service Unavailable"
        refused = {failed, "Connection refused", "Connection reset by peer"}  # it waits for its lock, or serves
        await telegram.wait_for(lambda: telegram.webhooks.info().get("last_error_message") in refused)
        assert len(telegram.pending_updates) == 2
        await proxy.back()
        await telegram.bot_message("two")
        await all_taken(telegram)
        assert await written(connection) == ["Hello", "one", "two"]
        await hooked.stop()


async def test_a_second_copy_waits_without_the_port_and_takes_over(
    telegram: BotApi, hooked: BotProcess, tmp_path: Path
) -> None:
    await hooked.start()
    second = BotProcess(tmp_path, hooked.settings)
    try:
        await second.launch()
        await second.logged(lambda line: str(line.get("event")).startswith("waiting for another Keepsake"))
        await telegram.bot_message("Echo: One", after=telegram.send_text("One"))
        await hooked.answered(1)
        await hooked.kill()
        telegram.send_text("Two")
        await second.logged(lambda line: line.get("event") == "running")
        await telegram.bot_message("Echo: Two")
        assert answers(telegram) == ["Echo: One", "Echo: Two"]
    finally:
        await second.stop()


async def test_a_polling_bot_says_that_a_webhook_takes_its_messages(telegram: BotApi, bot: BotProcess) -> None:
    async with httpx.AsyncClient(base_url=f"{bot.settings['TELEGRAM_API_URL']}/bot{TOKEN}/") as http:
        telegram.webhooks.hosts["elsewhere.example"] = "http://127.0.0.1:9"
        assert (await http.post("setWebhook", json={"url": "https://elsewhere.example/telegram"})).json()["ok"]
        await bot.logged(lambda line: "has set a webhook" in str(line.get("event")))
    await bot.stop()
    await bot.start()
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))


async def test_a_refused_address_ends_the_start_in_one_sentence(hooked: BotProcess, tmp_path: Path) -> None:
    settings = {**hooked.settings, "WEBHOOK_URL": "https://127.0.0.1/telegram"}
    code, written = await run(cwd=tmp_path, **settings)
    assert code == 2
    assert "WEBHOOK_URL was refused by" in written
    assert "address 127.0.0.1 is reserved" in written
    assert "Traceback" not in written


async def test_a_host_that_is_not_known_yet_is_waited_for(telegram: BotApi, hooked: BotProcess) -> None:
    there = telegram.webhooks.hosts.pop(HOST)
    await hooked.launch()
    await hooked.logged(lambda line: line.get("event") == "waiting to register the webhook")
    telegram.webhooks.hosts[HOST] = there
    await hooked.logged(lambda line: line.get("event") == "running")
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
