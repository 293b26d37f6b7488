"""A browser logs in with a link that works once, and out again."""

import re

import httpx

from bot.doors.store import access_tokens
from bot.doors.store.access_tokens import MOST_SESSIONS
from bot.doors.values import Bearer
from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.databases import administration
from tests.doors.http.serving import served, token

OWN = {"Sec-Fetch-Site": "same-origin"}
"""What a browser says of a request that the page itself makes."""
MEMORY = {"content": "Alec is the user's boss", "category": "person", "name": "Alec"}


async def link(database: Database, owner: Owner) -> str:
    """Return the key of a new link."""
    async with database.transaction() as tx:
        return await access_tokens.add_link(tx, owner)


async def log_in(http: httpx.AsyncClient, database: Database, owner: Owner) -> None:
    """Log a browser in as it does: with the form of the link's page."""
    shown = await http.get("/login", params={"key": await link(database, owner)})
    (key,) = re.findall(r'name="key" value="([^"]+)"', shown.text)
    answer = await http.post("/login", data={"key": key}, headers=OWN)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


async def test_a_link_logs_one_browser_in_once(database: Database, owner: Owner) -> None:
    key = await link(database, owner)
    async with (
        served(database, owner.bot_id, {1}) as url,
        httpx.AsyncClient(base_url=url, headers=OWN) as http,
        httpx.AsyncClient(base_url=url, headers=OWN) as other,
    ):
        for _ in range(3):  # previews spend nothing
            assert (await other.get("/login", params={"key": key})).status_code == 200
        answer = await http.post("/login", data={"key": key})
        cookie = answer.headers["Set-Cookie"].split("; ")
        assert {"HttpOnly", "Path=/", "SameSite=strict", "Max-Age=2592000"} <= set(cookie)
        assert (await http.get("/api/session")).json() == {"user_id": 1, "through": "page", "language": "en"}
        assert (await http.post("/api/memory/", json=MEMORY)).status_code == 201
        again = await other.post("/login", data={"key": key})
        assert (again.status_code, "Set-Cookie" in again.headers) == (403, False)
        assert (await http.post("/login", data={"key": key})).headers["Location"] == "/"  # as it is logged in


async def test_a_link_does_not_replace_somebody_elses_session_unasked(database: Database, owner: Owner) -> None:
    other = Owner(owner.bot_id, 2)
    async with (
        served(database, owner.bot_id, {1, 2}) as url,
        httpx.AsyncClient(base_url=url, headers=OWN) as http,
    ):
        await log_in(http, database, owner)
        key = await link(database, other)
        asked = await http.post("/login", data={"key": key})
        assert "Someone else is logged in here" in asked.text
        assert (await http.get("/api/session")).json()["user_id"] == 1
        wrong = await http.get("/api/session", headers={"Authorization": "Bearer keepsake_wrong"})
        assert (wrong.status_code, "Set-Cookie" in wrong.headers) == (401, False)
        assert (await http.get("/api/session")).json()["user_id"] == 1
        assert (await http.post("/login", data={"key": key, "instead": "yes"})).status_code == 303
        assert (await http.get("/api/session")).json()["user_id"] == 2


async def test_a_link_is_valid_for_ten_minutes_and_who_may_use_the_bot(
    database: Database, database_url: str, owner: Owner
) -> None:
    key = await link(database, owner)
    with administration(database_url) as connection:
        connection.execute("UPDATE agent_login_links SET expires_at = expires_at - interval '10 minutes'")
    stranger = await link(database, Owner(owner.bot_id, 2))
    async with served(database, owner.bot_id, {1}) as url, httpx.AsyncClient(base_url=url, headers=OWN) as http:
        for wrong in (key, stranger, *["wrong"] * 8):
            assert (await http.post("/login", data={"key": wrong})).status_code == 403
        assert (await http.post("/login", data={"key": "wrong"})).status_code == 429


async def test_only_digests_are_kept(database: Database, database_url: str, owner: Owner) -> None:
    unspent = await link(database, owner)
    async with served(database, owner.bot_id, {1}) as url, httpx.AsyncClient(base_url=url) as http:
        await log_in(http, database, owner)
        session = http.cookies["keepsake_session"]
    with administration(database_url) as connection:
        kept = str(connection.execute("SELECT agent_login_links FROM agent_login_links").fetchall())
        kept += str(connection.execute("SELECT agent_access_tokens FROM agent_access_tokens").fetchall())
    assert "page" in kept
    assert unspent not in kept
    assert session not in kept


async def test_a_session_ends_unused_after_thirty_days(database: Database, database_url: str, owner: Owner) -> None:
    async with served(database, owner.bot_id, {1}) as url, httpx.AsyncClient(base_url=url) as http:
        await log_in(http, database, owner)
        with administration(database_url) as connection:
            age = (
                "UPDATE agent_access_tokens SET used_at = now() - interval '29 days', expires_at = now() + %s::interval"
            )
            connection.execute(age, ["1 day"])
            assert (await http.get("/api/session")).status_code == 200
            (left,) = connection.execute("SELECT expires_at - now() FROM agent_access_tokens").fetchone() or ()
            assert left.days == 29  # and some hours: its use has put the end off
            connection.execute(age, ["-1 second"])
        assert (await http.get("/api/session")).status_code == 401
        assert not http.cookies


async def test_a_session_is_ended_by_its_browser_or_from_elsewhere(database: Database, owner: Owner) -> None:
    async with (
        served(database, owner.bot_id, {1}) as url,
        httpx.AsyncClient(base_url=url, headers=OWN) as http,
        httpx.AsyncClient(base_url=url, headers=OWN) as other,
    ):
        for browser in (http, other):
            await log_in(browser, database, owner)
        ended = {"Cookie": f"keepsake_session={http.cookies['keepsake_session']}"}
        assert (await http.post("/logout")).status_code == 204
        assert not http.cookies
        assert (await http.get("/api/session", headers=ended)).status_code == 401
        async with database.transaction() as tx:
            assert [it.name for it in await access_tokens.of_owner(tx, owner)] == ["page 2"]
            assert await access_tokens.revoke(tx, owner, "page 2")
        assert (await other.get("/api/session")).status_code == 401


async def test_the_session_that_was_not_used_for_longest_makes_room(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        first, *_ = [await access_tokens.begin_session(tx, owner) for _ in range(MOST_SESSIONS[Bearer.PAGE])]
        found = await access_tokens.find(tx, first)
        assert found
        await access_tokens.note_use(tx, found)
        new = await access_tokens.begin_session(tx, owner)
        names = [it.name for it in await access_tokens.of_owner(tx, owner)]
        assert len(names) == MOST_SESSIONS[Bearer.PAGE]
        assert await access_tokens.find(tx, first)
        assert await access_tokens.find(tx, new)


async def test_a_session_goes_over_https_only_where_a_proxy_has_it(database: Database, owner: Owner) -> None:
    public = "https://keepsake.example.org"
    async with (
        served(database, owner.bot_id, {1}, public_url=public) as url,
        httpx.AsyncClient(base_url=url, headers={"Origin": public}) as http,
    ):
        answer = await http.post("/login", data={"key": await link(database, owner)})
        assert "Secure" in answer.headers["Set-Cookie"].split("; ")


async def test_a_program_is_not_logged_out(http: httpx.AsyncClient, database: Database, owner: Owner) -> None:
    assert (await http.post("/logout")).status_code == 403
    assert (await http.get("/api/session")).json() == {"user_id": owner.user_id, "through": "tests", "language": "en"}
    cookie = {"Cookie": f"keepsake_session={await token(database, owner, 'other')}", "Authorization": ""}
    assert (await http.get("/api/session", headers=cookie)).status_code == 401  # a token is no session


async def test_no_other_site_logs_in_writes_or_logs_out(url: str, database: Database, owner: Owner) -> None:
    foreign: tuple[dict[str, str], ...] = (
        {},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    )
    async with httpx.AsyncClient(base_url=url) as http:
        form = {"key": await link(database, owner)}
        for headers in foreign:
            assert (await http.post("/login", data=form, headers=headers)).status_code == 403, headers
        await log_in(http, database, owner)
        for headers in foreign:
            assert (await http.post("/api/memory/", json=MEMORY, headers=headers)).status_code == 403, headers
            assert (await http.post("/logout", headers=headers)).status_code == 403, headers
        assert (await http.get("/api/memory/", headers=OWN)).json()["total"] == 0
        assert (await http.post("/api/memory/", json=MEMORY, headers={"Origin": url})).status_code == 201
