import pytest

from bot.model.text import AnswerText

PROSE = "The tags `<think>` and `</think>` mark reasoning. That is all."


def read(text: str) -> AnswerText:
    """Return an answer's text that came at once."""
    answer = AnswerText()
    answer.add(text)
    return answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>Hmm.</think>Hello", "Hello"),
        ("A thought without a beginning.</think>\nHello", "Hello"),
        ("<think>Never finished", ""),
        ("<3 you", "<3 you"),
        ("<think>I know <reasoning> and </reasoning>.</think>Hello", "Hello"),
        ("<think>Hmm.</think>It ends with `</think>`.", "It ends with `</think>`."),
        ("[THINK]Hmm.[/THINK]Hello", "Hello"),
        ("Sure.\n<think>\nHmm.\n</think>\nHello", "Sure.\n\nHello"),
        ("As in\n```\n<think>Hmm.</think>\n```", "As in\n```\n<think>Hmm.</think>\n```"),
        ("Sure.\n<think> begins it", "Sure.\n<think> begins it"),
        (PROSE, PROSE),
    ],
)
def test_reasoning_is_no_answer(text: str, answer: str) -> None:
    assert read(text).whole() == answer


def test_reasoning_is_never_shown_while_it_is_written() -> None:
    text, answer = "Hello\n<think>Secret thoughts.</think> there", "Hello\n there"
    shown = [read(text[:end]).shown() for end in range(len(text) + 1)]
    assert all(answer.startswith(it) for it in shown)
    assert shown[-1] == answer


@pytest.mark.parametrize(
    ("text", "reasoning"),
    [
        ("A thought without a beginning.</think>\nHello", "A thought without a beginning."),
        ("<think>Never finished", "Never finished"),
        ("<think>One.</think>Sure.\n<think>\nTwo.\n</think>\nHello", "One.\n\nTwo."),
        ("<think>\n\n</think>\n\nHello", ""),
        (PROSE, ""),
    ],
)
def test_reasoning_in_tags_is_found(text: str, reasoning: str) -> None:
    whole = read(text)
    whole.whole()
    assert whole.reasoning == reasoning


def test_a_text_is_reasoning_from_its_whole_opening_tag_until_more_than_reasoning_follows() -> None:
    begun, thought, rest = "\n<think>", "Hmm, </thin> air.</think>\n\n", "Hello"
    text = begun + thought + rest
    reasons = [read(text[:end]).is_reasoning for end in range(len(text) + 1)]
    assert reasons == [False] * len(begun) + [True] * (len(thought) + 1) + [False] * len(rest)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>Hmm.</think>[Mon 23 Nov 2026, 10:45] Hello", "Hello"),
        ("[Mon 23 Nov 2026, at noon] Hello", "[Mon 23 Nov 2026, at noon] Hello"),
        ("It is [Mon 23 Nov 2026, 10:45] now", "It is [Mon 23 Nov 2026, 10:45] now"),
        ("Hello\n\n[Mon 23 Nov 2026, 10:45]", "Hello"),
        ("Hello\n[Mon 23 Nov 2026, 10:45]\nAgain", "Hello\nAgain"),
        ("```\n[Mon 23 Nov 2026, 10:45]\n```", "```\n[Mon 23 Nov 2026, 10:45]\n```"),
    ],
)
def test_a_time_stamp_on_a_line_of_its_own_is_no_answer_and_never_shown(text: str, answer: str) -> None:
    assert read(text).whole() == answer
    shown = [read(text[:end]).shown() for end in range(len(text) + 1)]
    assert all(answer.startswith(it.rstrip()) for it in shown)
    assert shown[-1].rstrip() == answer


@pytest.mark.parametrize("text", ["<b>bold</b>", '{"title": 1}', "[1] a footnote"])
def test_what_only_looks_like_a_call_is_shown_once_that_is_clear(text: str) -> None:
    assert read(text).shown() == text
