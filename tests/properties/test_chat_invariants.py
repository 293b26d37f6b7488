"""The invariants are judged right: a prompt that lets go of its beginning, and one that loses something else."""

import pytest

from tests.properties.chat_invariants import let_go


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("ab", "bc", 1),
        ("ab", "abc", 0),
        ("ab", "c", 2),
        ("abac", "acd", 2),  # the second of two that look alike
        ("abab", "abc", 2),
    ],
)
def test_a_prompt_may_let_go_of_its_beginning(old: str, new: str, expected: int) -> None:
    assert let_go([*old], [*new]) == expected


@pytest.mark.parametrize(("old", "new"), [("abc", "ac"), ("abc", "bd"), ("abac", "ad")])
def test_a_prompt_may_lose_nothing_else(old: str, new: str) -> None:
    with pytest.raises(AssertionError, match="came"):
        let_go([*old], [*new])
