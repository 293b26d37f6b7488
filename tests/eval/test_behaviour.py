"""What the bot remembers of all conversations with the practice model."""

from pathlib import Path

from tests.eval.conversation import cases
from tests.eval.run import practice_model, run

AT_ONCE = 16
BEYOND_THE_RULES = {
    "a child's school",
    "a pet",
    "for the future",
    "a new bank",
    "a friend who got married",
    "that's wrong",
    "don't remember it any longer",
    "a login told in one breath",
}
"""Conversations that were written after the rules, and that they don't understand."""


async def test_the_practice_model_remembers_what_it_should(database_url: str, tmp_path: Path) -> None:
    async with practice_model() as settings:
        results = await run(cases(), settings, database_url, tmp_path, at_once=AT_ONCE)
    wrong = {it.case.conversation.name: it.score.failures for it in results if it.score.failures}
    assert wrong.keys() == BEYOND_THE_RULES, wrong
    assert all(it.usage.requests for it in results)
