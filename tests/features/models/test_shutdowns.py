"""Notices of shutdowns: when they come, to whom, and what they say."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.features.models import ShutdownNotices
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.settings import Settings
from bot.model.choice import Choices, models
from bot.store.engine import Database
from bot.telegram.texts import Text, part_of
from bot.turns.people import People
from bot.turns.preferences import Languages, Preferences
from bot.turns.store import people as stored
from bot.turns.store.outbox import Outbox
from practice.serving import serve

SHUTDOWN = date(2026, 12, 11)
LISTED = [
    {"id": "old", "shutdown_date": SHUTDOWN.isoformat()},
    {"id": "older", "shutdown_date": "2026-11-30"},
    {"id": "odd", "shutdown_date": "soon"},
]
HOST, GUEST = Owner(1000, 1), Owner(1000, 2)
outbox = Outbox(1000)


@pytest.fixture
async def choices() -> AsyncIterator[Choices]:
    """The models of a server that says when it shuts them down, of which `old` is configured."""

    async def listed(_: Request) -> Response:
        return JSONResponse({"data": LISTED})

    async with (
        serve(Starlette(routes=[Route("/v1/models", listed)])) as url,
        models(configured(f"{url}/v1")) as asked,
    ):
        assert asked.choices
        yield asked.choices


def configured(url: str) -> Settings:
    """Return the settings of a bot whose model is `old`."""
    return Settings(_env_file=None, openai_base_url=url, openai_model="old")  # type: ignore[call-arg] # pydantic's own


@dataclass
class House:
    """A bot's users and its outbox."""

    database: Database
    choices: Choices

    async def settle(self, owner: Owner, model: str | None = None) -> None:
        """Let somebody have talked to the bot, and perhaps have chosen a model."""
        async with self.database.transaction() as tx:
            await Preferences(self.database).change(tx, owner, model=model)

    async def tell(self, *, before: int) -> Sequence[Owner]:
        """Return who is told so many days before SHUTDOWN, after a restart."""
        people = People(self.database, 1000, {HOST.user_id})
        await people.load()
        now = datetime.combine(SHUTDOWN - timedelta(days=before), time(12), UTC)
        return await ShutdownNotices(
            database=self.database,
            choices=self.choices,
            people=people,
            languages=Languages(self.database, Preferences(self.database)),
            outbox=outbox,
            bot_id=1000,
            clock=lambda: now,
        ).tell()

    async def notice(self, owner: Owner) -> Text:
        """Return the only notice that waits for somebody."""
        async with self.database.transaction() as tx:
            (waiting,) = await outbox.waiting(tx, private_chat(owner))
        notice = part_of(waiting.columns)
        assert isinstance(notice, Text)
        return notice


@pytest.fixture
def house(database: Database, choices: Choices) -> House:
    """A bot with a configured model that is to be shut down."""
    return House(database, choices)


@pytest.mark.parametrize(("looks", "told"), [((61, 60, 59, 8, 7, 6, 0, -1), [60, 7]), ((5, 4), [5]), ((-1,), [])])
async def test_there_is_one_notice_60_and_one_7_days_before(
    house: House, looks: Sequence[int], told: list[int]
) -> None:
    await house.settle(HOST)
    assert [days for days in looks if await house.tell(before=days)] == told


async def test_it_names_the_model_that_answers_and_what_to_do(house: House) -> None:
    async with house.database.transaction() as tx:
        await stored.admit(tx, GUEST, "Ann", await stored.invite(tx, HOST))
    await house.settle(HOST)
    await house.settle(GUEST)
    assert await house.tell(before=7) == [HOST, GUEST]
    hosts, guests = await house.notice(HOST), await house.notice(GUEST)
    assert guests.text == (
        "old, the model that answers you, will be shut down by its provider on 11 Dec 2026. "
        "Choose another one with /model."
    )
    assert hosts.text == f"{guests.text} To change it for everyone, set OPENAI_MODEL."
    assert [[button.text for button in row] for row in guests.buttons] == [["Choose another model"]]


async def test_it_is_about_the_model_that_was_chosen_and_a_stranger_is_told_of_none(house: House) -> None:
    await house.settle(GUEST)
    await house.settle(HOST, "odd")
    assert await house.tell(before=13) == []
    await house.settle(HOST, "older")
    assert await house.tell(before=13) == [HOST]
    assert (await house.notice(HOST)).text.startswith("older, the model that answers you")
    assert "OPENAI_MODEL" not in (await house.notice(HOST)).text
