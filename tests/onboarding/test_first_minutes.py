"""The first minutes of a newcomer, with the real thing: a terminal, an empty data folder, the practice servers."""

import stat
import sys
from pathlib import Path

from dotenv import dotenv_values

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN
from tests.first_minutes import MODEL, NEWCOMER, first_fact, paired_bot, small_model

COMMAND = (sys.executable, "-m", "bot")


async def test_from_an_empty_env_to_a_paired_bot(
    telegram: BotApi, telegram_url: str, tmp_path: Path, data_dir: Path
) -> None:
    async with serve(small_model().app) as model_url:
        walk = await paired_bot(COMMAND, tmp_path, data_dir, telegram, (telegram_url, model_url), TOKEN)
        print(walk)  # noqa: T201 - pytest -s shows how long it took
        file = tmp_path / ".env"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert dotenv_values(file) == {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "OPENAI_BASE_URL": f"{model_url}/v1",
            "OPENAI_MODEL": MODEL,
        }
    assert "owner" in telegram.messages(NEWCOMER)[1].text


async def test_from_the_start_to_a_fact_recalled_in_a_new_conversation(tmp_path: Path, data_dir: Path) -> None:
    print(await first_fact(COMMAND, tmp_path, data_dir))  # noqa: T201 - as above
    assert not (tmp_path / ".env").exists()
