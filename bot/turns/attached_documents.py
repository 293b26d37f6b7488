"""Documents in a user's message: what fits is there, of the rest the outline, and how to read on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from bot.kit.prompt_text import OthersText, PromptText, joined, others
from bot.model.tokens import tokens_of_bytes
from bot.store.engine import Transaction
from bot.turns.message_text import of_file
from bot.turns.store import documents as stored
from bot.turns.values.attachments import Attachment, OutlinedPart, document_id

READ: Final = "read_document"
"""The tool that reads on."""
MOST_LINES: Final = 40
"""Most lines of an outline; more parts than that share a line."""
_LINE_CHARACTERS: Final = 90
_CHARACTERS_A_TOKEN: Final = 3
"""Characters of a part that is cut, per token: fewer than in most texts."""
_CUT: Final = " …"


@dataclass(frozen=True, slots=True)
class DocumentRoom:
    """The tokens for a message's documents, and whether the conversation has the tools to read on."""

    most_tokens: int
    can_read_on: bool


async def documents_shown(tx: Transaction, documents: Sequence[Attachment], of: DocumentRoom) -> dict[UUID, PromptText]:
    """Render the documents of a message within its room, by the ids of their files."""
    outlines = {it.id: await stored.outline(tx, it.id) for it in documents}
    room = shares({key: _tokens(outline) for key, outline in outlines.items()}, of.most_tokens)
    return {it.id: await _shown(tx, it, outlines[it.id], room[it.id], can_read_on=of.can_read_on) for it in documents}


def shares(wanted: Mapping[UUID, int], most: int) -> dict[UUID, int]:
    """Divide tokens among documents evenly; what a small one leaves, the larger ones get. Pure."""
    given: dict[UUID, int] = {}
    for key in sorted(wanted, key=lambda it: wanted[it]):
        given[key] = min(wanted[key], (most - sum(given.values())) // (len(wanted) - len(given)))
    return given


def outline_lines(parts: Sequence[OutlinedPart]) -> str:
    """Render an outline in at most MOST_LINES lines. Pure."""
    together = -(-len(parts) // MOST_LINES)
    groups = [parts[at : at + together] for at in range(0, len(parts), together or 1)]
    return "\n".join(f"{_numbers(group)}: {group[0].label[:_LINE_CHARACTERS]}" for group in groups)


async def _shown(
    tx: Transaction, attachment: Attachment, outline: Sequence[OutlinedPart], room: int, *, can_read_on: bool
) -> PromptText:
    name, total = f"document {document_id(attachment.id)}", len(outline)
    known_as = f", {name}" if can_read_on else ""
    fitting = max(1, sum(_tokens(outline[: at + 1]) <= room for at in range(total)))
    text = "\n\n".join(await stored.texts(tx, attachment.id, 1, fitting))
    is_cut = _tokens(outline[:fitting]) > room
    if is_cut:
        text = text[: room * _CHARACTERS_A_TOKEN] + _CUT
    if fitting == total and not is_cut:
        return others(of_file(attachment, text, known_as))
    shown = f"{'the beginning of part 1' if is_cut else _parts(outline[:fitting])} of {total}"
    if not can_read_on:
        return others(of_file(attachment, text, f"; {shown}, the rest can't be read here"))
    rest = outline if is_cut else outline[fitting:]
    how = f"{name}; read {_parts(rest)} with {READ}, or look for words in all of it"
    outlined = OthersText(outline_lines(rest), f"outline of {how}")
    return joined([others(of_file(attachment, text, f"{known_as}; {shown}")), others(outlined)])


def _tokens(parts: Sequence[OutlinedPart]) -> int:
    return tokens_of_bytes(sum(part.size for part in parts))


def _parts(parts: Sequence[OutlinedPart]) -> str:
    return f"part {_numbers(parts)}" if len(parts) == 1 else f"parts {_numbers(parts)}"


def _numbers(parts: Sequence[OutlinedPart]) -> str:
    first, last = parts[0].number, parts[-1].number
    return str(first) if first == last else f"{first} to {last}"
