"""Who gets in: every endpoint is asked without a token, with one to read, from another site, and by another user."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from bot.doors.http.access import SESSION
from bot.doors.http.limits import Limits
from bot.doors.store import access_tokens
from bot.doors.values import Scope
from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.doors.http.serving import served, token

OTHER_HOSTS = (
    *("", ":", ":80", "evil.test", "evil.test:8124", "a{b.evil.test", "127.0.0.1{.evil.test", "127.0.0.1.evil.test"),
    *("127.0.0.1@evil.test", "evil.test@127.0.0.1", "127.0.0.1,evil.test", "127.0.0.1/", "127.0.0.1#.evil.test"),
    *("127.0.0.1:", "127.0.0.1:0", "127.0.0.1:99999", "127.0.0.1:8124:1", "127.0.0.1:+1", "127.0.0.1:8124 x"),
    *("127.0.0.1.", "127.1", "0x7f.1", "2130706433", "[::1]", "[127.0.0.1]", "::1", "http://127.0.0.1"),
)
"""Hosts that are not the tests' 127.0.0.1, whatever a parser makes of them."""
MEMORY = {"content": "Alec is the user's boss", "category": "person", "name": "Alec"}
"""A body for whatever takes one."""


def endpoints(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the method and path of each endpoint that needs a token."""
    for path, methods in document["paths"].items():
        yield from ((method.upper(), path) for method, about in methods.items() if about.get("security"))


def at(path: str, its_id: str) -> str:
    """Return a path with values in it, and the query that it needs."""
    where = path.format(its_id=its_id, number=1)
    return f"{where}?query=boss" if where.rstrip("/").endswith("/search") else where


async def ask(http: httpx.AsyncClient, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    """Ask an endpoint; of a stream only the beginning is read."""
    body = MEMORY if method in {"POST", "PUT"} else None
    async with http.stream(method, path, headers=headers, json=body) as answer:
        if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            await answer.aread()
        return answer


def bearer(key: str) -> dict[str, str]:
    """Return what somebody with a token sends."""
    return {"Authorization": f"Bearer {key}"}


def page(key: str, site: str = "same-origin") -> dict[str, str]:
    """Return what a browser sends with a session, from a page of our own or of another `site`."""
    return {"Cookie": f"{SESSION}={key}", "Sec-Fetch-Site": site}


async def session(database: Database, owner: Owner) -> str:
    """Return the token of a new session."""
    async with database.transaction() as tx:
        return await access_tokens.begin_session(tx, owner)


@asynccontextmanager
async def walking(
    database: Database, owner: Owner
) -> AsyncIterator[tuple[httpx.AsyncClient, list[tuple[str, str]], set[str]]]:
    """Yield a client, the endpoints with ids of the owner's in their paths, and these ids, which stay as they are."""
    clock = iter(range(10**9))
    limits = Limits(lambda: 1_000.0 * next(clock))
    async with (
        served(database, owner.bot_id, {1, 2}, limits) as url,
        httpx.AsyncClient(base_url=url, timeout=30) as http,
    ):
        own = bearer(await token(database, owner, "own"))
        ids = {name: (await ask(http, "POST", f"/api/{name}/", own)).json()["id"] for name in ("memory", "notes")}

        async def state() -> list[object]:
            return [(await ask(http, "GET", f"/api/{name}/{it}", own)).json() for name, it in ids.items()]

        before = await state()
        found = [
            (method, at(path, ids["notes" if path.startswith("/api/notes") else "memory"]))
            for method, path in endpoints((await http.get("/openapi.json")).json())
        ]
        assert len(found) >= 20
        yield http, found, set(ids.values())
        assert await state() == before


def is_theirs_only(method: str, path: str, answer: httpx.Response, ids: set[str]) -> bool:
    """Tell whether another user's answer shows nothing of the owner's."""
    is_found = any(it in path for it in ids)
    is_stream = answer.headers.get("Content-Type", "").startswith("text/event-stream")
    shown = set() if is_stream or method != "GET" else ids & set(answer.text.split('"'))
    return not shown and (answer.status_code == 404 or not is_found)


async def test_nobody_else_gets_in_anywhere(database: Database, owner: Owner) -> None:
    async with walking(database, owner) as (http, walked, ids):
        reading, own = await token(database, owner, "reader", Scope.READ), await session(database, owner)
        others = await token(database, Owner(owner.bot_id, 2))
        for method, path in walked:
            refused = await ask(http, method, path, {})
            assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer"), path
            assert (await ask(http, method, path, bearer(reading))).status_code == 403 or method == "GET", path
            assert (await ask(http, method, path, page(own, "cross-site"))).status_code == 403, path
            assert is_theirs_only(method, path, await ask(http, method, path, bearer(others)), ids), path


async def test_what_has_ended_is_a_strangers_or_of_the_other_kind_lets_nobody_in(
    url: str, database: Database, owner: Owner
) -> None:
    stranger = Owner(owner.bot_id, 3)
    tokens = [await token(database, owner, "gone"), await token(database, stranger)]
    sessions = [await session(database, owner), await session(database, stranger)]
    async with database.transaction() as tx:
        for name in ("gone", "page"):
            assert await access_tokens.revoke(tx, owner, name)
    sessions.append(await token(database, owner, "program"))
    async with httpx.AsyncClient(base_url=url) as http:
        for headers in (*map(bearer, tokens), *map(page, sessions)):
            assert (await http.get("/api/memory/", headers=headers)).status_code == 401


async def test_pages_of_other_sites_and_other_names_are_refused(http: httpx.AsyncClient) -> None:
    own = f"127.0.0.1:{http.base_url.port}"
    for headers, status in (
        *(({"Host": it}, 421) for it in OTHER_HOSTS),
        *(({"Host": it}, 200) for it in ("127.0.0.1", own)),
        *(
            ({"Origin": it}, 403)
            for it in ("", "null", "://", f"HTTP://{own}", f"http://{own}/", f"http://{own}.evil.test")
        ),
        *(({"Origin": it, "Sec-Fetch-Site": "same-origin"}, 403) for it in ("http://evil.test", f"https://{own}")),
        ({"Origin": f"http://{own}"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ):
        assert (await http.get("/api/memory/", headers=headers)).status_code == status, headers


async def test_a_request_without_a_host_or_with_several_is_refused(url: str) -> None:
    for version, hosts in (("1.0", ""), ("1.1", ""), ("1.1", "Host: 127.0.0.1\r\nHost: evil.test\r\n")):
        reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(url).port)
        writer.write(f"GET /healthz HTTP/{version}\r\n{hosts}\r\n".encode())
        assert (await reader.readline()).split()[1] in {b"400", b"421"}, (version, hosts)
        writer.close()


async def test_who_tries_wrong_tokens_waits_but_a_right_one_is_let_in(http: httpx.AsyncClient) -> None:
    wrong = {"Authorization": "Bearer keepsake_wrong"}
    answers = [(await http.get("/api/memory/", headers=wrong)).status_code for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2
    assert int((await http.get("/api/memory/", headers=wrong)).headers["Retry-After"]) >= 1
    assert (await http.get("/api/memory/")).status_code == 200
