"""Whatever the API is asked, alone or in sequences, it answers as its OpenAPI document says, and never breaks."""

import asyncio
import sys
from asyncio.subprocess import PIPE, STDOUT
from pathlib import Path
from time import monotonic

from hypothesis import settings

from bot.api.limits import Limits
from bot.database.engine import Database
from bot.values.owner import Owner
from tests.api.serving import served, token

CHECKS = (
    *("not_a_server_error", "status_code_conformance", "content_type_conformance"),
    *("response_headers_conformance", "response_schema_conformance"),
)


async def test_every_answer_is_as_documented(database: Database, owner: Owner, tmp_path: Path) -> None:
    """Schemathesis asks; `make fuzz` lets it ask more."""
    examples = settings.default.max_examples if settings.default else 0
    async with served(database, owner.bot_id, {owner.user_id}, Limits(lambda: 1_000 * monotonic())) as url:
        asking = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{url}/openapi.json",
            f"--header=Authorization: Bearer {await token(database, owner)}",
            "--exclude-path=/api/events",  # a stream without end
            f"--checks={','.join(CHECKS)}",
            f"--max-examples={examples}",
            "--generation-deterministic",
            "--no-color",
            cwd=tmp_path,
            stdout=PIPE,
            stderr=STDOUT,
        )
        told, _ = await asking.communicate()
    assert asking.returncode == 0, told.decode()
    assert "✅  Stateful" in told.decode()
