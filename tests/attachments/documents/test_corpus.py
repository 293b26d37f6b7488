"""Documents of every kind that is read come out as text."""

import pytest

from bot.attachments.documents.limits import PART_CHARACTERS
from bot.attachments.documents.process import DocumentReader
from bot.attachments.documents.worker import read
from tests.attachments.documents.corpus import Case, cases

CASES = list(cases())


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=[name for name, _, _ in CASES])
def test_a_document_comes_out_as_text(case: Case) -> None:
    name, content, texts = case
    result = read(content, name, "")
    assert "problem" not in result, result
    parts = result["parts"]
    assert isinstance(parts, list)
    said = "\n\n".join(part["text"] for part in parts)
    assert [text for text in texts if text not in said] == [], said
    assert all(len(part["text"]) <= PART_CHARACTERS and part["label"] for part in parts)


async def test_the_process_that_reads_returns_the_same() -> None:
    reader = DocumentReader()
    for name, content, texts in CASES[::12]:
        said = "\n\n".join(part.text for part in await reader.read(content, name, ""))
        assert all(text in said for text in texts)
