"""Who gets in: every endpoint is asked without a token, with wrong ones, with one to read, and with another user's.

So it is with the sessions of browsers.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from bot.api.access import SESSION
from bot.api.limits import Limits
from bot.database import access_tokens
from bot.database.engine import Database
from bot.values.access import Scope
from bot.values.owner import Owner
from tests.api.serving import served, token

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


class Asker:
    """Asks endpoints as somebody with a token or a session; of a stream it reads only the beginning."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def with_token(self, method: str, path: str, token: str) -> httpx.Response:
        """Ask with a token, or without any."""
        return await self._ask(method, path, {"Authorization": f"Bearer {token}"} if token else {})

    async def with_session(self, method: str, path: str, session: str, site: str = "same-origin") -> httpx.Response:
        """Ask with a browser's session, from a page of our own or of another `site`."""
        return await self._ask(method, path, {"Cookie": f"{SESSION}={session}", "Sec-Fetch-Site": site})

    async def _ask(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        body = MEMORY if method in {"POST", "PUT"} else None
        async with self._http.stream(method, path, headers=headers, json=body) as answer:
            if not answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                await answer.aread()
            return answer


async def session(database: Database, owner: Owner) -> str:
    """Return the token of a new session."""
    async with database.transaction() as tx:
        return await access_tokens.begin_session(tx, owner)


@asynccontextmanager
async def walking(database: Database, owner: Owner) -> AsyncIterator[tuple[Asker, list[tuple[str, str]], set[str]]]:
    """Yield who asks, the endpoints with ids of the owner's in their paths, and these ids, which stay as they are."""
    clock = iter(range(10**9))
    limits = Limits(lambda: 1_000.0 * next(clock))
    async with (
        served(database, owner.bot_id, {1, 2}, limits) as url,
        httpx.AsyncClient(base_url=url, timeout=30) as http,
    ):
        asker, own = Asker(http), await token(database, owner, "own")
        ids = {
            name: (await asker.with_token("POST", f"/api/{name}/", own)).json()["id"] for name in ("memory", "notes")
        }

        async def state() -> list[object]:
            return [(await asker.with_token("GET", f"/api/{name}/{it}", own)).json() for name, it in ids.items()]

        before = await state()
        found = [
            (method, at(path, ids["notes" if path.startswith("/api/notes") else "memory"]))
            for method, path in endpoints((await http.get("/openapi.json")).json())
        ]
        assert len(found) >= 20
        yield asker, found, set(ids.values())
        assert await state() == before


def is_theirs_only(method: str, path: str, answer: httpx.Response, ids: set[str]) -> bool:
    """Tell whether another user's answer shows nothing of the owner's."""
    is_found = any(it in path for it in ids)
    is_stream = answer.headers.get("Content-Type", "").startswith("text/event-stream")
    shown = set() if is_stream or method != "GET" else ids & set(answer.text.split('"'))
    return not shown and (answer.status_code == 404 or not is_found)


async def test_nobody_else_gets_in_with_a_token(database: Database, owner: Owner) -> None:
    async with walking(database, owner) as (asker, walked, ids):
        reading = await token(database, owner, "reader", Scope.READ)
        revoked, stranger = await token(database, owner, "gone"), await token(database, Owner(owner.bot_id, 3))
        async with database.transaction() as tx:
            assert await access_tokens.revoke(tx, owner, "gone")
        others = await token(database, Owner(owner.bot_id, 2))
        for method, path in walked:
            for wrong in ("", revoked, stranger):
                refused = await asker.with_token(method, path, wrong)
                assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer"), (path, wrong)
            assert (await asker.with_token(method, path, reading)).status_code == 403 or method == "GET", path
            assert is_theirs_only(method, path, await asker.with_token(method, path, others), ids), path


async def test_nobody_else_gets_in_with_a_session(database: Database, owner: Owner) -> None:
    async with walking(database, owner) as (asker, walked, ids):
        stranger, program = await session(database, Owner(owner.bot_id, 3)), await token(database, owner, "program")
        ended = await session(database, owner)
        async with database.transaction() as tx:
            assert await access_tokens.revoke(tx, owner, "page")
        own = await session(database, owner)
        for method, path in walked:
            for wrong in (ended, stranger, program):
                assert (await asker.with_session(method, path, wrong)).status_code == 401, (path, wrong)
            assert (await asker.with_session(method, path, own, "cross-site")).status_code == 403, path
            other = await session(database, Owner(owner.bot_id, 2))  # a new one, since one of these ends it
            assert is_theirs_only(method, path, await asker.with_session(method, path, other), ids), path


async def test_pages_of_other_sites_and_other_names_are_refused(http: httpx.AsyncClient) -> None:
    for headers, status in (
        ({"Host": "evil.example"}, 421),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ):
        assert (await http.get("/api/memory/", headers=headers)).status_code == status


async def test_who_tries_wrong_tokens_waits_but_a_right_one_is_let_in(http: httpx.AsyncClient) -> None:
    wrong = {"Authorization": "Bearer keepsake_wrong"}
    answers = [(await http.get("/api/memory/", headers=wrong)).status_code for _ in range(12)]
    assert answers == [401] * 10 + [429] * 2
    assert int((await http.get("/api/memory/", headers=wrong)).headers["Retry-After"]) >= 1
    assert (await http.get("/api/memory/")).status_code == 200
