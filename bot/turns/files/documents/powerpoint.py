"""PowerPoint presentations, slide by slide."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from typing import Any

from pptx.package import Package

from bot.kit.text import one_line
from bot.turns.files.documents.sections import Section, table


def sections(content: bytes) -> Iterator[Section]:
    """Yield the slides of a presentation, with the speaker's notes."""
    presentation: Any = Package.open(BytesIO(content)).main_document_part.presentation
    for number, slide in enumerate(presentation.slides, 1):
        title_shape = slide.shapes.title
        title = one_line(title_shape.text_frame.text) if title_shape is not None else ""
        blocks = [f"## Slide {number}{': ' if title else ''}{title}"]
        blocks += _blocks(
            shape for shape in slide.shapes if title_shape is None or shape.shape_id != title_shape.shape_id
        )
        if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) and frame.text.strip():
            blocks.append(f"Notes: {frame.text.strip()}")
        yield Section(text="\n\n".join(blocks), heading=title, unit="slide", first=number, last=number)


def _blocks(shapes: Iterable[Any]) -> Iterator[str]:
    for shape in shapes:
        if hasattr(shape, "shapes"):  # a group
            yield from _blocks(shape.shapes)
        elif getattr(shape, "has_table", False):
            yield table([[cell.text for cell in row.cells] for row in shape.table.rows])
        elif getattr(shape, "has_chart", False):
            yield from _chart(shape.chart)
        elif shape.has_text_frame and shape.text_frame.text.strip():
            paragraphs = (paragraph for paragraph in shape.text_frame.paragraphs if paragraph.text.strip())
            yield "\n".join(f"{'  ' * it.level}- {one_line(it.text)}" for it in paragraphs)


def _chart(chart: Any) -> Iterator[str]:
    with suppress(AttributeError, LookupError, TypeError, ValueError):  # some kinds of charts have no categories
        for plot in chart.plots:
            series = list(plot.series)
            rows = zip(plot.categories, *(one.values for one in series), strict=False)
            header = ["", *(str(one.name) for one in series)]
            yield table([header, *([str(value) for value in row] for row in rows)])
