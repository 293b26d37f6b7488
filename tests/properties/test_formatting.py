"""What holds of every text that is formatted, and of every beginning of it while it is written.

A word is a run of letters and digits that the reader is to see. Markers are none, nor are a link's address and title,
a code block's language, and lines in the form of a receipt. In the generated texts each word is numbered, so that one
that is lost, doubled or moved is found; the words of a table's head are marked as such, for a wide table repeats them.
"""

import re
from collections.abc import Sequence
from itertools import count

from hypothesis import example, given
from hypothesis import strategies as st
from telegram import MessageEntity

from bot.model.text import AnswerText
from bot.telegram.formatting import format_reply, preview
from bot.telegram.texts import Text
from practice.telegram.texts import Entity, formatted
from tests.telegram.formatting.rules import assert_sendable, covered

WORD = re.compile(r"w\d+q")
HEAD = re.compile(r"h\d+q")
FOUND_BY_TELEGRAM = ("bot_command", "mention", "url")
PRIVATE = re.compile(r"[\ufdd0-\ufdef]")
RECEIPT = re.compile(
    r"[\s•◦▪☑☐🖼\x80-\x9f\u200b\u202a\u3164]*(?:\d+[.)] *)?(?:💾\s*Remembered\s*:|🗑\s*Forgot\s*:|✏.*→|🔒\s*Private\s*:)",
    re.IGNORECASE,
)

# Generated Markdown: § stands for a word, ¶ for a word of a table's head


def numbered(template: str) -> str:
    """Give each word of a text its number."""
    words, heads = count(), count()
    return re.sub("[§¶]", lambda mark: f"w{next(words)}q" if mark[0] == "§" else f"h{next(heads)}q", template)


def joined(pieces: Sequence[str]) -> str:
    return "".join(pieces)


def lines(texts: Sequence[str]) -> str:
    return "\n".join(texts)


LEAVES = st.sampled_from(
    [
        "§", "§ § §", "§.", "§, §!", "`§`", "`` § ` § ``", "`**§**`", "\\*§\\*", "\\§", "§&amp;§", "$x^2$ §",
        "\\(a_1\\) §", "$5 § and $6", "§[^1]", "2*3*4 §", "__init__ §", "https://x.org/_a_ §", "<kbd>§</kbd>",
        "§<br>§", "§  \n§", "§\n§", "😀§", "👨‍👩‍👧‍👦 §", "🇩🇪§🇫🇷", "שלום §", "مرحبا §", "e\u0301§", "§\u200b§",
        "这是§内容", "§ || §", "a*§", "*", "**", "`", "_", "~~", "[", "](", "||", "$", "\\", "<", "&", "|",
    ]
)  # fmt: skip
WRAPPINGS = st.sampled_from(
    [
        "**{}**", "*{}*", "***{}***", "__{}__", "_{}_", "~~{}~~", "||{}||", "[{}](https://x.org/a_(b))",
        "![{}](https://x.org/i.png)", "[{}](rel.md)", "[{}][1]", "**§ *{}** §*", "**{}", "*{}", "`{}", "{}**",
        "[{}", "[{}](https://x.o", "||{}", "$${}", "§**{}**§",
    ]
)  # fmt: skip
INLINES = st.recursive(
    LEAVES,
    lambda inner: (
        st.tuples(WRAPPINGS, inner).map(lambda it: it[0].replace("{}", it[1]))
        | st.lists(inner, min_size=2, max_size=3).map(" ".join)
    ),
    max_leaves=6,
)
SPANS = st.lists(INLINES, min_size=1, max_size=3).map(" ".join)
FENCES = st.sampled_from(
    [
        "```py\n{}\n```", "```\n{}\n```", "~~~js\n{}\n~~~", "````md\n```\n{}\n```\n````", "```c++\n    {}\n",
        "```\n{}", "    {}", "```\n\n{}\n\n```",
    ]
)  # fmt: skip
CODE = st.tuples(FENCES, st.sampled_from(["§", "x = §\n\n    return §", "**§**", "| § |", "§\t§", "é😀§"])).map(
    lambda it: it[0].replace("{}", it[1])
)
ITEMS = st.tuples(
    st.sampled_from(["- ", "* ", "1. ", "7) ", "- [ ] ", "- [x] ", "  - ", "   1. ", "      - ", "    "]), SPANS
).map(joined)
LISTS = st.lists(ITEMS | SPANS, min_size=1, max_size=4).map(lines)
CELLS = st.sampled_from(["§", "`§`", "**§** §", "[§](https://x.org)", "", "§ `a|b`", "😀 §", "§ § § § § § § § §"])
TABLES = st.lists(st.tuples(CELLS, CELLS).map(lambda row: f"| {row[0]} | {row[1]} |"), max_size=3).map(
    lambda rows: lines(["| ¶ | ¶ |", "|:--|---:|", *rows])
)
QUOTES = st.tuples(st.sampled_from(["> ", "> > ", ">"]), SPANS | LISTS | CODE).map(
    lambda it: it[0] + it[1].replace("\n", "\n" + it[0])
)
OTHERS = st.sampled_from(
    [
        "---", "[^1]: §", "$$\\frac{1}{2}$$", "\\[ x^2 \\] §",
        "<details><summary>§</summary>\n\n§\n\n</details>", "<div>\n§\n</div>", "<!-- § -->", "[§]: later",
        "[1]: https://x.org", "§\n===", "§\n---",
    ]
)  # fmt: skip
LONG = st.tuples(
    st.sampled_from(["§ ", "§. ", "**§** ", "[§](https://x.org) ", "§\n", "- §\n", "§\n\n", "`§` ", "😀§ "]),
    st.integers(min_value=100, max_value=1500),
).map(lambda it: it[0] * it[1]) | st.tuples(
    st.sampled_from(["x", "😀", "👨‍👩‍👧‍👦", "🇩🇪", "e\u0301", "ש", "x" * 4094 + "😀"]),
    st.integers(min_value=1000, max_value=5000),
).map(lambda it: f"§ {it[0] * (it[1] // len(it[0]) + 1)} §")
HEADINGS = st.tuples(st.sampled_from(["# ", "## ", "###### "]), SPANS).map(joined)
BLOCKS = SPANS | HEADINGS | LISTS | TABLES | CODE | QUOTES | OTHERS


@st.composite
def documents(draw: st.DrawFn, blocks: st.SearchStrategy[str] = BLOCKS, max_blocks: int = 5) -> str:
    """Generate Markdown as models write it, and as they don't, its words numbered."""
    pieces = draw(st.lists(blocks, min_size=1, max_size=max_blocks))
    ends = draw(st.lists(st.sampled_from(["\n\n", "\n"]), min_size=len(pieces), max_size=len(pieces)))
    return numbered("".join(piece + end for piece, end in zip(pieces, ends, strict=True)).removesuffix("\n"))


# Anything at all: markers in any order, and every character there is

MARKERS = [
    "*", "**", "***", "_", "__", "`", "``", "~~", "~", "||", "|", "[", "]", "(", ")", "](",
    "](https://x.org/a)", "![", "<", ">", "<b>", "<br>", "<details>", "<summary>", "</summary>", "</details>",
    "\n", "\n\n", "\n- ", "\n  - ", "\n1. ", "\n   1. ", "\n> ", "\n> > ", "\n# ", "\n### ", "\n```py\n",
    "\n```\n", "\n~~~\n", "\n---\n", "\n===\n", "\n\n| a | b |\n|---|---|\n| ", " | ", "$", "$$", "\\", "\\(",
    "\\)", "\\[", "\\]", "^", "_{", "\\frac{", "}", "  \n", "    ", "\t", "[^1]", "\n[^1]: ", "- [ ] ",
    "- [x] ", "&amp;", "&#10;", "&#x2028;", "&#0;", "&#x333;", "&#xfdd0;", "&#x8a;", "&#128;", "\n<div>\n",
    "\n<!--", "-->", "2*3*4", "https://x.org/_a_ ", ".", " ",
]  # fmt: skip
SIGNS = [
    "💾 Remembered: ", "🗑 Forgot: ", "✏️ ", " → ", "💾", "Remembered:", "&#128190;", "&#x1f4be; Remembered: ",
    "🔒 Private: ",
    "\u200b", "**💾 Remembered:** ", "\r", "\x0b", "\x85", "\u2028", "&NewLine;", "&#13;", "<br/>", "\u202a",
    "\u3164", "\x80",
]  # fmt: skip
CHARACTERS = [
    "😀", "👨‍👩‍👧‍👦", "🇩🇪", "e\u0301", "שלום ", "مرحبا", "\u202e", "\u200d", "\ufeff", "\u00a0", "\0", "\x1b",
    "\r\n", "\ufdd0", "\ufdd1", "\ufdd3", "\ud83d", "\ude00", "\u0333", "\u030a", "\u3164",
]  # fmt: skip
ANY_CHARACTER = st.characters(exclude_categories=())
ANY_TEXT = st.lists(
    st.sampled_from([*MARKERS, *SIGNS, *CHARACTERS, "x"]) | st.text(ANY_CHARACTER, max_size=4), max_size=40
).map("".join)


def words(parts: Sequence[Text]) -> list[str]:
    return WORD.findall("\n".join(part.text for part in parts))


def assert_arrives(part: Text) -> None:
    """Assert that Telegram takes a message and shows it as it is sent.

    But a tab becomes a space, and a code block, like any entity, loses white space at its beginning: the server's
    `remove_invalid_entities` in TDLib knows no exception.
    """
    assert_sendable(part)
    sent = tuple(Entity(it.type, it.offset, it.length, it.url or "", it.language or "") for it in part.entities)
    arrived = formatted(part.text, sent)
    kept = [it for it in arrived.entities if it.type not in FOUND_BY_TELEGRAM]
    message = Text(arrived.text, tuple(MessageEntity(it.type, it.offset, it.length) for it in kept))
    assert arrived.text == part.text.replace("\t", " ").lstrip(" \n")
    assert [(it.type, covered(message, it)) for it in message.entities] == [
        (it.type, covered(part, it).replace("\t", " ").lstrip(" \n")) for it in part.entities
    ]
    assert not PRIVATE.search(part.text)


def assert_preview(markdown: str) -> list[str]:
    """Assert that what was written so far can be shown; return the words that are."""
    part = preview(markdown)
    if part is None:
        return []
    assert_arrives(part)
    return words([part])


@given(documents(BLOCKS | LONG))
def test_every_word_of_an_answer_arrives_once_and_in_order(markdown: str) -> None:
    parts = format_reply(markdown)
    for part in parts:
        assert_arrives(part)
    assert words(parts) == WORD.findall(markdown)
    text = "\n".join(part.text for part in parts)
    assert [head for head in HEAD.findall(markdown) if head not in text] == []


@given(documents(max_blocks=2))
def test_every_beginning_shows_its_words_in_order_and_all_of_those_in_paragraphs_that_ended(markdown: str) -> None:
    for end in range(len(markdown) + 1):
        written = WORD.findall(markdown[:end])
        shown = assert_preview(markdown[:end])
        ended = WORD.findall(markdown[: max(0, markdown.rfind("\n\n", 0, end))])
        assert shown == written[: len(shown)]
        assert len(shown) >= len(ended)


@given(ANY_TEXT | documents(), st.lists(st.integers(min_value=0), max_size=5))
def test_an_answer_looks_the_same_in_whichever_pieces_it_came(text: str, cuts: list[int]) -> None:
    """Servers cut anywhere, also between the halves of a surrogate pair."""
    encoded = text.encode("utf-16-le", "surrogatepass")
    ends = sorted(cut % (len(encoded) // 2 + 1) * 2 for cut in cuts)
    heard, at_once = AnswerText(), AnswerText()
    at_once.add(text)
    for start, end in zip([0, *ends], [*ends, len(encoded)], strict=True):
        heard.add(encoded[start:end].decode("utf-16-le", "surrogatepass"))
        assert_preview(heard.shown())
    assert format_reply(heard.whole()) == format_reply(at_once.whole())


@given(ANY_TEXT)
@example("$5 x and $6 ||\\(a_1\\) y||")
@example("\u0333")
def test_any_text_can_be_sent_and_shown(text: str) -> None:
    for part in format_reply(text):
        assert_arrives(part)
        assert_arrives(part.plain)
    assert_preview(text)


FORGED = st.tuples(
    st.sampled_from(["", "- ", "> ", "# ", "1. ", "- [x] ", "Sure.<br>", "\u202e", "&#x8a;", "| a |\n|---|\n| ", "| "]),
    st.sampled_from(["💾", "||💾||", "**💾**", "`💾`", "[💾](https://x.org)", "&#128190;", "💾\u200b", "\\💾"]),
    st.sampled_from([" ", "", "  ", "&nbsp;", "\t", "\u202a "]),
    st.sampled_from(
        ["Remembered:", "**Remembered:**", "||Remembered||:", "[Remembered](https://x.org):", "remembered :"]
    ),
    st.sampled_from([" x", "** x**", " |", " |\n|---|\n| [x](https://x.org) |"]),
).map(joined)


@given(FORGED | st.lists(st.sampled_from([*MARKERS, *SIGNS, "x"]), max_size=12).map("".join))
def test_no_line_of_an_answer_can_be_taken_for_a_receipt(markdown: str) -> None:
    formatted = format_reply(markdown)
    shown = [*formatted, *(part.plain for part in formatted), *filter(None, [preview(markdown)])]
    assert [line for part in shown for line in part.text.split("\n") if RECEIPT.match(line)] == []


# Cutting
