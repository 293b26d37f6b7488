"""The recall of conversation search, in conversations in the format of LoCoMo (Maharana et al., ACL 2024).

`make bench-recall FILE=…` prints it. A question asks for what was said in one conversation of months; what is measured
is the share of the messages that answer it among the first ten that are found, over the questions of the categories
1 to 4. The search is the one that the model's search_conversations has, on messages stored as a chat stores them, and
nothing is set for these conversations.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.database import conversations as stored_conversations
from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.database.search import words as word_index
from bot.database.search.conversation_search import Wanted, search
from bot.database.search.ranking import MessageKey
from bot.errors import StartError
from bot.memory.embedding import Embeddings
from bot.message_text import user_message
from bot.model.embeddings import Embedder, LocalEmbedder
from bot.values.conversations import SystemPrompt
from bot.values.incoming import IncomingMessage
from bot.values.memories import Embedding
from bot.values.messages import AssistantMessage, Message
from bot.values.place import Place
from tests.bench.postgres import OWNER, Postgres, postgres

FIRST: Final = 10
CATEGORIES: Final = (1, 2, 3, 4)
_BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the ids of the messages that answer it."""

    words: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Sample:
    """A chat of two: what was said on each occasion, by its id, "Speaker: text", and questions about it."""

    occasions: Sequence[Sequence[tuple[str, str, str]]]
    questions: Sequence[Question]


def samples(path: Path) -> Iterator[Sample]:
    """Read a file in LoCoMo's format."""
    for each in json.loads(path.read_text()):
        yield Sample(list(_occasions(each["conversation"])), list(_questions(each["qa"])))


def _occasions(conversation: Mapping[str, Any]) -> Iterator[Sequence[tuple[str, str, str]]]:
    for number in count(1):
        said = conversation.get(f"session_{number}")
        if said is None and f"session_{number}_date_time" not in conversation:
            return
        yield [(turn["dia_id"], turn["speaker"], f"{turn['speaker']}: {turn['text']}") for turn in said or ()]


def _questions(asked: Sequence[Mapping[str, Any]]) -> Iterator[Question]:
    for each in asked:
        evidence = frozenset(each.get("evidence") or ())
        if each["category"] in CATEGORIES and evidence:
            yield Question(each["question"], evidence)


async def recall(server: Postgres, path: Path) -> dict[str, dict[str, float]]:
    """Measure each way to search."""
    embedder = _local()
    by_words: list[float] = []
    by_both: list[float] = []
    for number, sample in enumerate(samples(path)):
        database = Database(server.make(f"recall_{number}"))
        ids = await _store(database, sample)
        by_words += await _recalls(database, sample, ids, None)
        if embedder:
            await Embeddings(database, embedder, rests=0).catch_up(embedder)
            by_both += await _recalls(database, sample, ids, embedder)
        await database.close()
        print(f"conversation {number + 1}, all so far: {_told(by_words, by_both)}", flush=True)
    return _told(by_words, by_both)


def _local() -> Embedder | None:
    try:
        return LocalEmbedder()
    except StartError as error:
        print(f"by words alone: {error}", flush=True)
        return None


def _told(by_words: Sequence[float], by_both: Sequence[float]) -> dict[str, dict[str, float]]:
    measured = {"text": by_words, "hybrid": by_both}
    return {name: {f"recall@{FIRST}": _percent(shares)} for name, shares in measured.items() if shares}


def _percent(shares: Sequence[float]) -> float:
    return round(100 * sum(shares) / len(shares), 1)


async def _recalls(
    database: Database, sample: Sample, ids: Mapping[MessageKey, str], embedder: Embedder | None
) -> list[float]:
    """Return for each question the share of its evidence that is found."""
    shares: list[float] = []
    for question in sample.questions:
        vectors = await embedder.embed([question.words], are_queries=True) if embedder else []
        embedding = Embedding(embedder.name, vectors[0]) if embedder else None
        wanted = Wanted(words=question.words, embedding=embedding)
        async with database.transaction() as tx:
            passages = await search(tx, OWNER, wanted, limit=FIRST, most=100, together=False)
        found = {ids[passage.key] for passage in passages}
        shares.append(len(found & question.evidence) / len(question.evidence))
    return shares


async def _store(database: Database, sample: Sample) -> dict[MessageKey, str]:
    """Store what was said, a conversation for each occasion; return the id of each message.

    Who speaks first is the user.
    """
    ids: dict[MessageKey, str] = {}
    user = sample.occasions[0][0][1]
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        for number, said in enumerate(sample.occasions):
            at = _BEGAN + number * timedelta(days=1)
            conversation = await stored_conversations.start(
                tx, OWNER, Place(1), system_prompt=SystemPrompt(""), tools=(), first_message_at=at
            )
            turn, position = await stored_turns.begin(tx, conversation.id), 0
            for dia_id, speaker, words in said:
                if speaker == user and position:
                    turn, position = await stored_turns.begin(tx, conversation.id, after=turn), 0
                position += 1
                is_user = speaker == user
                message: Message = user_message(IncomingMessage(words, at), UTC) if is_user else AssistantMessage(words)
                await stored_turns.append(tx, turn.id, [message])
                ids[turn.id, position] = dia_id
            await stored_conversations.end(tx, conversation.id)
        while await word_index.index_more(tx):
            pass
    return ids


def main() -> None:
    """Print what is measured of a file; the last line is JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    path = parser.parse_args().file
    with tempfile.TemporaryDirectory(prefix="keepsake-recall-") as folder:
        Path(folder).chmod(0o711)
        with postgres(Path(folder)) as server:
            print(json.dumps(asyncio.run(recall(server, path))))


if __name__ == "__main__":
    main()
