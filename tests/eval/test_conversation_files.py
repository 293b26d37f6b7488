"""The files of conversations, and what is said of a wrong one."""

from collections import Counter
from pathlib import Path

import pytest

from tests.eval.conversation import Forward, Press, cases

FILE = """
about = "Two steps."

[[conversation]]
name = "a forward"
steps = [{ forward = "I like tea", by = "Bob" }, { press = "No" }, "Hello"]
never = [{ words = ["tea"] }]
"""


def test_each_conversation_has_a_name_of_its_own_and_something_to_say() -> None:
    read = cases()
    assert len(read) >= 100
    assert max(Counter(it.conversation.name for it in read).values()) == 1


def test_a_file_is_a_group(tmp_path: Path) -> None:
    (tmp_path / "7_other_words.toml").write_text(FILE)
    (case,) = cases(tmp_path)
    assert (case.group, case.conversation.name) == ("other words", "a forward")
    assert case.conversation.steps == (Forward(forward="I like tea", by="Bob"), Press(press="No"), "Hello")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("never =", "nevr ="),
        ('press = "No"', 'press = "Maybe"'),
        ('words = ["tea"]', "words = []"),
        ('"Hello"]', '"Hello"'),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, right: str, wrong: str) -> None:
    (tmp_path / "7_other_words.toml").write_text(FILE.replace(right, wrong))
    with pytest.raises(ValueError, match=r"^7_other_words\.toml: "):
        cases(tmp_path)
