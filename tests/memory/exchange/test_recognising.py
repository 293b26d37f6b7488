"""Files of memories are told from other files."""

import pytest

from bot.memory.exchange.reading import memories_in
from bot.memory.exchange.writing import markdown


@pytest.mark.parametrize(
    "content",
    [
        "# Keepsake memories\n\n## Person\n\n- **Alec**: Alec is the user's boss\n",
        '{"content": "Likes tea", "category": "preference"}\n{"content": "Plays chess"}\n',
        "content,category\nLikes tea,preference\n",
        "Here's what I remember:\n\n1. [2024-05-01]. User prefers short answers.\n2. User's dog is Rex.\n",
        "## People\n- **Alec**: is the boss\n\n## Preferences\n- Likes tea\n",
    ],
)
def test_memories_are_recognised(content: str) -> None:
    found = memories_in(content.encode())
    assert found
    assert found.additions


@pytest.mark.parametrize(
    "content",
    [
        markdown([]),
        "- 2 eggs\n- 100 g of flour\n",
        "Dear Ms Gray,\n\nthe roof of the house will be repaired in May.\n",
        '{"name": "keepsake", "version": "1.0", "dependencies": {"left-pad": "^1.0.0"}}',
        '[{"role": "user", "content": "What is the capital of France?"}]',
        "item,price,note\nrope,12,long\nsail,30,white\n",
        "# Installation\n\n- Clone the repository\n- Run make\n",
        "\0\1\2",
    ],
)
def test_other_files_are_not(content: str) -> None:
    assert memories_in(content.encode()) is None
