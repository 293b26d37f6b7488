"""Word documents (WordprocessingML, ECMA-376 part 1, 17)."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, Final

from docx.document import Document
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.part import PartFactory
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml
from docx.package import Package
from docx.parts.document import DocumentPart

from bot.turns.files.documents.sections import Section, by_headings, table

_OF_MAIN_PARTS: Final = (
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
)
_LEFT_OUT: Final = frozenset(
    {
        *(qn(f"w:{name}") for name in ("del", "moveFrom", "instrText", "pPr", "rPr", "tbl")),
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",  # the same once more
    }
)
_CHARACTERS: Final[Mapping[str, str]] = {
    qn("w:tab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
    qn("w:p"): "\n",
}
"""Elements that stand for a character; a paragraph within one is a text box's."""
_MOST_LEVEL: Final = 6


def sections(content: bytes) -> Iterator[Section]:
    """Yield the sections of a Word document."""
    for content_type in _OF_MAIN_PARTS:
        PartFactory.part_type_for[content_type] = DocumentPart
    part = Package.open(BytesIO(content)).main_document_part
    if part.content_type not in {CONTENT_TYPE.WML_DOCUMENT_MAIN, *_OF_MAIN_PARTS}:
        raise ValueError(part.content_type)
    yield from by_headings("\n\n".join(filter(None, _Word(part.document).blocks())))


class _Word:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._lists = {style.style_id for style in document.styles if (style.name or "").startswith("List ")}
        self._levels = {style.style_id: level for style in document.styles if (level := _level(style.name or ""))}

    def blocks(self) -> Iterator[str]:
        """Yield paragraphs and tables, then the footnotes."""
        yield from self._blocks(self._document.element.body)
        for relation in self._document.part.rels.values():
            if relation.reltype == RELATIONSHIP_TYPE.FOOTNOTES and not relation.is_external:
                for note in parse_xml(relation.target_part.blob).iter(qn("w:footnote")):
                    if text := self._text(note).strip():
                        yield f"[^{note.get(qn('w:id'))}]: {text}"

    def _blocks(self, parent: Any) -> Iterator[str]:
        for element in parent:
            if element.tag == qn("w:p"):
                yield self._paragraph(element)
            elif element.tag == qn("w:tbl"):
                yield table([[self._cell(cell) for cell in row.iter(qn("w:tc"))] for row in element.iter(qn("w:tr"))])
            elif element.tag not in _LEFT_OUT:
                yield from self._blocks(element)

    def _paragraph(self, element: Any) -> str:
        text = self._text(element).strip()
        properties = element.find(qn("w:pPr"))
        if properties is None or not text:
            return text
        style, numbering = properties.find(qn("w:pStyle")), properties.find(qn("w:numPr"))
        style_id = style.get(qn("w:val")) if style is not None else None
        level = self._levels.get(style_id, 0)
        if level:
            return f"{'#' * level} {' '.join(text.split())}"
        if numbering is not None:
            depth = numbering.find(qn("w:ilvl"))
            indent = "  " * min(int(depth.get(qn("w:val"), "0")), _MOST_LEVEL) if depth is not None else ""
            return f"{indent}- {text}"
        return f"- {text}" if style_id in self._lists else text

    def _cell(self, cell: Any) -> str:
        return " ".join(filter(None, (self._text(paragraph).strip() for paragraph in cell.iter(qn("w:p")))))

    def _text(self, parent: Any) -> str:
        return "".join(self._texts(parent))

    def _texts(self, parent: Any) -> Iterator[str]:
        for element in parent:
            if element.tag == qn("w:t"):
                yield element.text or ""
            elif element.tag == qn("w:footnoteReference"):
                yield f"[^{element.get(qn('w:id'))}]"
            elif element.tag == qn("w:hyperlink"):
                yield self._link(element)
            elif element.tag not in _LEFT_OUT:
                yield _CHARACTERS.get(element.tag, "")
                yield from self._texts(element)

    def _link(self, element: Any) -> str:
        text = self._text(element)
        relation = self._document.part.rels.get(element.get(qn("r:id")) or "")
        return f"[{text}]({relation.target_ref})" if relation and relation.is_external and text else text


def _level(style: str) -> int:
    """Return the level of a style's headings, 0 if it isn't for headings. Its name is English in every language."""
    name, _, number = style.casefold().partition(" ")
    if name == "heading" and number.isdecimal():
        return min(int(number), _MOST_LEVEL)
    return 1 if name == "title" else 0
