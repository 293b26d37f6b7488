"""The table of results, and `make eval` itself."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from bot.database.usages import NOTHING
from bot.errors import StartError
from bot.settings import Settings
from bot.values.prices import Prices
from practice.model.server import ModelServer, Reply
from practice.serving import serve
from tests.clone import cloned
from tests.eval.__main__ import model_settings
from tests.eval.conversation import Case, Conversation
from tests.eval.report import Report
from tests.eval.run import Result
from tests.eval.scoring import Counts, Score
from tests.test_readme import make

USAGE = replace(NOTHING, requests=2, input_tokens=2_000, cached_tokens=1_000, output_tokens=100)
PRICES = Prices(fresh=1, cached=0.1, output=10)
SETTINGS = """
OPENAI_BASE_URL={url}/v1
OPENAI_MODEL=org/small
INPUT_PRICE=1
CACHED_PRICE=0.1
OUTPUT_PRICE=10
"""


def result(group: str, name: str, counts: Counts, *failures: str) -> Result:
    """Return the result of a conversation that cost as much as any."""
    case = Case(group, conversation=Conversation(name=name, steps=("Hello",)))
    return Result(case=case, score=Score(counts, list(failures)), usage=USAGE)


REPORT = Report(
    model="small",
    results=[
        result("facts", "a boss", Counts(conversations=1, right=1, to_store=2, stored=2, to_ask=1, asked=1)),
        result("facts", "a sister", Counts(conversations=1, to_store=2, stored=1, too_many=3), "not stored: sister"),
        result("changes", "a home", Counts(conversations=1, right=1, to_update=1, updated=1)),
    ],
    prices=PRICES,
)


def test_each_group_and_the_total_have_a_line_and_failures_their_names() -> None:
    told = REPORT.markdown()
    assert "| facts | 1 of 2 | 50 % | 75 % |  |  | 1 of 1 | 0 | 0 | 4,000 | 2,000 | 200 | 0.0042 |" in told
    assert "| changes | 1 of 1 |  |  | 1 of 1 |  |  | 0 | 0 | 2,000 | 1,000 | 100 | 0.0021 |" in told
    assert "| total | 2 of 3 | 50 % | 75 % | 1 of 1 |  | 1 of 1 | 0 | 0 | 6,000 | 3,000 | 300 | 0.0063 |" in told
    assert told.endswith("## Failures\n\n- facts / a sister: not stored: sister\n")
    written = json.loads(json.dumps(REPORT.json()))
    assert [(it["name"], it["recall"]) for it in written["groups"]] == [
        ("facts", 0.75),
        ("changes", None),
        ("total", 0.75),
    ]
    assert written["failures"] == [{"group": "facts", "name": "a sister", "failures": ["not stored: sister"]}]
    assert "| 4,000 | 2,000 | 200 |  |" in replace(REPORT, prices=None).markdown()


async def test_make_eval_asks_the_model_in_env() -> None:
    server = ModelServer(lambda _: Reply(text="I see."), models=("org/small",))
    with cloned() as clone:
        async with serve(server.app) as url:
            (clone / ".env").write_text(SETTINGS.format(url=url))
            told = await asyncio.to_thread(make, clone, "eval", "EVAL='a PIN'")
        assert "# org/small\n" in told
        assert "| secrets | 1 of 1 |" in told
        assert (clone / "build" / "eval" / "org-small.md").read_text() in told
        total = json.loads((clone / "build" / "eval" / "org-small.json").read_text())["groups"][-1]
        assert total["cost"] > 0
        assert total["input_tokens"] > 0


def test_without_a_model_there_is_nothing_to_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(StartError, match="No model is set"):
        model_settings(Settings.load(tmp_path / ".env"))
