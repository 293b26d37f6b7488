"""The memory API over HTTP: names, models, status codes, and that no two editors overwrite each other unseen."""

from collections.abc import AsyncIterator

import httpx

ALEC = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}


async def test_a_memory_is_created_read_updated_undone_deleted_and_restored(http: httpx.AsyncClient) -> None:
    created = await http.post("/api/memory/", json=ALEC)
    assert created.status_code == 201
    memory = created.json()
    where = f"/api/memory/{memory['id']}"
    assert created.headers["Location"] == where
    assert (memory["version"], memory["receipt"]) == (1, "💾 Remembered: Alec is your boss")
    updated = await http.put(where, json={"content": "Alec is the user's former boss"})
    assert (updated.status_code, updated.json()["version"]) == (200, 2)
    assert updated.json()["receipt"].startswith("✏️ ")
    read = (await http.get(where)).json()
    assert [(it["number"], it["origin"], it["through"]) for it in read["versions"]] == [
        (1, "api", "tests"),
        (2, "api", "tests"),
    ]
    assert (await http.get("/api/memory/")).json()["total"] == 1
    assert (await http.post(f"{where}/versions/1/undo")).status_code == 412
    undone = (await http.post(f"{where}/versions/2/undo")).json()
    assert (undone["content"], undone["version"]) == (ALEC["content"], 3)
    deleted = await http.delete(where)
    assert deleted.json()["deleted_at"]
    assert (await http.get("/api/memory/")).json() == {"memories": [], "total": 0, "next": None}
    assert (await http.get("/api/memory/", params={"deleted": True})).json()["total"] == 1
    assert (await http.delete(where)).status_code == 404
    assert (await http.post(f"{where}/restore")).json()["deleted_at"] is None


async def test_a_stale_entity_tag_is_refused(http: httpx.AsyncClient) -> None:
    where = (await http.post("/api/memory/", json=ALEC)).headers["Location"]
    tag = (await http.get(where)).headers["ETag"]
    first = await http.put(where, json={"content": "Alec is the user's friend"}, headers={"If-Match": tag})
    assert first.status_code == 200
    second = await http.put(where, json={"content": "Alec is the user's foe"}, headers={"If-Match": tag})
    assert second.status_code == 412
    assert (await http.put(f"{where}/pin", headers={"If-Match": first.headers["ETag"]})).json()["pinned"]
    assert (await http.delete(where, headers={"If-Match": first.headers["ETag"]})).status_code == 412
    assert (await http.delete(where, headers={"If-Match": "*"})).status_code == 200


async def test_a_request_with_an_idempotency_key_is_carried_out_once(http: httpx.AsyncClient) -> None:
    key = {"Idempotency-Key": "a-key"}
    first = await http.post("/api/memory/", json=ALEC, headers=key)
    again = await http.post("/api/memory/", json=ALEC, headers=key)
    assert (again.status_code, again.json()) == (201, first.json())
    for name in ("Location", "ETag"):
        assert again.headers[name] == first.headers[name]
    other = await http.post("/api/memory/", json=ALEC | {"subject": "Bo"}, headers=key)
    assert other.status_code == 422
    assert (await http.get("/api/memory/")).json()["total"] == 1


async def test_pages_follow_each_other_and_filters_narrow_them(http: httpx.AsyncClient) -> None:
    for number in range(5):
        one = {"content": f"The user owns boat number {number}", "category": "context", "is_new": True}
        await http.post("/api/memory/", json=one)
    await http.post("/api/memory/", json=ALEC)
    first = (await http.get("/api/memory/", params={"limit": 4})).json()
    second = (await http.get("/api/memory/", params={"limit": 4, "cursor": first["next"]})).json()
    assert (first["total"], len(first["memories"]), len(second["memories"]), second["next"]) == (6, 4, 2, None)
    for narrowed in ({"category": "person"}, {"subject": "ALEC"}, {"query": "boss"}):
        assert [it["subject"] for it in (await http.get("/api/memory/", params=narrowed)).json()["memories"]] == [
            "Alec"
        ]
    found = (await http.get("/api/memory/search", params={"query": "who is the boss"})).json()["memories"]
    assert found[0]["subject"] == "Alec"


async def test_what_is_malformed_is_a_problem(http: httpx.AsyncClient) -> None:
    for body in (b"{", b"[]", b'{"content": "Alec", "category": "wrong"}'):
        refused = await http.post("/api/memory/", content=body, headers={"Content-Type": "application/json"})
        assert (refused.status_code, refused.headers["Content-Type"]) == (422, "application/problem+json")


async def test_a_body_that_is_too_large_is_refused(http: httpx.AsyncClient) -> None:
    refused = await http.post("/api/memory/", content=b" " * 1_000_001)
    assert refused.status_code == 413

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(1_001):
            yield b" " * 1_000

    assert (await http.post("/api/memory/", content=chunks())).status_code == 413


async def test_memories_are_sorted_by_when_they_came_or_were_changed(http: httpx.AsyncClient) -> None:
    texts = ["The user likes tea", "Alec is the user's boss", "The user builds a kayak"]
    paths = [
        (await http.post("/api/memory/", json={"content": text, "category": category})).headers["Location"]
        for text, category in zip(texts, ("preference", "person", "project"), strict=True)
    ]
    await http.put(paths[0], json={"content": "The user likes green tea"})

    async def listed(sort: str) -> list[str]:
        first = (await http.get("/api/memory/", params={"sort": sort, "limit": 2})).json()
        rest = (await http.get("/api/memory/", params={"sort": sort, "cursor": first["next"]})).json()
        return [it["content"].split()[-1] for it in (*first["memories"], *rest["memories"])]

    assert await listed("category") == ["boss", "tea", "kayak"]
    assert await listed("newest") == ["kayak", "boss", "tea"]
    assert await listed("changed") == ["tea", "kayak", "boss"]
