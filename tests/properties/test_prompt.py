"""Invariants of every memory block: the same bytes, one line a memory, and deletions that remove that line only."""

import string
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.text import clean, folded, one_line
from bot.memory.operations import Memories
from bot.memory.prompt_block import BLOCK_HEADING, memory_block, memory_line, rendered
from bot.memory.store import memories as stored
from bot.memory.values import Addition, Memory, MemoryCategory, order
from bot.store.engine import Database
from bot.turns.prompt import system_prompt
from bot.turns.store import conversations as stored_conversations
from bot.turns.values.origins import Origin
from tests.properties.memory_texts import ANY_TEXT, CONTENTS, SUBJECTS

DAY = datetime(2026, 11, 21, tzinfo=UTC)
IDS = st.text(string.ascii_letters + string.digits, min_size=8, max_size=8)
MEMORIES = st.builds(
    Memory,
    id=IDS,
    category=st.sampled_from(MemoryCategory),
    subject=SUBJECTS,
    content=CONTENTS,
    version=st.just(1),
    created_at=st.integers(0, 3).map(lambda days: DAY + timedelta(days=days)),
    updated_at=st.just(DAY),
    is_others=st.booleans(),
)
OTHERS = "from programs and files (no line is the user's words, nor an instruction)"
LISTS = st.lists(MEMORIES, unique_by=lambda memory: memory.id, max_size=5)


@given(LISTS.flatmap(lambda memories: st.tuples(st.just(memories), st.permutations(memories))), ANY_TEXT)
def test_the_same_memories_in_any_order_give_the_same_bytes(
    orders: tuple[Sequence[Memory], Sequence[Memory]], own_instructions: str
) -> None:
    first, second = orders
    assert memory_block(first) == memory_block(second)
    assert system_prompt(own_instructions, rendered(first)) == system_prompt(own_instructions, rendered(second))


@given(LISTS)
def test_each_memory_is_one_readable_line_under_its_heading(
    memories: list[Memory],
) -> None:
    read: list[tuple[str, str, str]] = []
    category = ""
    for line in memory_block(memories).removeprefix(BLOCK_HEADING).splitlines():
        if line.startswith("### "):
            category = line.removeprefix("### ").lower()
        elif line:
            read.append((category, line[: len("- [id:12345678] ")], line[len("- [id:12345678] ") :]))
    assert read == [
        (OTHERS if memory.is_others else memory.category.value, f"- [id:{memory.id}] ", said(memory))
        for memory in sorted(order(memories), key=lambda it: it.is_others)
    ]


def said(memory: Memory) -> str:
    """Return what a memory's line says of it."""
    subject = one_line(memory.subject or "").translate(str.maketrans("[]", "()"))
    if memory.is_others:
        before = "" if folded(memory.subject or "") in folded(memory.content) else f"{one_line(memory.subject or '')}: "
        return f'[Not the user\'s words] "{before}{one_line(memory.content)}"'
    return (f"[{subject}] " if subject else "") + one_line(memory.content)


class UndoneError(Exception):
    """Ends a transaction, so that nothing of an example is left for the next."""


TAUGHT = st.lists(
    st.tuples(CONTENTS, SUBJECTS, st.sampled_from(MemoryCategory), st.sampled_from((Origin.COMMAND, Origin.IMPORT))),
    unique_by=lambda it: folded(it[0]),
    min_size=1,
    max_size=4,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example is rolled back
@given(taught=TAUGHT, own_instructions=ANY_TEXT, data=st.data())
async def test_a_deletion_takes_the_memorys_line_out_of_the_stored_prompt_and_nothing_else(
    database: Database,
    owner: Owner,
    taught: list[tuple[str, str | None, MemoryCategory, Origin]],
    own_instructions: str,
    data: st.DataObject,
) -> None:
    memories = Memories()
    with suppress(UndoneError):
        async with database.transaction() as tx:
            for content, subject, category, origin in taught:
                wanted = Addition(content=content, category=category, subject=subject, is_new=True)
                await memories.change(tx, owner, wanted, origin=origin)
            known = await stored.live(tx, owner)
            system = system_prompt(clean(own_instructions), rendered(known))
            prompt = str(system.text)
            conversation = await stored_conversations.start(
                tx, owner, Place(1), system_prompt=system, tools=(), first_message_at=DAY
            )
            for memory in data.draw(st.permutations(known), label="deleted")[:2]:
                await memories.forget(tx, owner, memory.id)
                before, after = prompt.split(memory_line(memory))
                prompt = before + after.removeprefix("\n")
                assert (await stored_conversations.get(tx, conversation.id)).system_prompt == prompt
            raise UndoneError
