"""Texts with markup, as Telegram reads them."""

import pytest

from practice.telegram.api_error import ApiError
from practice.telegram.parse_mode import parsed
from practice.telegram.texts import Entity


@pytest.mark.parametrize(
    ("mode", "text", "plain", "entities"),
    [
        ("HTML", "a <b>bold</b> &lt;b&gt; &copy;", "a bold <b> &copy;", [("bold", 2, 4)]),
        ("HTML", "😀<i>x<u>y</u></i>", "😀xy", [("italic", 2, 2), ("underline", 3, 1)]),
        ("HTML", '<pre><code class="language-python">x</code></pre>', "x", [("pre", 0, 1)]),
        ("HTML", "<blockquote expandable>x</blockquote>", "x", [("expandable_blockquote", 0, 1)]),
        ("MarkdownV2", r"*bold _both_* 1\.5", "bold both 1.5", [("bold", 0, 9), ("italic", 5, 4)]),
        ("MarkdownV2", r"`a_b` ~x~ ||y|| __z__", "a_b x y z", [("code", 0, 3), ("strikethrough", 4, 1),
         ("spoiler", 6, 1), ("underline", 8, 1)]),
        ("MarkdownV2", "```\na.b\n```", "a.b\n", [("pre", 0, 4)]),
        ("MarkdownV2", ">one\n>two\nthree", "one\ntwo\nthree", [("blockquote", 0, 8)]),
        ("MarkdownV2", ">one||", "one", [("expandable_blockquote", 0, 3)]),
    ],
)  # fmt: skip
def test_markup_becomes_entities(mode: str, text: str, plain: str, entities: list[tuple[str, int, int]]) -> None:
    assert parsed(text, mode) == (plain, tuple(Entity(*entity) for entity in entities))


def test_links_and_the_language_of_code_are_kept() -> None:
    link = Entity("text_link", 0, 1, url="https://example.org/?a=1&b=2")
    assert parsed('<a href="https://example.org/?a=1&amp;b=2">x</a>', "HTML") == ("x", (link,))
    assert parsed("[x](https://example.org/?a=1&b=2)", "MarkdownV2") == ("x", (link,))
    assert parsed("```python\nx```", "MarkdownV2") == ("x", (Entity("pre", 0, 1, language="python"),))


@pytest.mark.parametrize(
    ("mode", "text", "problem"),
    [
        ("HTML", "a < b", 'Unsupported start tag "" at byte offset 2'),
        ("HTML", "<h1>x</h1>", 'Unsupported start tag "h1" at byte offset 0'),
        ("HTML", "<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("HTML", "<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("HTML", "x</b>", "Unexpected end tag at byte offset 1"),
        ("MarkdownV2", "x.", r"Character '.' is reserved and must be escaped with the preceding '\'"),
        ("MarkdownV2", "x *y", "Can't find end of Bold entity at byte offset 2"),
        ("MarkdownV2", "`x", "Can't find end of Code entity at byte offset 0"),
        ("MarkdownV2", "x]", r"Character ']' is reserved and must be escaped with the preceding '\'"),
    ],
)
def test_wrong_markup_is_refused(mode: str, text: str, problem: str) -> None:
    with pytest.raises(ApiError) as refused:
        parsed(text, mode)
    assert refused.value.description == f"Bad Request: can't parse entities: {problem}"
