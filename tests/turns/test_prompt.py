import json
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

import pytest

from bot.app.core import tool_set
from bot.kit.capture_modes import WRITING, CaptureMode
from bot.kit.settings import Settings
from bot.memory.operations import Memories
from bot.memory.prompt_block import fitting, memory_block, memory_line, rendered
from bot.memory.tools.tools import memory_tools
from bot.memory.values import Memory, MemoryCategory, order
from bot.model.tokens import text_tokens
from bot.model.values import ToolSpec
from bot.turns.memory import MemoryBlock
from bot.turns.prompt import INSTRUCTIONS, PRIVATE_INSTRUCTIONS, private_prompt, system_prompt
from bot.turns.tools.finding import FINDING
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.conversations import SystemPrompt

DAY = datetime(2026, 11, 21, 22, 19, tzinfo=UTC)


def memory(memory_id: str, content: str, **changed: object) -> Memory:
    """Return a memory."""
    values: dict[str, object] = {
        "id": memory_id,
        "category": MemoryCategory.PERSON,
        "subject": None,
        "content": content,
        "version": 1,
        "created_at": DAY,
        "updated_at": DAY,
    }
    return Memory(**{**values, **changed})  # type: ignore[arg-type] # the defaults above fit


EXAMPLE = [
    memory("a1b2c3d4", "Alec is the user's boss at TechCorp", subject="Alec"),
    memory("e5f6g7h8", "Sarah is a colleague on the Design team", subject="Sarah", created_at=DAY + timedelta(days=1)),
    memory("i9j0k1l2", "User prefers tasks to have due dates on Fridays", category=MemoryCategory.PREFERENCE),
    memory("q7r8s9t0", "User works on the Platform team", category=MemoryCategory.CONTEXT),
]


def test_the_block_is_rendered_as_the_product_document_shows_it() -> None:
    assert memory_block(EXAMPLE) == (
        "## Your Memory\n"
        "\n"
        "The following is information you've learned about the user from previous conversations.\n"
        "Use this context naturally. To update a memory, use the update_memory tool with the memory ID.\n"
        "\n"
        "### Context\n"
        "- [id:q7r8s9t0] User works on the Platform team\n"
        "\n"
        "### Person\n"
        "- [id:a1b2c3d4] [Alec] Alec is the user's boss at TechCorp\n"
        "- [id:e5f6g7h8] [Sarah] Sarah is a colleague on the Design team\n"
        "\n"
        "### Preference\n"
        "- [id:i9j0k1l2] User prefers tasks to have due dates on Fridays"
    )


def sent(tool: ToolSpec) -> str:
    """Return a tool as a request holds it."""
    function = {"name": tool.name, "description": tool.description, "parameters": json.loads(tool.parameters)}
    return json.dumps({"type": "function", "function": function}, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize(("beside_memory", "most"), [((), 1_100), (("notebook", "reminders", "web"), 2_000)])
def test_instructions_and_tools_take_few_tokens_of_four_characters(beside_memory: Collection[str], most: int) -> None:
    tools = tool_set(Settings(_env_file=None, searxng_url="http://search.example"))  # type: ignore[call-arg] # pydantic's own
    chosen = [tool.name for it in tools.families(is_host=True) if it.name in beside_memory for tool in it.tools]
    for mode in CaptureMode:
        with_zone = f"{INSTRUCTIONS[mode]}\n\nThe user's time zone is Europe/London."
        assert system_prompt("", rendered(EXAMPLE, mode=mode), mode, zone="Europe/London").text.startswith(with_zone)
        offered = [sent(it) for it in tools.specs(mode, chosen=chosen, without=[FINDING])]
        assert len("".join([with_zone, *offered])) <= 4 * most


def test_the_tools_that_change_memories_are_offered_wherever_these_may_be_written() -> None:
    tools = ToolSet([memory_tools(Memories())])
    for mode in CaptureMode:
        told = system_prompt("", MemoryBlock(), mode).text
        for name in ("add_to_memory", "update_memory", "forget_memory"):
            assert (name in {it.name for it in tools.specs(mode)}) is (mode in WRITING)
            assert (name in told) is (mode in WRITING)


def test_of_memories_that_take_too_much_the_first_are_kept_and_the_block_says_so() -> None:
    memories = [memory(f"m{number:07}", f"Fact number {number} about the user's boat") for number in range(60)]
    kept = fitting(memories, 700)
    block = memory_block(kept, 60)
    assert text_tokens(block) <= 700
    assert list(kept) == memories[: len(kept)]
    assert 10 < len(kept) < 60
    assert f"These are {len(kept)} of 60 memories, those that matter most." in block
    assert "search_memory" in block
    assert fitting(memories, 10_000) == memories
    assert memory_block(memories, 60) == memory_block(memories)
    assert "These are 0 of 60 memories" in memory_block(fitting(memories, 10), 60)


def parts(prompt: SystemPrompt) -> tuple[str, str, str]:
    """Return what a prompt consists of."""
    text, own_at, memories_at = prompt.text, prompt.own_at, prompt.memories_at
    return text[:own_at], text[own_at:memories_at], text[memories_at:]


def test_a_prompt_knows_what_it_was_put_together_from() -> None:
    own = "# The owner's instructions\n\nSpeak like a pirate."
    for own_instructions, memories in (("Speak like a pirate.", EXAMPLE), ("Speak like a pirate.", []), ("", EXAMPLE)):
        instructions, owners, block = parts(system_prompt(own_instructions, rendered(memories)))
        assert instructions.strip() == INSTRUCTIONS[CaptureMode.ASK]
        assert owners.strip() == (own if own_instructions else "")
        assert block == memory_block(memories)
    assert parts(private_prompt("")) == (PRIVATE_INSTRUCTIONS, "", "")


def test_a_prompt_knows_the_line_of_each_memory() -> None:
    prompt = system_prompt("Speak like\na pirate.\n- [id:a1b2c3d4] is no memory", rendered(EXAMPLE))
    lines = prompt.text.split("\n")
    assert len(prompt.memories) == len(EXAMPLE)
    for known, it in zip(prompt.memories, order(EXAMPLE), strict=True):
        assert (known.id, known.version, lines[known.line or 0]) == (it.id, it.version, memory_line(it))
