"""The first minutes of a newcomer, with the real thing: a terminal, an empty data folder, the practice servers."""

import os
import re
import signal
import stat
import sys
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.store.embedded import hold
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.cli.onboarding.test_wizard import MODEL, small_model
from tests.conftest import TOKEN
from tests.forks import environment
from tests.typist import typist

COMMAND = (sys.executable, "-m", "bot")
NEWCOMER = 4_001


def settings(data_dir: Path, **others: str) -> dict[str, str]:
    """Return the environment of an empty machine, with a data folder of its own."""
    return environment(DATA_DIR=str(data_dir), TERM="xterm-256color", **others)


async def test_from_an_empty_env_to_a_paired_bot(
    telegram: BotApi, telegram_url: str, tmp_path: Path, data_dir: Path
) -> None:
    async with serve(small_model().app) as model_url:
        there = settings(data_dir, TELEGRAM_API_URL=telegram_url, LOCAL_MODEL_SERVERS=f"{model_url}/v1")
        async with typist(COMMAND, tmp_path, there) as person:
            await person.answers("Which one?", "2")
            await person.answers_unseen("Token", TOKEN)
            await person.answers("Which one answers you?", "")
            await person.answers("Which model?", "")
            await person.answers("Is that right?", "")
            await person.sees("Whoever opens it first is the owner")
            link = re.findall(r"https://t\.me/\w+\?start=(\S+)", person.screen)[-1]
            telegram.send_text(f"/start {link}", user_id=NEWCOMER)
            await telegram.bot_message("You are now the owner", user_id=NEWCOMER)
            telegram.send_text("Hello there", user_id=NEWCOMER)
            await telegram.bot_message("Good to see you.", user_id=NEWCOMER)
            assert TOKEN not in person.screen
    file = tmp_path / ".env"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert dotenv_values(file) == {
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "OPENAI_BASE_URL": f"{model_url}/v1",
        "OPENAI_MODEL": MODEL,
    }


@pytest.mark.usefixtures("telegram")
async def test_ctrl_c_at_a_question_leaves_everything_as_it_was(
    telegram_url: str, tmp_path: Path, data_dir: Path
) -> None:
    async with typist(COMMAND, tmp_path, settings(data_dir, TELEGRAM_API_URL=telegram_url)) as person:
        await person.answers("Which one?", "2")
        await person.answers_unseen("Token", TOKEN)
        await person.sees("Which one answers you?")
        assert await person.gives_up() == 1
        assert "Traceback" not in person.screen
    assert [os.listdir(it) for it in (tmp_path, data_dir.parent)] == [[], []]  # noqa: PTH208 - iterdir blocks, says ruff


async def test_a_second_start_asks_nothing(tmp_path: Path, data_dir: Path) -> None:
    with hold(data_dir):
        async with typist(COMMAND, tmp_path, settings(data_dir)) as person:
            await person.sees("Keepsake is already running")
            assert await person.ended() == 2
            assert "Which one?" not in person.screen


async def test_a_start_in_the_background_asks_nothing(tmp_path: Path, data_dir: Path) -> None:
    program = f"set -m; {sys.executable} -m bot & echo started $!; wait"
    async with typist(("bash", "-c", program), tmp_path, settings(data_dir)) as person:
        await person.sees("Chat here: ")
        assert "Which one?" not in person.screen
        (pid,) = re.findall(r"started (\d+)", person.screen)
        os.kill(int(pid), signal.SIGTERM)
        assert await person.ended() == 0
