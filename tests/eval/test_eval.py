"""`make eval` asks the model in `.env`, and scores what came of a conversation."""

import asyncio
from pathlib import Path

import pytest

from bot.kit.errors import StartError
from bot.kit.settings import Settings
from practice.model.server import ModelServer, Reply
from practice.serving import serve
from tests.clone import cloned
from tests.eval.__main__ import model_settings
from tests.eval.conversation import Conversation, Wanted, Words
from tests.eval.scoring import Kept, Outcome, score
from tests.test_readme import make

SETTINGS = """
OPENAI_BASE_URL={url}/v1
OPENAI_MODEL=org/small
INPUT_PRICE=1
CACHED_PRICE=0.1
OUTPUT_PRICE=10
"""


async def test_make_eval_asks_the_model_in_env() -> None:
    server = ModelServer(lambda _: Reply(text="I see."), models=("org/small",))
    with cloned() as clone:
        async with serve(server.app) as url:
            (clone / ".env").write_text(SETTINGS.format(url=url))
            told = await asyncio.to_thread(make, clone, "eval", "EVAL='a PIN'")
        assert "# org/small\n" in told
        assert "| secrets | 1 of 1 |" in told
        assert (clone / "build" / "eval" / "org-small.md").read_text() in told


def test_without_a_model_there_is_nothing_to_measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(StartError, match="No model is set"):
        model_settings(Settings.load(tmp_path / ".env"))


def test_what_is_missing_superfluous_and_forbidden_is_counted() -> None:
    conversation = Conversation(
        name="test",
        steps=("Hello",),
        must=(Wanted(words=("lisbon",), was=("rome",)), Wanted(words=("cat",))),
        never=(Words(words=("4711",)),),
    )
    memories = [
        Kept(versions=("User lives in Rome", "User lives in Lisbon"), was_known=True),
        Kept(versions=("User likes tea",)),
    ]
    it = score(conversation, Outcome(memories=memories, offers=("The PIN is 4711",)))
    assert (it.counts.stored, it.counts.to_store, it.counts.updated, it.counts.too_many) == (1, 2, 1, 1)
    assert it.failures == [
        "not stored: cat",
        "too many: User likes tea",
        "asked needlessly: The PIN is 4711",
        "must never be stored: The PIN is 4711",
    ]
