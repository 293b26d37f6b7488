"""The questions of the first start: every answer can be corrected, and nothing is half-written."""

import bot.cli.onboarding  # isort: skip # noqa: F401 - first, so that rich can be imported
import asyncio
from collections import deque
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from bot.cli.onboarding.wizard import begin
from bot.kit.errors import StartError
from bot.kit.settings import Settings
from bot.kit.terminal import Terminal
from practice.model.server import ChatRequest, ModelServer, Reply, ToolCall
from practice.serving import serve
from tests.conftest import MODEL_KEY, TOKEN

MODEL = "qwen3:8b"
NOWHERE = "http://127.0.0.1:9"
BEFORE = "# my notes\nTIMEZONE=Europe/London\n"


class Answers(Terminal):
    """A person who gives these answers, and then closes the terminal."""

    def __init__(self, *answers: str) -> None:
        self._out = StringIO()
        super().__init__(Console(file=self._out, width=200))
        self._answers = deque(answers)

    def ask(self, question: str, default: str = "", *, is_secret: bool = False) -> str:
        """Answer a question; a secret is not echoed."""
        self._out.write(f"{question}\n")
        if not self._answers:
            raise EOFError
        answer = self._answers.popleft()
        self._out.write("" if is_secret else f"{answer}\n")
        return answer or default

    @property
    def screen(self) -> str:
        """All that was shown."""
        return self._out.getvalue()


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    """A `.env` that somebody has begun."""
    file = tmp_path / ".env"
    file.write_text(BEFORE)
    return file


def write(file: Path, text: str) -> None:
    """Let a file hold a text."""
    file.write_text(text)


def written(file: Path) -> str:
    """Return what a file holds."""
    return file.read_text()


async def answered(env_file: Path, telegram_url: str, *answers: str, local: str = NOWHERE) -> str:
    """Go live with these answers; return what was shown."""
    there = {"telegram_api_url": telegram_url, "local_model_servers": [f"{local}/v1"]}
    terminal = Answers("2", *answers)
    with suppress(EOFError):
        await asyncio.to_thread(begin, Settings.load(env_file).model_copy(update=there), env_file, terminal)
    return terminal.screen


def small_model(*others: str, calls_tools: bool = True, api_key: str | None = None) -> ModelServer:
    """Return a server like a fresh Ollama, with one model that chats, and perhaps others."""

    def reply(request: ChatRequest) -> Reply:
        if calls_tools and [tool.function.name for tool in request.tools or ()] == ["note"]:
            return Reply(calls=(ToolCall(name="note", arguments='{"word": "keepsake"}'),))
        return Reply(text="Good to see you.")

    return ModelServer(reply, models=("nomic-embed-text", *others, MODEL), api_key=api_key)


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
async def test_wrong_answers_are_explained_and_asked_for_again(telegram_url: str, env_file: Path) -> None:
    async with serve(keyed().app) as url:
        tokens = ("not a token", "999:unknown", TOKEN)
        servers = ("9", "3", "openrouter", "3", NOWHERE, "", "3", url, "sk-wrong", "3", url, MODEL_KEY)
        models = ("00", "no such model", "qwen", "1")
        shown = await answered(env_file, telegram_url, *tokens, *servers, *models, "1")
    explained = (
        *("That isn't a valid token", "Telegram doesn't know this token", "This is @"),
        *("Type a number from 1 to 4", "That isn't an address", "can't be reached", "The server refused the key"),
        *("and 16 more", "There is no model “00” here", "There is no model “no such model” here", "It calls tools"),
    )
    places = [shown.index(it) for it in explained]
    assert places == sorted(places)
    assert written(env_file) == (
        f"{BEFORE}TELEGRAM_BOT_TOKEN={TOKEN}\nOPENAI_BASE_URL={url}/v1\nOPENAI_API_KEY={MODEL_KEY}\n"
        f"OPENAI_MODEL={MODEL}\n"
    )
    assert MODEL_KEY not in shown
    assert TOKEN not in shown


async def test_a_model_that_calls_no_tools_can_be_exchanged(telegram_url: str, env_file: Path) -> None:
    async with serve(small_model(calls_tools=False).app) as url:
        shown = await answered(env_file, telegram_url, TOKEN, "", MODEL, "", "", "", "2", local=url)
    assert shown.count("It doesn't call tools") == 2
    assert shown.endswith("Is that right?\n")
    assert written(env_file) == BEFORE


async def test_a_model_that_is_set_already_is_offered_first(telegram_url: str, env_file: Path) -> None:
    async with serve(keyed().app) as url:
        before = f"OPENAI_BASE_URL={url}/v1\nOPENAI_API_KEY={MODEL_KEY}  # mine\n"
        write(env_file, before)
        shown = await answered(env_file, telegram_url, TOKEN, "", MODEL, "")
    assert f"1  The one that is set, at {url}/v1" in shown
    assert written(env_file) == f"{before}TELEGRAM_BOT_TOKEN={TOKEN}\nOPENAI_MODEL={MODEL}\n"


async def test_a_model_here_can_answer_where_the_one_elsewhere_fails(telegram_url: str, env_file: Path) -> None:
    elsewhere, local = ending(small_model("gone-soon", "lasting")), small_model().app
    async with serve(elsewhere) as there, serve(local) as here:
        answers = (TOKEN, "4", there, "", "lasting", "2", "1")
        shown = await answered(env_file, telegram_url, *answers, local=here)
    assert shown.index("1  lasting") < shown.index("2  gone-soon  ⏳ shut down on ")
    assert f"answers with lasting ({there}), or {MODEL} (Ollama) if that fails." in " ".join(shown.split())
    assert f"OPENAI_MODEL=lasting\nOPENAI_FALLBACKS='{MODEL} {here}/v1'\n" in written(env_file)


async def test_the_last_question_lets_everything_be_changed(telegram_url: str, env_file: Path) -> None:
    async with serve(small_model("mistral").app) as url:
        answers = (TOKEN, "", MODEL, "3", "", "mistral", "2", TOKEN, "1")
        shown = await answered(env_file, telegram_url, *answers, local=url)
    assert "Saved in" in shown
    assert "OPENAI_MODEL=mistral\n" in written(env_file)


async def test_without_telegram_the_token_is_asked_for_again(env_file: Path) -> None:
    shown = await answered(env_file, NOWHERE, TOKEN)
    assert "Telegram can't be reached" in shown
    assert written(env_file) == BEFORE


async def test_a_variable_that_is_in_the_way_is_named(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks://127.0.0.1:9")
    with pytest.raises(StartError, match="ALL_PROXY names a proxy that can't be used"):
        await answered(env_file, NOWHERE)
