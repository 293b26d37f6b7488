"""`make bench-recall` measures a file in LoCoMo's form, and its last line is JSON."""

import json
import subprocess
import sys
from pathlib import Path

from tests.forks import REPOSITORY, environment

SAID = [
    ["Ann", "I bought a harpsichord in Ghent last week."],
    ["Bob", "Lovely! What colour is it?"],
    ["Ann", "It is green, with a red lid."],
    ["Bob", "My dog ran away yesterday."],
    ["Ann", "Oh no, poor Rex!"],
]


def test_the_recall_is_printed(tmp_path: Path) -> None:
    turns = [{"speaker": who, "dia_id": f"D1:{at}", "text": words} for at, (who, words) in enumerate(SAID, start=1)]
    questions = [
        {"question": "Where did Ann buy the harpsichord?", "evidence": ["D1:1"], "category": 4},
        {"question": "What is lost?", "evidence": ["D1:9"], "category": 1},
        {"question": "What did nobody say?", "evidence": ["D1:2"], "category": 5},
        {"question": "What else did nobody say?", "evidence": [], "category": 1},
    ]
    file = tmp_path / "chat.json"
    conversation = {"session_1": turns, "session_1_date_time": "1 May 2023"}
    file.write_text(json.dumps([{"conversation": conversation, "qa": questions}]))
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.recall", str(file)],
        cwd=REPOSITORY,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    measured = json.loads(told.stdout.splitlines()[-1])
    assert {depth: measured["text"][f"recall@{depth}"] for depth in (1, 5, 10, 20)} == {1: 50, 5: 50, 10: 50, 20: 50}
    assert measured["text"]["recall_any"] == measured["bm25"]["recall_any"] == 50
    assert measured["text"]["ndcg@10"] == 50
    assert measured["text"]["recall@10 above bm25"] == [0, 0]
