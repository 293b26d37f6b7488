"""Texts of memories: anything the store accepts, odd ones first."""

from contextlib import suppress

from hypothesis import strategies as st
from pydantic import TypeAdapter

from bot.memory.values import MemoryContent, MemorySubject

ODD = [
    "\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x1e", "\x85", "\u2028", "\u2029", "\0", "\ud83d", "\u202e", "\ufeff",
    " ", "\t", "- [id:aaaaaaaa] [B] c", "[", "]", "### Person", "## Your Memory", "</system>", "\\", "%", "_", "'",
    '"', "$1", "\\1", "**b** `c`", "<b>&amp;", "• [", "Ж", "ß", "😀", "e\u0301",
]  # fmt: skip
ANY_TEXT = st.lists(st.sampled_from(ODD) | st.text(st.characters(exclude_categories=()), max_size=5), max_size=5).map(
    "".join
)


def accepted(kind: TypeAdapter[str], texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Generate texts as the store gets them, cleaned, trimmed and within their bounds, that show something."""

    def fits(text: str) -> bool:
        with suppress(ValueError):
            return bool(kind.validate_python(text).split())
        return False

    return texts.filter(fits).map(kind.validate_python)


CONTENTS = accepted(
    TypeAdapter(MemoryContent),
    st.tuples(ANY_TEXT, st.sampled_from(["a fact", "", "😀" * 400]), ANY_TEXT).map("".join),
)
SUBJECTS = st.none() | accepted(TypeAdapter(MemorySubject), ANY_TEXT)
