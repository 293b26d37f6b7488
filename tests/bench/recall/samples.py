"""Chats with questions about them, in the form of LoCoMo or of BEAM.

LoCoMo (Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents", ACL 2024) is a list of
conversations in a file. BEAM (Tavakoli et al., "Beyond a Million Tokens", 2025) is rows in a list, or one a line, or
a folder of conversations, each with `chat.json` and `probing_questions/probing_questions.json`.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final

CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
"""LoCoMo's categories of questions that have an answer."""
_FIRST_DAY: Final = datetime(2023, 1, 1, 12, tzinfo=UTC)
"""When a chat without dates begins."""
_LOCOMO_TIME: Final = "%I:%M %p on %d %B, %Y"
_BEAM_DAY: Final = "%B-%d-%Y"
_PLACE_IN_PLAN: Final = re.compile(r"\s*->->[\s\d,]*$")
"""Mark that BEAM's generator leaves at the end of a user's message."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message: its id in the file, its words and whether the user said it."""

    id: str
    words: str
    by_user: bool


@dataclass(frozen=True, slots=True)
class Occasion:
    """What was said one after the other, from a time on."""

    at: datetime
    said: Sequence[Said]


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a kind, and the ids of the messages that answer it.

    Of a question about something that changed, the `replacing` ones are later statements than the `replaced` ones.
    """

    words: str
    kind: str
    evidence: frozenset[str]
    replaced: frozenset[str] = frozenset()
    replacing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sample:
    """A chat of two, and questions about it."""

    occasions: Sequence[Occasion]
    questions: Sequence[Question]


def samples(path: Path) -> Iterator[Sample]:
    """Read a file or a folder."""
    rows = _folders(path) if path.is_dir() else _values(path.read_text())
    for row in rows:
        yield _locomo(row) if "conversation" in row else _beam(row)


def _folders(path: Path) -> Iterator[Mapping[str, Any]]:
    """Read a folder of BEAM."""
    for chat in sorted(path.glob("**/chat.json"), key=lambda it: (len(it.parts), it.parent.name.zfill(9))):
        questions = chat.parent / "probing_questions" / "probing_questions.json"
        if questions.exists():
            yield {"chat": json.loads(chat.read_text()), "probing_questions": json.loads(questions.read_text())}


def _values(text: str) -> Iterator[Mapping[str, Any]]:
    """Read values of JSON that follow each other, and those in lists."""
    decoder, at = json.JSONDecoder(), 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield from value if isinstance(value, list) else [value]


def _locomo(row: Mapping[str, Any]) -> Sample:
    """Read a conversation of LoCoMo. Who speaks first is the user, and each message begins with its speaker's name."""
    conversation, user, occasions = row["conversation"], "", []
    for number in count(1):
        turns, at = conversation.get(f"session_{number}"), conversation.get(f"session_{number}_date_time")
        if turns is None and at is None:
            break
        turns = turns or ()
        user = user or next((turn["speaker"] for turn in turns), "")
        said = [Said(turn["dia_id"], f"{turn['speaker']}: {turn['text']}", turn["speaker"] == user) for turn in turns]
        occasions.append(Occasion(_time(at, _LOCOMO_TIME) or _FIRST_DAY + number * timedelta(days=1), said))
    questions = [
        Question(each["question"], CATEGORIES[each["category"]], frozenset(each["evidence"]))
        for each in row["qa"]
        if each["category"] in CATEGORIES and each.get("evidence")
    ]
    return Sample(occasions, questions)


def _beam(row: Mapping[str, Any]) -> Sample:
    """Read a conversation of BEAM. Questions whose evidence is of an ambiguous id are left out."""
    occasions: list[Occasion] = []
    for messages in _batches(row["chat"]):
        at = next((found for it in messages if (found := _time(it.get("time_anchor"), _BEAM_DAY))), None)
        said = [
            Said(str(it["id"]), _PLACE_IN_PLAN.sub("", it["content"]), it["role"] == "user")
            for it in messages
            if it["content"]
        ]
        occasions.append(Occasion(at or (occasions[-1].at if occasions else _FIRST_DAY) + timedelta(days=1), said))
    times = Counter(it.id for occasion in occasions for it in occasion.said)
    asked = row["probing_questions"]
    asked = ast.literal_eval(asked) if isinstance(asked, str) else asked
    questions = [_probing(kind, each) for kind, of_kind in asked.items() for each in of_kind]
    return Sample(occasions, [it for it in questions if it.evidence and all(times[id_] == 1 for id_ in it.evidence)])


def _batches(chat: Any) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Yield the messages of each batch: of {"turns": …}, of a list of messages, or of what holds such."""
    if isinstance(chat, Mapping) and "turns" in chat:
        yield [it for turn in chat["turns"] for it in (turn if isinstance(turn, list) else [turn])]
    elif isinstance(chat, list) and chat and all(isinstance(it, Mapping) and "content" in it for it in chat):
        yield chat
    elif chat:
        for part in chat.values() if isinstance(chat, Mapping) else chat:
            yield from _batches(part)


def _probing(kind: str, asked: Mapping[str, Any]) -> Question:
    sources = asked.get("source_chat_ids") or ()
    named = sources if isinstance(sources, Mapping) else {}
    return Question(
        asked["question"],
        kind,
        frozenset(_ids(sources)),
        replaced=frozenset(_ids(named.get("original_info"))),
        replacing=frozenset(_ids(named.get("updated_info"))),
    )


def _ids(sources: Any) -> Iterator[str]:
    if isinstance(sources, Mapping):
        sources = list(sources.values())
    if isinstance(sources, Sequence) and not isinstance(sources, str):
        for each in sources:
            yield from _ids(each)
    elif sources is not None:
        yield str(sources)


def _time(written: str | None, form: str) -> datetime | None:
    try:
        return datetime.strptime(written or "", form).replace(tzinfo=UTC)
    except ValueError:
        return None
