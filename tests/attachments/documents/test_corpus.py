"""Documents of every kind that is read come out as text; of others it is said what they are."""

import pytest

from bot.attachments.documents import limits
from bot.attachments.documents.documents import DocumentReader
from bot.attachments.documents.sections import LEFT_OUT
from bot.attachments.documents.worker import read
from tests.attachments.documents.corpus import Case, cases
from tests.attachments.documents.hostile import Hostile, unread

CASES = list(cases())
UNREAD = list(unread())


@pytest.mark.parametrize("case", CASES, ids=[name for name, _, _ in CASES])
def test_a_document_comes_out_as_text(case: Case) -> None:
    name, content, texts = case
    result = read(content, name, "")
    assert "problem" not in result, result
    parts = result["parts"]
    assert isinstance(parts, list)
    said = "\n\n".join(part["text"] for part in parts)
    assert [text for text in texts if text not in said] == [], said
    assert all(len(part["text"]) <= limits.PART_CHARACTERS and part["label"] for part in parts)


@pytest.mark.parametrize("file", UNREAD, ids=[name for name, _, _ in UNREAD])
def test_a_file_that_cant_be_read_is_named_for_what_it_is(file: Hostile) -> None:
    name, make, problem = file
    assert str(read(make(), name, "").get("problem", "")).startswith(problem)


def test_what_was_read_when_the_time_is_over_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS_TO_READ", 0.05)
    parts = read(b"a,b\n" * 500_000, "long.csv", "")["parts"]
    assert isinstance(parts, list)
    assert parts[-1]["text"].endswith(LEFT_OUT)
    assert sum(len(part["text"]) for part in parts) < limits.CHARACTERS // 2


async def test_the_process_that_reads_returns_the_same() -> None:
    (_, content, texts), *_ = CASES
    said = "\n\n".join(part.text for part in await DocumentReader().read(content, "two.pdf", ""))
    assert all(text in said for text in texts)
