"""Whatever the API is asked, alone or in sequences, it answers as its OpenAPI document says, and never breaks."""

import asyncio
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
from hypothesis import settings

from bot.doors.http.limits import Limits
from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.doors.http.serving import served, token

CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_headers_conformance", "response_schema_conformance"),
)


FEW = ("--phases=fuzzing,stateful", "--max-examples=2")
"""What `make test` takes of it."""


async def test_every_answer_is_as_documented(database: Database, owner: Owner, tmp_path: Path) -> None:
    """Schemathesis asks; `make fuzz` lets it ask more."""
    is_thorough = settings.get_current_profile_name() == "thorough"
    much = [f"--max-examples={settings.get_profile('thorough').max_examples}"] if is_thorough else FEW
    async with served(database, owner.bot_id, {owner.user_id}, Limits(lambda: 1_000 * monotonic())) as url:
        asking = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{url}/openapi.json",
            f"--header=Authorization: Bearer {await token(database, owner)}",
            "--exclude-path=/api/events",  # a stream without end
            f"--checks={','.join(CHECKS)}",
            *much,
            "--generation-deterministic",
            "--no-color",
            cwd=tmp_path,
            stdout=PIPE,
            stderr=STDOUT,
        )
        told, _ = await asking.communicate()
    assert asking.returncode == 0, told.decode()
    assert "✅  Stateful" in told.decode()


def descriptions(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield all parts of a schema."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from descriptions(part)


async def test_programs_are_generated_from_it(database: Database, owner: Owner) -> None:
    async with served(database, owner.bot_id, {owner.user_id}) as url, httpx.AsyncClient(base_url=url) as http:
        document = (await http.get("/openapi.json")).json()
    operations = [it for path in document["paths"].values() for it in path.values()]
    names = [it["operationId"] for it in operations]
    assert len(set(names)) == len(names)
    assert {"create_memory", "follow_changes", "import_memories", "list_notes"} < set(names)
    assert [it["name"] for it in document["tags"]] == list(dict.fromkeys(it["tags"][0] for it in operations))
    assert document["servers"] == [{"url": "/"}]
    problems = [it["content"] for of in operations for status, it in of["responses"].items() if status >= "400"]
    kinds = [{"schema": {"$ref": f"#/components/schemas/{it}"}} for it in ("Problem", "MemoryProblem")]
    assert all(it["application/problem+json"] in kinds and len(it) == 1 for it in problems)
    assert "memories" in document["components"]["schemas"]["MemoryProblem"]["properties"]
    models = document["components"]["schemas"]
    for described in descriptions(models):
        assert "items" in described or described.get("type") != "array", described
        default = described.get("default")
        assert not isinstance(default, str) or len(default) >= described.get("minLength", 0), described
    for name, model in models.items():
        for example in model.get("examples", []):
            required = {it for it in model.get("required", ()) if "null" not in str(model["properties"][it])}
            assert required <= example.keys() <= model["properties"].keys(), name  # FastAPI leaves out what is null
    for of in operations:
        for body in of.get("requestBody", {}).get("content", {}).values():
            model = models.get(body["schema"].get("$ref", "").rpartition("/")[2], {})
            is_act = of["tags"] == ["acts"]  # whose arguments are described one by one
            assert body.get("example") or model.get("examples") or is_act, of["operationId"]
    body = document["paths"]["/api/import"]["post"]["requestBody"]["content"]
    assert [*body] == ["application/octet-stream"]  # generators know no body of plain text
