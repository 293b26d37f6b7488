"""A text that is too long for a memory becomes several, wherever it can best be cut."""

import pytest

from bot.memory.exchange.reading import read_text
from bot.values import CONTENT_MAX
from tests.memory.exchange.reading import contents


@pytest.mark.parametrize("clause", ["用户住在上海，", "东京タワー、"])  # noqa: RUF001 - their commas
def test_what_has_no_full_stop_in_chinese_or_japanese_is_split_at_commas(clause: str) -> None:
    found = read_text(f"- {clause * 120}")
    assert "".join(contents(found)) == clause * 120
    assert not found.left_out
    assert all(it.endswith(clause) and len(it) > CONTENT_MAX - len(clause) for it in contents(found)[:-1])


def test_what_has_no_comma_either_is_split_by_its_length() -> None:
    found = read_text(f"- {'用户喜欢喝茶' * 167}")
    assert [len(it) for it in contents(found)] == [334, 334, 334]
    assert "".join(contents(found)) == "用户喜欢喝茶" * 167


def test_sentences_without_spaces_between_them_get_none() -> None:
    sentence = f"{'用户喜欢喝茶' * 30}。"
    assert contents(read_text(f"- {sentence * 3}")) == [sentence * 2, sentence]
