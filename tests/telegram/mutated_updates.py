"""However odd the updates of anybody are, what is ordinary is answered, nothing is made, and nothing goes wrong.

For `make soak`: this takes minutes.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from practice.telegram.bot_api import BotApi
from tests.databases import SharedDatabase, administration
from tests.process import BotProcess, Script
from tests.scenarios.test_words_of_others import Obedient
from tests.scenarios.words_of_others import once_read
from tests.telegram.mutation import USERS, mutated, smaller
from tests.telegram.recorded_updates import Json
from tests.telegram.test_odd_updates import EXPECTED, NUMBER, RawTexts, put

_AT_ONCE: Final = 100
"""Updates before each ordinary message."""
_UPDATES: Final = 50_000
_WARM: Final = 0.3
"""Share of the updates after which memory is measured first: caches and pools are full."""
_MOST_GROWTH: Final = 16_384
"""Pages of memory that the bot may take more at the end; 64 MB."""
_MADE: Final = (
    "SELECT (SELECT count(*) FROM agent_memories), (SELECT count(*) FROM agent_notes), "
    "(SELECT count(*) FROM agent_reminders)"
)


class Odd:
    """A bot that is sent odd updates."""

    def __init__(self, telegram: BotApi, bot: BotProcess, database: SharedDatabase) -> None:
        self._telegram, self._bot, self._database = telegram, bot, database
        self._written = 0

    async def begin(self) -> None:
        """Start the bot anew, with nothing stored; its users then write to it."""
        await self._bot.kill()
        self._database.empty()
        self._telegram.updates.clear()
        await self._bot.start()
        for user_id in USERS:
            await self._telegram.bot_message(user_id=user_id, after=self._telegram.send_text("Hello", user_id))

    async def problems(self, updates: Sequence[Json]) -> list[str]:
        """Send updates, and then something ordinary; return what is wrong."""
        already = len(self._bot.log)
        for update in updates:
            put(self._telegram, update)
        self._written += 1
        text = f"Are you still there? {self._written}"
        try:
            await self._telegram.bot_message(text, after=self._telegram.send_text(text))
        except TimeoutError:
            return [f"“{text}” is not answered", *self._bot.log[already:]]
        with administration(self._database.url) as connection:
            made = connection.execute(_MADE).fetchone()
        return [*_complaints(self._bot.log[already:]), *([] if made == (0, 0, 0) else [f"made: {made}"])]

    async def reduced(self, updates: list[Json]) -> list[Json]:
        """Return the fewest of some updates, and the fewest parts of a single one, that alone make problems."""
        for fewer in smaller(updates):
            await self.begin()
            if await self.problems(fewer):
                return await self.reduced(fewer)
        return updates

    @property
    def pages(self) -> int:
        """The memory that the bot takes."""
        return int(Path(f"/proc/{self._bot.pid}/statm").read_text().split()[1])


def _complaints(log: Sequence[str]) -> Iterator[str]:
    for line in log:
        told = json.loads(line) if line.startswith("{") else {"level": "critical"}
        if told["level"] in {"error", "critical"} and told.get("event") not in EXPECTED:
            yield line


@pytest.fixture
def telegram(telegram: BotApi) -> BotApi:
    """A Bot API server that sends a text of `VALUES` where an update holds its name."""
    telegram.app.add_middleware(RawTexts)
    return telegram


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")  # the type of a file's duration
async def test_whatever_is_odd_about_updates_ordinary_messages_are_answered_and_nothing_is_made(
    telegram: BotApi,
    model: Script,
    bot_process: BotProcess,
    shared_database: SharedDatabase,
    request: pytest.FixtureRequest,
) -> None:
    model.otherwise = once_read(Obedient("http://127.0.0.1:9/"))
    bot_process.settings["TELEGRAM_ALLOWED_USER_IDS"] = ",".join(map(str, USERS))
    seed, warm = request.config.getoption("--seed"), 0
    random = Random(seed)  # noqa: S311 - it is to be repeated, not to be guessed
    odd = Odd(telegram, bot_process, shared_database)
    await odd.begin()
    for sent in range(0, _UPDATES, _AT_ONCE):
        updates = [mutated(random, NUMBER + sent + at) for at in range(_AT_ONCE)]
        found = await odd.problems(updates)
        assert not found, "\n".join([f"seed {seed}, after {sent}", *found, json.dumps(await odd.reduced(updates))])
        if not warm and sent >= _UPDATES * _WARM:
            warm = odd.pages
    assert odd.pages - warm < _MOST_GROWTH
