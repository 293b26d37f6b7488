"""The questions on a terminal: every answer can be corrected, and nothing is half-written."""

import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from bot.database.embedded import hold
from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.conftest import MODEL_KEY, TOKEN
from tests.first_minutes import MODEL, settings, small_model
from tests.typist import Typist, typist

COMMAND = (sys.executable, "-m", "bot")
NOWHERE = "http://127.0.0.1:9"
BEFORE = "# my notes\nTIMEZONE=Europe/London\n"


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    """A `.env` that somebody has begun."""
    file = tmp_path / ".env"
    file.write_text(BEFORE)
    return file


@asynccontextmanager
async def newcomer(
    env_file: Path, data_dir: Path, telegram_url: str, database_url: str, local: str = NOWHERE
) -> AsyncIterator[Typist]:
    """Yield a person at the terminal of a new bot, who wants to go live."""
    there = {"TELEGRAM_API_URL": telegram_url, "LOCAL_MODEL_SERVERS": f"{local}/v1", "DATABASE_URL": database_url}
    async with typist(COMMAND, env_file.parent, settings(data_dir, **there)) as person:
        await person.answers("Which one?", "2")
        yield person


def write(file: Path, text: str) -> None:
    """Let a file hold a text."""
    file.write_text(text)


def written(file: Path) -> str:
    """Return what a file holds."""
    return file.read_text()


def files_beside(file: Path) -> list[str]:
    """Return the names of what is in a file's folder."""
    return [it.name for it in file.parent.iterdir()]


def keyed() -> ModelServer:
    """Return a server that asks for a key, and has many models."""
    return small_model(*(f"maker/model-{number}" for number in range(30)), api_key=MODEL_KEY)


def ending(server: ModelServer) -> Starlette:
    """Return a server that lists its model `gone-soon` first, with a day of shutdown, and `lasting`."""

    async def listed(_: Request) -> Response:
        soon = (datetime.now(UTC) + timedelta(days=20)).date().isoformat()
        return JSONResponse({"data": [{"id": "gone-soon", "shutdown_date": soon}, {"id": "lasting"}]})

    return Starlette(routes=[Route("/v1/models", listed), Mount("/", app=server.app)])


@pytest.mark.usefixtures("telegram")
async def test_wrong_answers_are_explained_and_asked_for_again(
    telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with (
        serve(keyed().app) as url,
        newcomer(env_file, data_dir, telegram_url, database_url) as person,
    ):
        await person.answers_unseen("Token", "not a token")
        await person.sees("That isn't a token")
        await person.answers_unseen("Token", "999:unknown")
        await person.sees("Telegram doesn't know this token")
        await person.answers_unseen("Token", TOKEN)
        await person.sees("This is @")
        await person.answers("Which one answers you?", "9")
        await person.sees("Type a number from 1 to 4")
        await person.answers("Which one answers you?", "3")
        await person.answers("Address", "openrouter")
        await person.sees("That isn't an address")
        for address, key, complaint in (
            (NOWHERE, "", "can't be reached"),
            (url, "sk-wrong", "The server refused the key"),
            (url, MODEL_KEY, "Which model?"),
        ):
            await person.answers("Which one answers you?", "3")
            await person.answers("Address", address)
            await person.answers_unseen("API key", key)
            await person.sees(complaint)
        assert "and 16 more" in person.screen
        person.types("00")
        await person.sees("There is no model “00” here")
        person.types("no such model")
        await person.sees("There is no model “no such model” here")
        await person.answers("Which model?", "qwen")
        await person.answers("Which model?", "1")
        await person.answers("Is that right?", "1")
        await person.sees("Whoever opens it first is the owner")
        assert written(env_file) == (
            f"{BEFORE}TELEGRAM_BOT_TOKEN={TOKEN}\nOPENAI_BASE_URL={url}/v1\nOPENAI_API_KEY={MODEL_KEY}\n"
            f"OPENAI_MODEL={MODEL}\n"
        )
        assert MODEL_KEY not in person.screen
        assert TOKEN not in person.screen


async def test_a_model_that_calls_no_tools_can_be_exchanged(
    telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with (
        serve(small_model(calls_tools=False).app) as url,
        newcomer(env_file, data_dir, telegram_url, database_url, url) as person,
    ):
        await person.answers_unseen("Token", TOKEN)
        await person.answers("Which one answers you?", "")
        await person.answers("Which model?", MODEL)
        await person.sees("It doesn't call tools")
        await person.answers("What now?", "")
        await person.answers("Which one answers you?", "")
        await person.answers("Which model?", "")
        await person.answers("What now?", "2")
        await person.sees("Is that right?")
        assert written(env_file) == BEFORE


async def test_a_model_that_is_set_already_is_offered_first(
    telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with serve(keyed().app) as url:
        before = f"OPENAI_BASE_URL={url}/v1\nOPENAI_API_KEY={MODEL_KEY}  # mine\n"
        write(env_file, before)
        async with newcomer(env_file, data_dir, telegram_url, database_url) as person:
            await person.answers_unseen("Token", TOKEN)
            await person.sees(f"1  The one that is set, at {url}/v1")
            await person.answers("Which one answers you?", "")
            await person.answers("Which model?", MODEL)
            await person.answers("Is that right?", "")
            await person.sees("Saved in .env")
    assert written(env_file) == f"{before}TELEGRAM_BOT_TOKEN={TOKEN}\nOPENAI_MODEL={MODEL}\n"


async def test_a_model_here_can_answer_where_the_one_elsewhere_fails(
    telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with (
        serve(ending(small_model("gone-soon", "lasting"))) as there,
        serve(small_model().app) as here,
        newcomer(env_file, data_dir, telegram_url, database_url, here) as person,
    ):
        await person.answers_unseen("Token", TOKEN)
        await person.answers("Which one answers you?", "4")
        await person.answers("Address", there)
        await person.answers_unseen("API key", "")
        shown = await person.sees("Which model?")
        lasting, gone_soon = (shown.index(name) for name in ("1  lasting", "2  gone-soon  ⏳ shut down on "))
        assert lasting < gone_soon
        person.types("lasting")
        await person.answers("If lasting fails, let another model answer?", "2")
        await person.sees("It calls tools")
        await person.sees(f"answers with lasting ({there}), or {MODEL} (Ollama) if that fails.")
        person.types("1")
        await person.sees("Saved in .env")
    assert f"OPENAI_MODEL=lasting\nOPENAI_FALLBACKS='{MODEL} {here}/v1'\n" in written(env_file)


async def test_the_end_of_the_input_leaves_everything_as_it_was(
    env_file: Path, data_dir: Path, telegram_url: str, database_url: str
) -> None:
    async with newcomer(env_file, data_dir, telegram_url, database_url) as person:
        await person.answers_unseen("Token", "\x04")
        assert await person.ended() == 1
        assert "Traceback" not in person.screen
    assert written(env_file) == BEFORE


async def test_without_telegram_nothing_is_lost(env_file: Path, data_dir: Path, database_url: str) -> None:
    async with newcomer(env_file, data_dir, NOWHERE, database_url) as person:
        await person.answers_unseen("Token", TOKEN)
        await person.sees("Telegram can't be reached")
        await person.sees("Token")


async def test_ctrl_c_leaves_everything_as_it_was(
    telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with (
        serve(small_model().app) as url,
        newcomer(env_file, data_dir, telegram_url, database_url, url) as person,
    ):
        await person.answers_unseen("Token", TOKEN)
        await person.answers("Which one answers you?", "")
        await person.sees("Which model?")
        assert await person.gives_up() == 1
        assert "Traceback" not in person.screen
    assert written(env_file) == BEFORE
    assert files_beside(env_file) == [".env"]
    assert files_beside(data_dir) == []


async def test_a_bot_that_was_set_up_and_not_paired_shows_its_link_again(
    telegram: BotApi, telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with serve(small_model().app) as url:
        set_up = {"TELEGRAM_BOT_TOKEN": TOKEN, "OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": MODEL}
        there = {"TELEGRAM_API_URL": telegram_url, "DATABASE_URL": database_url, **set_up}
        async with typist(COMMAND, env_file.parent, settings(data_dir, **there)) as person:
            await person.sees("Whoever opens it first is the owner")
            person.interrupts()
            assert await person.ended() == 0
    assert not telegram.messages()


async def test_the_last_question_lets_everything_be_changed(
    telegram_url: str, env_file: Path, data_dir: Path, database_url: str
) -> None:
    async with (
        serve(small_model("mistral").app) as url,
        newcomer(env_file, data_dir, telegram_url, database_url, url) as person,
    ):
        await person.answers_unseen("Token", TOKEN)
        await person.answers("Which one answers you?", "")
        await person.answers("Which model?", MODEL)
        await person.answers("Is that right?", "3")
        await person.answers("Which one answers you?", "")
        await person.answers("Which model?", "mistral")
        await person.answers("Is that right?", "2")
        await person.answers_unseen("Token", TOKEN)
        await person.sees("answers with mistral")
        await person.answers("Is that right?", "1")
        await person.sees("Saved in .env")
    assert "OPENAI_MODEL=mistral\n" in written(env_file)


async def test_a_second_start_asks_nothing(env_file: Path, data_dir: Path) -> None:
    with hold(data_dir):
        async with typist(COMMAND, env_file.parent, settings(data_dir)) as person:
            await person.sees("Keepsake is already running")
            assert await person.ended() == 2
            assert "Which one?" not in person.screen


@pytest.mark.parametrize(
    "started",
    [
        "set -m; {bot} &",  # in the background
        "setsid {bot} <&0 &",  # at a terminal that belongs to another session
        "{bot} <&- &",  # without a standard input
    ],
)
async def test_a_start_where_nobody_can_answer_asks_nothing(env_file: Path, data_dir: Path, started: str) -> None:
    program = f"{started.format(bot=f'{sys.executable} -m bot')} echo started $!; wait"
    async with typist(("bash", "-c", program), env_file.parent, settings(data_dir)) as person:
        await person.sees("Chat here: ")
        assert "Which one?" not in person.screen
        (pid,) = re.findall(r"started (\d+)", person.screen)
        os.kill(int(pid), signal.SIGTERM)
        assert await person.ended() == 0
