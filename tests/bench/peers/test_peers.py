"""The comparison with other assistants: its table, and the floor as a bot that is measured."""

import json
import sys
from collections.abc import Sequence

import pytest

from practice.model.chat_api import ChatRequest
from tests.bench.peers import measures
from tests.bench.peers.floor import Floor
from tests.bench.peers.hermes import Hermes
from tests.bench.peers.measures import Effort, Samples, kept
from tests.bench.peers.mem0 import Mem0
from tests.bench.peers.model import FACT, REMEMBERED
from tests.bench.peers.names import (
    CALLS,
    FINAL,
    FIRST,
    KILLED,
    LOST,
    OWN_CALLS,
    PREFIX,
    RECALLED,
    REQUEST,
    RESIDENT,
    START,
)
from tests.bench.peers.report import Column, notes, table
from tests.bench.peers.stand import stand

OURS = Column(name="Keepsake", configured="defaults", samples={REQUEST: [9, 10, 11], KILLED: [100], LOST: [0]})
THEIRS = Column(
    name="Other",
    version="1.2",
    configured="a token",
    samples={REQUEST: [7.25], KILLED: [50], LOST: [0], RESIDENT: [1_234.5]},
    left_out={START: "it has none"},
)


def test_the_table_has_medians_and_spreads() -> None:
    lines = table([OURS, THEIRS]).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0] == ["median (middle 80 %)", "Keepsake", "Other 1.2"]
    assert cells[2] == ["update to request, ms", "10 (9.2 to 10.8)", "7.2"]
    assert ["resident memory, MB", "-", "1,234"] in cells
    assert len({len(line) for line in lines}) == 1


def test_where_another_is_better_the_notes_say_so() -> None:
    assert notes([OURS, THEIRS]).splitlines() == [
        "- Other is better than Keepsake in: update to request.",
        "- Other, start to polling: left out, as it has none.",
        "- Keepsake: defaults.",
        "- Other: a token.",
    ]


def test_the_samples_are_in_the_json() -> None:
    read = json.loads(json.dumps(THEIRS.json()))
    assert read["figures"][REQUEST] == {"median": 7.25, "low": 7.25, "high": 7.25, "samples": [7.25]}
    assert START not in read["figures"]
    assert read["left_out"] == {START: "it has none"}


@pytest.mark.parametrize(
    ("prompts", "share"),
    [(["abcd", "abcdef", "abcdefg"], 1.0), (["abcd", "abXdef"], 0.5), (["abcd", "", "abcd"], 0.0), (["abcd"], 0.0)],
)
def test_the_kept_prefix_is_a_share_of_the_earlier_prompts(prompts: Sequence[str], share: float) -> None:
    assert kept(prompts) == share


def test_the_model_stores_the_fact_in_each_bots_own_way() -> None:
    call = Hermes().remember(REMEMBERED)
    assert call is not None
    assert (call.name, json.loads(call.arguments)["content"]) == ("memory", REMEMBERED)
    for new, found in ((FACT, 1), ("How are you?", 0)):
        said = f"## Last k Messages\nuser: {FACT}\n## New Messages\nuser: {new}"
        asked = ChatRequest.model_validate({"model": "bench", "messages": ({"role": "user", "content": said},)})
        assert len(json.loads(Mem0().own(asked).text)["memory"]) == found


async def test_the_floor_is_measured() -> None:
    samples, effort = Samples(), Effort(rounds=1, turns=4, starts=0)
    async with stand(Floor(), sys.executable) as bot:
        await bot.start()
        for number in range(effort.turns):
            await measures.take_turn(bot, samples, number, effort)
        await measures.end_conversation(bot, samples, effort)
    assert {name: len(samples.of[name]) for name in (REQUEST, FIRST, FINAL)} == {REQUEST: 1, FIRST: 1, FINAL: 1}
    assert (samples.of[CALLS], samples.of[RECALLED]) == ([1.0], [0.0])
    assert 0 < samples.of[PREFIX][0] < 100  # a restart takes its history
    assert samples.of[RESIDENT][0] > 10
    assert OWN_CALLS not in samples.of
