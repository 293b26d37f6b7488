"""A text too long for a memory is split into several at the best places."""

from bot.memory.exchange.reading import read_text
from tests.memory.exchange.reading import contents


def test_sentences_without_spaces_between_them_get_none() -> None:
    sentence = f"{'用户喜欢喝茶' * 30}。"
    assert contents(read_text(f"- {sentence * 3}")) == [sentence * 2, sentence]


def test_a_sentence_that_is_too_long_is_left_out_with_its_reason() -> None:
    found = read_text(f"- {'用户喜欢喝茶' * 167}\n- Likes tea")
    assert contents(found) == ["Likes tea"]
    assert [it.why for it in found.left_out] == ["a sentence longer than 500 characters"]
