"""An answer as rich messages, each with the texts that take its place where Telegram doesn't take it. Pure."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.telegram import rich
from bot.telegram.formatting.blocks import Placed, blocks_of, rich_text, unmarked
from bot.telegram.formatting.imitations import without_receipts
from bot.telegram.formatting.markdown import parse
from bot.telegram.formatting.rendering import render
from bot.telegram.formatting.rich_text import RichText, concat
from bot.telegram.formatting.splitting import split
from bot.telegram.rich import Block, Blocks, Json
from bot.telegram.texts import Rich, Text, standing_for

_GAINING = frozenset({"table", "details", "mathematical_expression"})


def enriched(markdown: str, below: RichText | None, texts: Sequence[Text]) -> list[Text]:
    """Return an answer's texts with the rich messages that show it better; unchanged if none does.

    It gains by a table, a task list, a formula or details, or where it is longer than one message. A longer one than a
    rich message is cut between its blocks. What Keepsake adds `below` is a footer.
    """
    document = parse(markdown, keeps=True)
    placed = blocks_of(document)
    if not placed or not (len(texts) > 1 or any(_gains(it.block) for it in placed)):
        return [*texts]
    footer = footer_of(below)
    chunks = [*_chunks(placed, footer)]
    if len(chunks) == 1:
        return standing_for(texts, _rich([*_blocks(chunks[0]), *footer]))
    begins = [0, *(chunk[0].start for chunk in chunks[1:]), len(document.source)]
    done: list[Text] = []
    for chunk, (begin, end) in zip(chunks, pairwise(begins), strict=True):
        is_last = chunk is chunks[-1]
        words = without_receipts(render(parse(unmarked(document.source[begin:end]))))
        both = concat([words, "\n\n", below]) if is_last and below else words
        done += standing_for([*split(both)], _rich([*_blocks(chunk), *(footer if is_last else [])]))
    return done


def footer_of(lines: RichText | None) -> Blocks:
    """Return lines as the footer of a rich message."""
    return [{"type": rich.FOOTER, "text": rich_text(lines)}] if lines and lines.text.strip() else []


def _rich(blocks: Blocks) -> Rich | None:
    return Rich(blocks) if rich.size_of(blocks).fits else None


def _chunks(placed: Sequence[Placed], footer: Blocks) -> Iterator[Sequence[Placed]]:
    """Yield blocks for one message each, as many as fit; one that doesn't fit into any is alone."""
    chunk: list[Placed] = []
    size = least = rich.size_of(footer)
    for it in placed:
        more = rich.size_of([it.block])
        if chunk and not (size + more).fits:
            yield chunk
            chunk, size = [], least
        chunk.append(it)
        size += more
    yield chunk


def _blocks(placed: Sequence[Placed]) -> list[Block]:
    return [it.block for it in placed]


def _gains(value: Json) -> bool:
    """Tell whether a block has something that a text with entities can't show as well."""
    match value:
        case {"type": str(kind)} if kind in _GAINING:
            return True
        case {"has_checkbox": True}:
            return True
        case {}:
            return any(map(_gains, value.values()))
        case [*parts]:
            return any(map(_gains, parts))
        case _:
            return False
