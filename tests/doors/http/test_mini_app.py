"""Telegram shows the page as a Mini App, to the one whom it names and has signed for."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

import httpx
import pytest

from bot.doors.http.login import key_of, signature, user_of
from bot.doors.store import access_tokens
from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.databases import administration
from tests.doors.http.serving import served
from tests.doors.http.test_login import MEMORY

BOT_TOKEN: Final = "1000:tests"
TELEGRAM_SIGNED: Final = (
    "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22"
    "last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22"
    "is_premium%22%3Atrue%7D&auth_date=1662771648&"
    "hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
)
"""What Telegram has signed for a bot whose token is public: https://docs.telegram-mini-apps.com/platform/init-data."""
ITS_KEY: Final = key_of("5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8")
SIGNED_AT: Final = datetime.fromtimestamp(1662771648, UTC)


def signed(user: object, **more: str) -> str:
    """Return init data, as Telegram signs it."""
    fields = {"auth_date": str(int(datetime.now(UTC).timestamp())), "query_id": "AAHdF6IQAAAAAN0XohDhrOrc", **more}
    if user is not None:
        fields["user"] = json.dumps(user)
    return urlencode({**fields, "hash": signature(fields, key_of(BOT_TOKEN))})


ALICE = {"id": 1, "first_name": "Alice & Söhne\nuser=2"}


@pytest.fixture
async def http(database: Database, owner: Owner) -> AsyncIterator[httpx.AsyncClient]:
    """The page in a frame of Telegram's web client, where it has no cookies."""
    async with (
        served(database, owner.bot_id, {1, 2}, mini_app_key=key_of(BOT_TOKEN)) as url,
        httpx.AsyncClient(base_url=url, headers={"Sec-Fetch-Site": "same-origin"}) as http,
    ):
        yield http


async def log_in(http: httpx.AsyncClient, init_data: str) -> httpx.Response:
    """Log the page in with init data."""
    return await http.post("/login/telegram", json={"init_data": init_data})


def test_what_telegram_has_signed_names_the_user_for_an_hour() -> None:
    user, late = 279058397, timedelta(seconds=1)
    assert user_of(TELEGRAM_SIGNED, ITS_KEY, SIGNED_AT) == user
    assert user_of(TELEGRAM_SIGNED, ITS_KEY, SIGNED_AT + timedelta(hours=1)) == user
    assert user_of(TELEGRAM_SIGNED, ITS_KEY, SIGNED_AT + timedelta(hours=1) + late) is None
    assert user_of(TELEGRAM_SIGNED, ITS_KEY, SIGNED_AT - timedelta(minutes=1)) == user
    assert user_of(TELEGRAM_SIGNED, ITS_KEY, SIGNED_AT - timedelta(minutes=1) - late) is None
    assert user_of(TELEGRAM_SIGNED, key_of(BOT_TOKEN), SIGNED_AT) is None


def test_what_was_changed_since_or_names_no_user_lets_nobody_in() -> None:
    for changed in (
        TELEGRAM_SIGNED.replace("279058397", "279058398"),
        TELEGRAM_SIGNED + "&start_param=x",
        TELEGRAM_SIGNED[:-1],
        TELEGRAM_SIGNED.partition("&hash=")[0],
        "",
        "hash=ä",
    ):
        assert user_of(changed, ITS_KEY, SIGNED_AT) is None, changed
    users: tuple[object, ...] = (None, [], 1, {}, {"id": "1"})
    for user in users:
        assert user_of(signed(user), key_of(BOT_TOKEN), datetime.now(UTC)) is None


async def test_the_page_in_telegram_reads_and_writes_with_a_token(http: httpx.AsyncClient, database: Database) -> None:
    answer = await log_in(http, signed(ALICE, signature="a field of Telegram's, too"))
    session = answer.json()
    assert (session["user_id"], session["through"], "Set-Cookie" in answer.headers) == (1, "page", False)
    bearer = {"Authorization": f"Bearer {session['token']}"}
    assert (await http.post("/api/memory/", json=MEMORY, headers=bearer)).status_code == 201
    assert (await http.get("/api/session", headers=bearer)).json() == {
        "user_id": 1,
        "through": "page",
        "language": "en",
    }
    cookie = {"Cookie": f"keepsake_session={session['token']}"}
    assert (await http.get("/api/session", headers=cookie)).status_code == 401
    other = {"Authorization": f"Bearer {(await log_in(http, signed({'id': 2}))).json()['token']}"}
    assert (await http.get("/api/memory/", headers=other)).json()["total"] == 0
    async with database.transaction() as tx:
        assert [it.name for it in await access_tokens.of_owner(tx, Owner(1000, 1))] == ["page in Telegram"]
    assert (await http.post("/logout", headers=bearer)).status_code == 204
    assert (await http.get("/api/session", headers=bearer)).status_code == 401


async def test_its_session_ends_unused_after_twelve_hours(http: httpx.AsyncClient, database_url: str) -> None:
    bearer = {"Authorization": f"Bearer {(await log_in(http, signed(ALICE))).json()['token']}"}
    with administration(database_url) as connection:
        (left,) = connection.execute("SELECT expires_at - now() FROM agent_access_tokens").fetchone() or ()
        assert timedelta(hours=11, minutes=59) < left <= timedelta(hours=12)
        connection.execute("UPDATE agent_access_tokens SET expires_at = now()")
    assert (await http.get("/api/session", headers=bearer)).status_code == 401


async def test_nobody_else_gets_in(http: httpx.AsyncClient) -> None:
    refused = await log_in(http, signed({"id": 3}))
    assert (refused.status_code, "open it from the chat again" in refused.json()["detail"]) == (403, True)
    assert [(await log_in(http, "")).status_code for _ in range(11)] == [403] * 9 + [429] * 2
    elsewhere = {"Sec-Fetch-Site": "same-site"}
    refused = await http.post("/login/telegram", json={"init_data": signed(ALICE)}, headers=elsewhere)
    assert refused.status_code == 403


async def test_telegrams_web_client_alone_may_frame_the_page(http: httpx.AsyncClient) -> None:
    framed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    page = await http.get("/", headers=framed)
    assert page.status_code == 200
    assert page.headers["Content-Security-Policy"].endswith("; frame-ancestors https://web.telegram.org")
    login = await http.get("/login", headers=framed)
    assert login.headers["Content-Security-Policy"].endswith("; frame-ancestors 'none'")


async def test_without_https_there_is_no_mini_app(database: Database, owner: Owner) -> None:
    async with served(database, owner.bot_id, {1}) as url, httpx.AsyncClient(base_url=url) as http:
        assert (await log_in(http, signed(ALICE))).status_code == 403
        assert "frame-ancestors 'none'" in (await http.get("/")).headers["Content-Security-Policy"]
