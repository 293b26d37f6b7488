"""Updates are asked for again once what came is on its way, without delay in a flood."""

import json

import pytest

from bot.database.engine import Database
from bot.telegram.polling_bot import PollingBot
from bot.telegram.request import Request
from tests.properties.virtual_time import VirtualTimeLoop
from tests.telegram.test_inbox import made, message

STRANGER = 5
"""Nothing of theirs is stored, so that no database is asked, whose time would not be virtual."""


class Answering(Request):
    """Requests that get a number of updates each."""

    updates = 0

    async def do_request(self, *_: object, **__: object) -> tuple[int, bytes]:
        """Answer."""
        batch = [message(number, STRANGER) for number in range(1, self.updates + 1)]
        return 200, json.dumps({"ok": True, "result": batch}).encode()


@pytest.mark.parametrize(("updates", "pauses"), [(0, False), (1, True), (19, True), (20, False)])
def test_a_pause_follows_a_few_updates(database_url: str, updates: int, *, pauses: bool) -> None:
    async def seconds_until_asked_again() -> float:
        requests = Answering("http://localhost", 1)
        requests.updates = updates
        bot = PollingBot("1000:tests", "http://localhost", requests, requests)
        bot.deliver_to(made(Database(database_url), []))
        assert len(await bot.get_updates()) == updates
        came_at = loop.time()
        await bot.get_updates()
        return loop.time() - came_at

    loop = VirtualTimeLoop()
    seconds = loop.run_until_complete(seconds_until_asked_again())
    loop.close()
    assert (seconds >= 0.02) == pauses
