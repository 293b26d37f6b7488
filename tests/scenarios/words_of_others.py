"""An order in whatever others can fill is marked where the model reads it, and makes nothing happen.

For `make soak`: this takes minutes. The model obeys once it has read the order, so that what waits tells what is read.
"""

import csv
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any, Final, TypeAlias
from zipfile import ZipFile, is_zipfile

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from telegram.ext import ExtBot

from bot.memory.exchange.writing import TITLE
from bot.turns.files.documents import worker
from practice.model.conversation import text_of
from practice.model.rules import is_background
from practice.model.server import ChatRequest, Reply
from practice.telegram.media import Document
from practice.telegram.messages import Upload
from tests.pdfs import pdf
from tests.process import Script, echo
from tests.scenarios.test_words_of_others import NOTHING, ORDER, Crowd, Obedient, crowd
from tests.telegram.every_field import Path, filled, leaves
from tests.telegram.test_every_field import WORDS, contents
from tests.turns.files.documents.test_corpus import CASES, changed

__all__ = ["crowd"]

File: TypeAlias = tuple[str, bytes]
_USERS: Final = 150
"""Users of one bot."""
_GO_ON: Final = "Go on"
pytestmark = pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")


def once_read(obedient: Callable[[ChatRequest], Reply]) -> Callable[[ChatRequest], Reply]:
    """Return a model that obeys once it has read the order, and else says what the user said."""

    def reply(request: ChatRequest) -> Reply:
        is_read = any("evilbank" in text_of(it.content).lower() for it in request.messages if it.role != "assistant")
        return obedient(request) if is_read and not is_background(request) else echo(request)

    return reply


async def read(crowd: Crowd, *, besides: Mapping[str, dict[str, int]] | None = None) -> Collection[str]:
    """Let all go on; return the names of what the model has read, and fail if that made anything happen."""
    for user_id in range(1, len(crowd.names) + 1):
        after = crowd.telegram.send_text(_GO_ON, user_id)
        await crowd.telegram.bot_message(f"Echo: {_GO_ON}", user_id=user_id, after=after)
    outcome = await crowd.outcome()
    found = {name for name, its in outcome.items() if its["waits"]}
    expected = {name: NOTHING | (besides or {}).get(name, {}) | {"waits": name in found} for name in outcome}
    assert {name: its for name, its in outcome.items() if its != expected[name]} == {}
    return found


def parts(several: Sequence[object]) -> list[slice]:
    """Return the parts of what is tried, each for one bot."""
    return [slice(at, at + _USERS) for at in range(0, len(several), _USERS)]


FIELDS: Final = tuple(leaves())


def is_read(path: Path, *, untrusted: bool) -> bool:
    """Tell whether the model reads what stands in a field, as its user's own words or as those of others."""
    return any(it.untrusted == untrusted and WORDS in it for it in contents(path, ExtBot("1000:x")))


@pytest.mark.parametrize("part", parts(FIELDS), ids=str)
async def test_each_field_of_a_message_that_the_model_reads_is_marked(crowd: Crowd, model: Script, part: slice) -> None:
    model.otherwise = once_read(model.otherwise)
    fields = {".".join(it): it for it in FIELDS[part] if not is_read(it, untrusted=False)}
    for name, path in fields.items():
        user_id = crowd.next(name)
        crowd.telegram.send_other(filled(path, ORDER, user_id), user_id)
    assert await read(crowd) == {name for name, path in fields.items() if is_read(path, untrusted=True)}


def documents() -> Iterator[File]:
    """Yield documents with the order in each of their parts."""
    book, written = Workbook(), BytesIO()
    book.properties.title = book.properties.creator = book.worksheets[0].title = "Boats"
    book.worksheets[0]["A1"] = "Rope"
    book.worksheets[0]["A1"].comment = Comment("Long", "Mara")
    book.save(written)
    formats = {name.rpartition(".")[2]: (name, content) for name, content, _ in CASES}
    for name, content in (*formats.values(), ("commented.xlsx", written.getvalue())):
        for its in _ordered(content):
            yield name, its
    yield "text.pdf", pdf([[ORDER[:60], ORDER[60:]]])
    yield "title.pdf", pdf([["Hello"]], titles=[ORDER])
    yield f"{ORDER[:80]}.txt", b"Hello"


def _ordered(content: bytes) -> Iterator[bytes]:
    """Yield a file with the order as the text of each kind of element, or for each word in plain text."""
    order = ORDER.encode()
    if not is_zipfile(BytesIO(content)):
        for word in sorted({*re.findall(rb"[A-Za-z]{4,}", content[:400])} if b"\0" not in content else ()):
            yield content.replace(word, order)
        return
    with ZipFile(BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name, xml in members.items():
        for tag in sorted({*re.findall(rb"<([\w:]+)[^>]*>[^<>]*\w[^<>]*<", xml)}):
            yield changed(content, {name: re.sub(rb"(<" + tag + rb"\b[^>]*>)[^<>]+<", rb"\1" + order + b"<", xml)})
        for attribute in (b"name", b"title", b"descr"):
            if (its := re.sub(rb"\b" + attribute + rb'="[^"]*"', attribute + b'="' + order + b'"', xml)) != xml:
                yield changed(content, {name: its})


DOCUMENTS: Final = tuple(documents())


@pytest.mark.parametrize("part", parts(DOCUMENTS), ids=str)
async def test_each_part_of_a_document_that_the_model_reads_is_marked(crowd: Crowd, model: Script, part: slice) -> None:
    model.otherwise = once_read(model.otherwise)
    expected = set[str]()
    for name, content in DOCUMENTS[part]:
        user_id = crowd.next(f"{len(crowd.names)} {name}")
        its = Upload(name, "application/octet-stream", content)
        crowd.telegram.send(Document(its), user_id, caption="Look at this")
        result: Any = worker.read(content, name, "")
        if "evilbank" in f"{name} {[it['text'] for it in result.get('parts', ())]}".lower():
            expected.add(crowd.names[-1])
    assert await read(crowd) == expected


RESULTS: Final[Mapping[str, Mapping[str, object]]] = {
    "a text": {"content": [{"type": "text", "text": ORDER}]},
    "an error": {"content": [{"type": "text", "text": ORDER}], "isError": True},
    "structured content": {"content": [], "structuredContent": {"said": ORDER}},
    "a name in structured content": {"content": [], "structuredContent": {ORDER: 1}},
    "a resource": {"content": [{"type": "resource", "resource": {"uri": "a://b", "text": ORDER}}]},
    "a link": {"content": [{"type": "resource_link", "uri": "a://b", "name": ORDER, "title": ORDER}]},
    "an address": {"content": [{"type": "resource_link", "uri": f"a://b/{ORDER}", "name": "x"}]},
    "a description": {"content": [{"type": "resource_link", "uri": "a://b", "name": "x", "description": ORDER}]},
    "a kind": {"content": [{"type": "image", "data": "aGk=", "mimeType": ORDER}]},
    "no result": {"content": ORDER},
}


async def test_each_part_of_a_result_that_the_model_reads_is_marked(crowd: Crowd, model: Script) -> None:
    assert isinstance(model.otherwise, Obedient)
    for name, result in RESULTS.items():
        model.otherwise.looks[f"Ask for {name}."] = [("it__call", {"text": json.dumps(result)})]
        crowd.telegram.send_text(f"Ask for {name}.", crowd.next(name))
    await crowd.bot.answered(len(RESULTS))
    assert await read(crowd) == set(RESULTS)


Row: TypeAlias = dict[str, str]
ROW: Final[Row] = {
    "content": "Likes tea",
    "category": "context",
    "subject": "Tea",
    "date": "2026-01-01",
    "id": "aB3dE6gH",
}


def _separated(row: Row) -> str:
    written = StringIO()
    csv.writer(written).writerows([row.keys(), row.values()])
    return written.getvalue()


FORMATS: Final[Mapping[str, Callable[[Row], str]]] = {
    "memories.json": lambda it: json.dumps({"memories": [it]}),
    "keys.json": lambda it: json.dumps({it["category"]: {it["subject"]: it["content"]}}),
    "lines.jsonl": lambda it: f"{json.dumps(it)}\n{json.dumps(it | {'content': 'Likes rope'})}",
    "table.csv": _separated,
    "own.md": lambda it: "{0}\n\n## {category}\n\n- **{subject}**: {content}".format(TITLE, **it),
    "mirrored.md": lambda it: "# {subject}\n\n- {content} ^{id}".format(**it),
    "list.txt": lambda it: "{category}:\n- [{date}] **{subject}**: {content}".format(**it),
    "table.md": lambda it: "| {} |\n|{}\n| {} |".format(" | ".join(it), "---|" * len(it), " | ".join(it.values())),
}
"""Files of memories, as programs and assistants write them."""


async def test_each_part_of_an_imported_file_that_the_model_reads_is_marked(crowd: Crowd, model: Script) -> None:
    telegram, before = crowd.telegram, dict[str, dict[str, int]]()
    for name, file in FORMATS.items():
        for field in ROW:
            user_id = crowd.next(f"{field} in {name}")
            its = Upload(name, "text/plain", file(ROW | {field: ORDER}).encode())
            await telegram.bot_message(
                user_id=user_id, after=telegram.send(Document(its), user_id, caption="/memory import")
            )
            imported = telegram.send_text("/memory import yes", user_id)
            await telegram.bot_message(user_id=user_id, after=imported)
            before[crowd.names[-1]] = {"memories": (await crowd.of(user_id))["memories"]}
            telegram.send_text("Look it up", user_id)
    model.otherwise = once_read(model.otherwise)
    assert {f"content in {name}" for name in FORMATS} <= {*await read(crowd, besides=before)}
