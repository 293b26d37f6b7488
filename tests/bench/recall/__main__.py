"""How much conversation search finds of what answers a question, in chats in the form of LoCoMo or BEAM.

`make bench-recall FILE=…` prints it, beside BM25 over the same messages. The search is the one that the model's
search_conversations has, on messages stored as a chat stores them, and nothing is set for these conversations.
"""

import argparse
import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, TypeAlias

from sqlalchemy import text

from bot.app.features import EMBEDDED
from bot.features.history.store.search import Wanted, search
from bot.kit.errors import StartError
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.kit.vectors import Embedding
from bot.model.embeddings import Embedder, LocalEmbedder
from bot.model.values import AssistantMessage, Message
from bot.store.engine import Database
from bot.store.search.ranking import MessageKey
from bot.turns.embeddings import Embeddings
from bot.turns.message_text import user_message
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.values.conversations import SystemPrompt
from bot.turns.values.incoming import IncomingMessage
from tests.bench.postgres import OWNER, Postgres, postgres
from tests.bench.recall import measures
from tests.bench.recall.bm25 import ranked, stems
from tests.bench.recall.samples import Question, Sample, samples

DEPTHS: Final = (1, 5, 10, 20)
FIRST: Final = 10
"""Results that recall_any and NDCG look at."""
_DEEPEST: Final = 20
_NOTE: Final = (
    "A result is one message. What the assistant said is searched and counts like what the user said. "
    "The intervals are those of 95 %, from a paired bootstrap over the questions."
)
_DATED: Final = text("""
WITH dated AS (
    UPDATE agent_messages AS message SET created_at = :at FROM agent_turns AS turn
    WHERE turn.id = message.turn_id AND turn.conversation_id = :conversation_id
)
UPDATE agent_conversations SET started_at = :at WHERE id = :conversation_id
""")

Found: TypeAlias = list[tuple[Question, list[str]]]
"""What is found for each question, the best first."""


async def measured(server: Postgres, path: Path) -> dict[str, object]:
    """Measure each way to search."""
    embedder = _local()
    ways: defaultdict[str, Found] = defaultdict(list)
    print(_NOTE, flush=True)
    for number, sample in enumerate(samples(path)):
        database = Database(server.make(f"recall_{number}"))
        ids = await _store(database, sample)
        ways["bm25"] += await _by_bm25(database, sample)
        ways["text"] += await _searched(database, sample, ids, None)
        if embedder:
            await Embeddings(database, embedder, EMBEDDED, rests=0).catch_up(embedder)
            ways["hybrid"] += await _searched(database, sample, ids, embedder)
        await database.close()
        shown = {name: _percent([_recall(it, FIRST) for it in found]) for name, found in ways.items()}
        print(f"conversation {number + 1}, recall@{FIRST} of all so far: {shown}", flush=True)
    return {name: _measured(found, ways["bm25"]) for name, found in ways.items()}


def _local() -> Embedder | None:
    try:
        return LocalEmbedder()
    except StartError as error:
        print(f"by words alone: {error}", flush=True)
        return None


def _recall(it: tuple[Question, list[str]], first: int) -> float:
    question, found = it
    return measures.recall(found, question.evidence, first)


def _measured(found: Found, baseline: Found) -> dict[str, object]:
    told: dict[str, object] = {f"recall@{depth}": _percent([_recall(it, depth) for it in found]) for depth in DEPTHS}
    told["recall_any"] = _percent([measures.recall_any(them, it.evidence, FIRST) for it, them in found])
    told[f"ndcg@{FIRST}"] = _percent([measures.ndcg(them, it.evidence, FIRST) for it, them in found])
    if found is not baseline:
        ours, theirs = ([_recall(it, FIRST) for it in them] for them in (found, baseline))
        told[f"recall@{FIRST} above bm25"] = [round(100 * it, 1) for it in measures.interval(ours, theirs)]
    kinds = sorted({it.kind for it, _ in found})
    told["by kind"] = {kind: _percent([_recall(it, FIRST) for it in found if it[0].kind == kind]) for kind in kinds}
    if changed := [(it, them) for it, them in found if it.replacing]:
        above = [measures.ranks_above(them, it.replacing, it.replaced) for it, them in changed]
        told["updates above"] = _percent(list(map(float, above)))
    return told


def _percent(shares: Sequence[float]) -> float:
    return round(100 * fmean(shares), 1) if shares else 0.0


async def _by_bm25(database: Database, sample: Sample) -> Found:
    said = [it for occasion in sample.occasions for it in occasion.said]
    async with database.transaction() as tx:
        texts = await stems(tx, [it.words for it in said])
        asked = await stems(tx, [it.words for it in sample.questions])
    by_id = {it.id: held for it, held in zip(said, texts, strict=True)}
    return [(it, ranked(by_id, held)) for it, held in zip(sample.questions, asked, strict=True)]


async def _searched(
    database: Database, sample: Sample, ids: Mapping[MessageKey, str], embedder: Embedder | None
) -> Found:
    """Return what the search finds."""
    found: Found = []
    for question in sample.questions:
        vectors = await embedder.embed([question.words], are_queries=True) if embedder else []
        embedding = Embedding(embedder.name, vectors[0]) if embedder else None
        wanted = Wanted(words=question.words, embedding=embedding)
        async with database.transaction() as tx:
            passages = await search(tx, OWNER, wanted, limit=_DEEPEST, most=100, together=False)
        found.append((question, [ids[passage.key] for passage in passages]))
    return found


async def _store(database: Database, sample: Sample) -> dict[MessageKey, str]:
    """Store what was said, a conversation for each occasion; return the id of each message."""
    ids: dict[MessageKey, str] = {}
    async with database.transaction() as tx:
        for occasion in sample.occasions:
            conversation = await stored_conversations.start(
                tx, OWNER, Place(1), system_prompt=SystemPrompt(own("")), tools=(), first_message_at=occasion.at
            )
            turn, position = await stored_turns.begin(tx, conversation.id), 0
            for said in occasion.said:
                if said.by_user and position:
                    turn, position = await stored_turns.begin(tx, conversation.id, after=turn), 0
                position += 1
                incoming = IncomingMessage(said.words, occasion.at)
                message: Message = user_message(incoming, None) if said.by_user else AssistantMessage(said.words)
                await stored_turns.append(tx, turn.id, [message])
                ids[turn.id, position] = said.id
            await stored_conversations.end(tx, conversation.id)
            await tx.connection.execute(_DATED, {"at": occasion.at, "conversation_id": conversation.id})
        await word_index.begin(tx, "english")  # only now, as the index holds the year of each message
        while await word_index.index_more(tx):
            pass
    return ids


def main() -> None:
    """Print what is measured of a file or folder; the last line is JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    path = parser.parse_args().file
    with postgres() as server:
        told = asyncio.run(measured(server, path))
    for name, its in told.items():
        print(f"{name}: {its}")
    print(json.dumps(told))


if __name__ == "__main__":
    main()
