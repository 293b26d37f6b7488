"""The tool that reads documents which the user sent."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import Field, StringConstraints

from bot.feature import Feature
from bot.kit.language import mark
from bot.kit.prompt_text import OthersText, others, own
from bot.store.engine import Transaction
from bot.turns.attached_documents import READ
from bot.turns.store import documents as stored
from bot.turns.store.documents import search
from bot.turns.tools.tool import Caller, Family, OptionalQuery, Outcome, Tool, ToolArguments
from bot.turns.values.attachments import ID_CHARACTERS

FOUND: Final = 6
"""Most parts that a search names."""
_NO_DOCUMENT: Final = (
    "There is no document with this id. A document's id stands beside its name; older ones may be gone."
)
_WHOSE: Final = "a document"
_NOTHING: Final = "Nothing was found in this document. Fewer words, or other words for it, may find more."


class ReadDocument(ToolArguments):
    """Arguments of read_document."""

    id: Annotated[
        str, StringConstraints(min_length=ID_CHARACTERS, max_length=ID_CHARACTERS, to_lower=True, strip_whitespace=True)
    ]
    part: int = 1
    words: OptionalQuery = Field("", description="Find these instead")


def document_tools() -> Family:
    """Return the tool for documents. What it returns is marked as not the user's words."""
    read = Tool(
        name=READ,
        description="Read a part of a document from the user, or find words in it.",
        arguments=ReadDocument,
        run=_read,
        former={"search_document": dict},
    )
    return Family(name="documents", purpose=mark("Read documents that you sent."), tools=[read], is_system=True)


async def _read(tx: Transaction, caller: Caller, arguments: ReadDocument) -> Outcome:
    document = await stored.find(tx, caller.owner, arguments.id)
    if document is None:
        return Outcome(own(_NO_DOCUMENT))
    if arguments.words:
        return await _found(tx, document, arguments.words)
    outline = await stored.outline(tx, document)
    if not 1 <= arguments.part <= len(outline):
        return Outcome(own(f"There is no such part: they are numbered 1 to {len(outline)}."))
    (text,) = await stored.texts(tx, document, arguments.part, arguments.part)
    place = f"[part {arguments.part} of {len(outline)}, {outline[arguments.part - 1].label}]"
    return Outcome(others(OthersText(f"{place}\n{text}", _WHOSE)))


async def _found(tx: Transaction, document: UUID, words: str) -> Outcome:
    found = await search(tx, document, words, limit=FOUND, most=300)
    lines = [f"[part {part.number}, {part.label}] {part.excerpt.text}" for part in found]
    return Outcome(others(OthersText("\n".join(lines), _WHOSE)) if lines else own(_NOTHING))


FILES = Feature(name="files", families=lambda _: [document_tools()])
