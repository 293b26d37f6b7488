"""What asks first survives a kill around each of its commits: it is done once at most, and reported as it is."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest

from bot.store.engine import Database
from practice.telegram.bot_api import BotApi
from tests.acting import delivered
from tests.crash.asker import HEADINGS as OF_ALLOWED
from tests.crash.points import AskingFirst, asking_first
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.features.mcp_client.hosting import hostile, listed
from tests.process import BotProcess, Script, call
from tests.scenarios.test_asking_first import states
from tests.scenarios.test_mcp import started

HEADINGS: Final = {**OF_ALLOWED, "declined": "✖️ Not done:"}
TOLD: Final = {
    "done": "> called with",
    "unknown": "This was interrupted, so it is not known",
    "declined": "The user has pressed No",
}
"""What the model is told of the outcome."""
POINTS: Final[tuple[tuple[str, AskingFirst, bool, str, int], ...]] = (
    ("Do it", "question", True, "done", 1),
    ("Always allow", "decision", False, "done", 1),
    ("Do it", "result", False, "unknown", 1),
    ("No", "decision", True, "declined", 0),
)
"""A decision, the commit before or after which the bot is killed, what becomes of the call, and how often it acts.

`make soak` kills it at every point.
"""


class Killing:
    """Kills the bot once: before or after a commit that concerns what asks first."""

    def __init__(self, bot: BotProcess) -> None:
        self._bot = bot
        self.proxy: PostgresProxy | None = None
        self.due: tuple[AskingFirst | None, bool] | None = None
        self._came = asyncio.Event()

    async def __call__(self, statement: Statement) -> None:
        """Let a statement pass, or kill the bot there."""
        if statement.sql != "COMMIT" or (asking_first(statement.transaction), statement.done) != self.due:
            return
        self.due = None
        await self._bot.kill()
        self._came.set()
        raise Lost

    async def came_and_went(self) -> None:
        """Wait until the bot was killed and PostgreSQL has done what it sent; start it again."""
        await asyncio.wait_for(self._came.wait(), 30)
        if self.proxy:
            await self.proxy.quiet()
        await self._bot.start()


@pytest.fixture
def post(tmp_path: Path) -> Path:
    """The file in which the server writes what it did."""
    return tmp_path / "post"


@pytest.fixture
async def killing(settings: dict[str, str], bot_process: BotProcess, post: Path) -> AsyncIterator[Killing]:
    """What will kill the bot, which runs with a server whose tool acts outside."""
    listed(settings, it=hostile("posts", str(post)))
    killing = Killing(bot_process)
    async with PostgresProxy(settings["DATABASE_URL"], killing) as proxy:
        killing.proxy = proxy
        bot_process.settings["DATABASE_URL"] = proxy.url
        await started(bot_process, "it")
        yield killing
        await bot_process.stop()


def acted(post: Path) -> list[dict[str, str]]:
    """Return the arguments with which the tool acted."""
    return [json.loads(line) for line in post.read_text().splitlines()] if post.exists() else []


def said(telegram: BotApi) -> list[str]:
    """Return the first lines of what the bot said."""
    return [it.text.partition("\n")[0] for it in telegram.messages() if it.from_bot]


@pytest.mark.parametrize(("decision", "commit", "done", "state", "acts"), POINTS)
async def test_it_is_done_once_at_most_and_its_outcome_is_reported_once(
    telegram: BotApi,
    model: Script,
    database: Database,
    killing: Killing,
    post: Path,
    *,
    decision: str,
    commit: AskingFirst,
    done: bool,
    state: str,
    acts: int,
) -> None:
    killing.due = commit, done
    model.then(call("it__call", to="Mom"), "It waits for you.")
    telegram.send_text("Write to Mom")
    if commit == "question":
        await killing.came_and_went()
    question = await telegram.bot_message("Shall I do this?")
    await delivered(database)
    answers = [] if decision == "No" else ["That is what came of it."]
    model.then(*answers)
    data = next(it.callback_data for row in question.keyboard for it in row if decision in it.text)
    telegram.press(question.message_id, data)
    if commit != "question":
        await killing.came_and_went()
    await telegram.wait_for(lambda: HEADINGS[state] in said(telegram) or None)
    for answer in answers:
        await telegram.bot_message(answer)
    model.then("Well.")
    await telegram.bot_message("Well.", after=telegram.send_text("And now?"))
    await delivered(database)
    assert said(telegram) == ["It waits for you.", HEADINGS[state], *answers, "Well."]
    assert await states(database) == [state]
    assert acted(post) == [{"to": "Mom"}] * acts
    assert model.requests[-1].prompt.count(TOLD[state]) == 1
