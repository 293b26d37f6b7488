"""What holds of `/memory` for every text after it: it answers, and does what was named without a doubt, or nothing."""

import string
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import insert

from bot.database.engine import Database, Transaction
from bot.database.ids import uuid7
from bot.database.memories import Memories
from bot.database.tables import AgentMemory, AgentMemoryVersion
from bot.messages import Memory, MemoryCategory, Owner, clean, folded, one_line
from bot.telegram.formatting import Part
from bot.telegram.memory_command import (
    MAX_MESSAGES,
    SHORTEST_PREFIX,
    DeleteMemory,
    ListMemories,
    MemoryCommand,
    RestoreMemory,
    ShowMemory,
    ShowUsage,
    listing,
    parse,
)
from tests.properties.memory_texts import ANY_TEXT, CONTENTS, SUBJECTS
from tests.telegram.formatting.rules import assert_sendable, looks

NOW = datetime.now(UTC)
REQUESTS = {"show": ShowMemory, "delete": DeleteMemory, "restore": RestoreMemory}
IDS = st.text(string.ascii_letters + string.digits, min_size=8, max_size=8)
ALIKE = st.tuples(st.sampled_from(["aaaa", "aaaA", "aA0a"]), st.text("aA0", min_size=4, max_size=4)).map("".join)
"""Ids that often begin alike."""

# What is read


@given(ANY_TEXT)
def test_any_text_is_read_as_a_request(words: str) -> None:
    request = parse(words)
    assert isinstance(request, ListMemories | ShowMemory | DeleteMemory | RestoreMemory | ShowUsage)
    assert parse(f"\t{words}\n") == request


@given(
    st.sampled_from([*REQUESTS]),
    st.sampled_from([str.lower, str.upper, str.title]),
    st.sampled_from([" ", "  ", "\n", "\t", "\u00a0"]),
    st.sampled_from(["{}", "[{}]", "[id:{}]", "id:{}", "{}]", " {} "]),
    IDS,
    st.integers(min_value=1, max_value=8),
)
def test_an_id_is_read_however_it_is_spelled(
    verb: str, spell: Callable[[str], str], gap: str, frame: str, memory_id: str, length: int
) -> None:
    assert parse(spell(verb) + gap + frame.format(memory_id[:length])) == REQUESTS[verb](memory_id[:length])


# What is shown

MEMORIES = st.builds(
    Memory,
    id=IDS,
    category=st.sampled_from(MemoryCategory),
    subject=SUBJECTS,
    content=CONTENTS,
    version=st.just(1),
    created_at=st.just(NOW),
    updated_at=st.just(NOW),
)


def assert_shows_ids(parts: Sequence[Part], known: set[str]) -> None:
    """Assert that messages can be sent, and that what a tap copies in them is an id."""
    for part in parts:
        assert_sendable(part)
    assert {text for part in parts for type_, text in looks(part) if type_ == "code"} <= known


@given(st.lists(MEMORIES, unique_by=lambda memory: memory.id, max_size=5), ANY_TEXT | st.sampled_from(MemoryCategory))
def test_a_list_shows_what_fits_and_each_memory_as_it_is(memories: list[Memory], words: str) -> None:
    wanted = one_line(words)
    parts = listing(memories, wanted)
    assert_shows_ids(parts, {memory.id for memory in memories})
    text = "\n".join(part.text for part in parts)
    for memory in memories:
        held = folded(f"{memory.subject or ''} {memory.content} {memory.id}")
        of_category = folded(wanted) in [*MemoryCategory]
        fits = memory.category == folded(wanted) if of_category else all(it in held for it in folded(wanted).split())
        assert (f"\n• [{memory.id}] {one_line(memory.content)}" in text) == fits


@given(st.lists(CONTENTS, min_size=1, max_size=5), st.integers(min_value=20, max_value=600))
def test_a_list_of_any_length_fills_three_messages_at_most_and_says_so_if_it_is_not_all(
    contents: list[str], count: int
) -> None:
    memories = [
        Memory(
            id=f"{number:08}",
            category=MemoryCategory.PERSON,
            subject=None,
            content=contents[number % len(contents)],
            version=1,
            created_at=NOW + timedelta(seconds=number),
            updated_at=NOW,
        )
        for number in range(count)
    ]
    parts = listing(memories)
    assert_shows_ids(parts, {memory.id for memory in memories})
    assert len(parts) <= MAX_MESSAGES
    text = "\n".join(part.text for part in parts)
    shown = [memory for memory in memories if f"[{memory.id}] {one_line(memory.content)}" in text]
    assert shown == memories[: len(shown)]
    assert (f"That is not all: {count} memories fit." in parts[-1].text) == (len(shown) < count)


# What is done


class UndoneError(Exception):
    """Ends a transaction, so that nothing of an example is left for the next."""


@dataclass(slots=True)
class Known:
    """What the model knows of a memory."""

    id: str
    content: str
    subject: str | None
    deleted: bool


async def teach(tx: Transaction, owner: Owner, known: Known) -> None:
    """Have a memory with an id of our choice remembered, with a wording before its own."""
    await tx.connection.execute(
        insert(AgentMemory).values(
            id=known.id,
            bot_id=owner.bot_id,
            user_id=owner.user_id,
            category="person",
            subject=known.subject,
            content_key=known.id,
            created_at=NOW,
        )
    )
    await tx.connection.execute(
        insert(AgentMemoryVersion).values(
            id=uuid7(), memory_id=known.id, version_number=1, content="First wording", created_at=NOW
        )
    )
    await Memories().update(tx, owner, known.id, content=known.content)
    if known.deleted:
        await Memories().delete(tx, owner, known.id)


def carried_out(known: Sequence[Known], verb: str, prefix: str) -> tuple[str, set[str]]:
    """Do in the model what a request asks for; return how the answer begins, and the ids it names."""
    fitting = [it for it in known if it.id.startswith(prefix)]
    if len(prefix) < SHORTEST_PREFIX:
        return f"Give at least {SHORTEST_PREFIX} characters", set()
    if not fitting:
        return f"I have no memory with the id {prefix}.", {prefix}
    if len(fitting) > 1:
        return "Several ids start like this; which one?", {it.id for it in fitting}
    return done(fitting[0], verb)


def done(memory: Known, verb: str) -> tuple[str, set[str]]:
    """Do in the model what is asked of one memory."""
    restore, content = {f"/memory restore {memory.id}"}, one_line(memory.content)
    answers: dict[tuple[str, bool], tuple[str, set[str]]] = {
        ("delete", False): (f"Deleted: '{content}'\n\nTo bring it back:", restore),
        ("delete", True): ("This memory is deleted already. To bring it back:", restore),
        ("restore", True): (f"Restored: '{content}'", set()),
        ("restore", False): (f"This one is not deleted: '{content}'", set()),
    }
    answer = answers.get((verb, memory.deleted), (one_line(memory.subject or "Person"), {memory.id}))
    memory.deleted = {"delete": True, "restore": False}.get(verb, memory.deleted)
    return answer


ASKED = st.lists(
    st.tuples(
        st.sampled_from([*REQUESTS]),
        st.tuples(ALIKE, st.integers(min_value=1, max_value=8)).map(lambda it: it[0][: it[1]])
        | ANY_TEXT.map(clean).filter(lambda text: parse(f"show {text}") == ShowMemory(text)),
    ),
    min_size=1,
    max_size=5,
)
KNOWN = st.lists(
    st.builds(Known, id=ALIKE, content=CONTENTS, subject=SUBJECTS, deleted=st.booleans()),
    unique_by=(lambda it: it.id, lambda it: folded(it.content)),
    min_size=1,
    max_size=4,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(known=KNOWN, others=st.integers(min_value=0, max_value=2), asked=ASKED)
async def test_only_what_is_named_without_a_doubt_is_deleted_or_restored(
    database: Database, owner: Owner, known: list[Known], others: int, asked: list[tuple[str, str]]
) -> None:
    memories, command = Memories(), MemoryCommand(Memories(), UTC)
    neighbour = Owner(owner.bot_id, owner.user_id + 1)
    theirs, mine = known[:others], known[others:]
    with suppress(UndoneError):
        async with database.transaction() as tx:
            for it in known:
                await teach(tx, neighbour if it in theirs else owner, it)
            for verb, prefix in asked:
                parts = await command.answer(tx, owner, f"{verb} {prefix}")
                begins, named = carried_out(mine, verb, prefix)
                text = "\n".join(part.text for part in parts)
                assert text.startswith(begins)
                assert_shows_ids(parts, named)
            for whose, expected in ((owner, mine), (neighbour, theirs)):
                stored = await memories.starting_with(tx, whose, "")
                assert {(it.id, it.content, it.deleted_at is not None) for it in stored} == {
                    (it.id, it.content, it.deleted) for it in expected
                }
            raise UndoneError
