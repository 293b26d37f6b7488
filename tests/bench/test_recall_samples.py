"""Chats are read in the form of LoCoMo and in each form of BEAM."""

import json
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.recall.samples import Question, Sample, samples
from tests.forks import REPOSITORY

BEAM = REPOSITORY / "tests/bench/recall/beam.json"
"""Two chats that were made up for the tests."""


def written(path: Path, value: object) -> Path:
    """Write a file of JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


def test_locomo_has_speakers_occasions_and_evidence(tmp_path: Path) -> None:
    turns = [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hi"}, {"speaker": "Bob", "dia_id": "D1:2", "text": "Yes"}]
    asked = [
        {"question": "Who?", "evidence": ["D1:1"], "category": 4},
        {"question": "Nobody?", "evidence": ["D1:1"], "category": 5},
        {"question": "Nowhere?", "evidence": [], "category": 1},
    ]
    chat = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2023"}
    (sample,) = samples(written(tmp_path / "chat.json", [{"conversation": chat, "qa": asked}]))
    (occasion,) = sample.occasions
    assert occasion.at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [(it.id, it.words, it.by_user) for it in occasion.said] == [
        ("D1:1", "Ann: Hi", True),
        ("D1:2", "Bob: Yes", False),
    ]
    assert sample.questions == [Question("Who?", "single-hop", frozenset({"D1:1"}))]


def test_beam_is_read_from_rows_and_from_folders_alike(tmp_path: Path) -> None:
    rows = json.loads(BEAM.read_text())
    batches = [
        {"batch_number": number, "turns": [batch[:2], batch[2:]]} for number, batch in enumerate(rows[0]["chat"])
    ]
    written(tmp_path / "1" / "chat.json", batches)
    questions = eval(rows[0]["probing_questions"], {"__builtins__": {}})  # noqa: S307 - a literal of ours
    written(tmp_path / "1" / "probing_questions" / "probing_questions.json", questions)
    lines = tmp_path / "rows.jsonl"
    lines.write_text("\n".join(map(json.dumps, rows)))
    expected = list(samples(BEAM))
    assert list(samples(tmp_path)) == expected[:1]
    assert list(samples(lines)) == expected


def test_beam_has_days_sides_and_what_an_update_replaces() -> None:
    sample = next(samples(BEAM))
    assert sample.occasions[0].at == datetime(2025, 6, 2, tzinfo=UTC)
    said = {it.id: it for occasion in sample.occasions for it in occasion.said}
    assert (said["0"].by_user, said["1"].by_user) == (True, False)
    assert not any("->->" in it.words for it in said.values())
    asked = next(it for it in sample.questions if it.kind == "knowledge_update")
    assert "I bake 60 loaves" in said[min(asked.replaced)].words
    assert "I bake 90 loaves" in said[min(asked.replacing)].words
    assert asked.evidence == asked.replaced | asked.replacing


def test_questions_without_evidence_or_with_an_ambiguous_one_are_left_out(tmp_path: Path) -> None:
    said = [{"role": "user", "id": id_, "content": "Hi"} for id_ in (1, 2, 2)]
    asked = {
        "abstention": [{"question": "Why?"}],
        "event_ordering": [{"question": "Who?", "source_chat_ids": [1]}, {"question": "Two?", "source_chat_ids": [2]}],
    }
    row = {"chat": [{"plan-1": [{"turns": [said]}], "plan-2": None}], "probing_questions": asked}
    (sample,) = samples(written(tmp_path / "row.json", row))
    assert isinstance(sample, Sample)
    assert [it.words for it in sample.questions] == ["Who?"]
