"""The bot as it asks the Bot API server: for updates again once what came is on its way, and for files only there."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from telegram.error import BadRequest

from bot.telegram.polling_bot import PollingBot
from bot.telegram.request import Request
from tests.properties.virtual_time import VirtualTimeLoop


class Answering(Request):
    """Requests that get the same result each."""

    result: object

    async def do_request(self, *_: object, **__: object) -> tuple[int, bytes]:
        """Answer."""
        return 200, json.dumps({"ok": True, "result": self.result}).encode()


def answered(result: object) -> PollingBot:
    """Return a bot whose requests get a result."""
    requests = Answering("http://localhost", 1)
    requests.result = result
    return PollingBot("1000:tests", "http://localhost", requests, requests)


async def stored(batch: Sequence[object]) -> Sequence[object]:
    """Return the updates of a batch, as if they were stored."""
    return batch


@pytest.mark.parametrize(("updates", "pauses"), [(0, False), (19, True), (20, False)])
def test_a_pause_follows_a_few_updates(updates: int, *, pauses: bool) -> None:
    async def seconds_until_asked_again() -> float:
        bot = answered([{"update_id": number} for number in range(1, updates + 1)])
        bot.deliver_to(stored)
        assert len(await bot.get_updates()) == updates
        came_at = loop.time()
        await bot.get_updates()
        return loop.time() - came_at

    loop = VirtualTimeLoop()
    seconds = loop.run_until_complete(seconds_until_asked_again())
    loop.close()
    assert (seconds >= 0.02) == pauses


async def test_a_file_of_this_machine_is_not_read(tmp_path: Path) -> None:
    (secret := tmp_path / "secret").write_text("The server may not read this.")
    with capture_logs() as logs, pytest.raises(BadRequest, match="file is not at an address"):
        await answered({"file_id": "1", "file_unique_id": "1", "file_path": str(secret)}).get_file("1")
    assert [it["event"] for it in logs] == ["the Bot API server hands out no files: run it without --local"]


async def test_a_file_at_the_server_is_fetched_there() -> None:
    found = await answered({"file_id": "1", "file_unique_id": "1", "file_path": "documents/1.txt"}).get_file("1")
    assert found.file_path == "http://localhost/file/bot1000:tests/documents/1.txt"
