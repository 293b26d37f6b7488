"""Chats are read in the form of LoCoMo and of BEAM."""

import json
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.recall.samples import Question, samples
from tests.forks import REPOSITORY

BEAM = REPOSITORY / "tests/bench/recall/beam.json"
"""Two chats that were made up for the tests."""


def test_locomo_has_speakers_occasions_and_evidence(tmp_path: Path) -> None:
    turns = [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hi"}, {"speaker": "Bob", "dia_id": "D1:2", "text": "Yes"}]
    asked = [
        {"question": "Who?", "evidence": ["D1:1"], "category": 4},
        {"question": "Nobody?", "evidence": ["D1:1"], "category": 5},
        {"question": "Nowhere?", "evidence": [], "category": 1},
    ]
    chat = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    file = tmp_path / "chat.json"
    file.write_text(json.dumps([{"conversation": chat, "qa": asked}]))
    (sample,) = samples(file)
    (occasion,) = sample.occasions
    assert occasion.at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [(it.id, it.words, it.by_user) for it in occasion.said] == [
        ("D1:1", "Ann: Hi", True),
        ("D1:2", "Bob: Yes", False),
    ]
    assert sample.questions == [Question("Who?", "single-hop", frozenset({"D1:1"}))]


def test_beam_has_days_sides_and_what_an_update_replaces() -> None:
    sample = next(samples(BEAM))
    assert sample.occasions[0].at == datetime(2025, 6, 2, tzinfo=UTC)
    said = {it.id: it for occasion in sample.occasions for it in occasion.said}
    assert (said["0"].by_user, said["1"].by_user) == (True, False)
    asked = next(it for it in sample.questions if it.kind == "knowledge_update")
    assert "I bake 60 loaves" in said[min(asked.replaced)].words
    assert "I bake 90 loaves" in said[min(asked.replacing)].words
