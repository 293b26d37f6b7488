"""Markdown that is still being written: what is open is closed, what is half a marker waits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.telegram.formatting.markdown import Document

_LONGEST_TAIL = 5000
"""A longer last block fills more than the message that shows it: its end is not seen."""

_LEAVES = ("Paragraph", "Item", "HtmlBlock", "Heading", "CodeBlock")
_FENCE_LINE = re.compile(r"(?:^|(?<=\n))[ \t>]*(?:`+|~+)[ \t]*\Z")
_MARKER_LINE = re.compile(
    r"(?:^|(?<=\n))[ \t]*(?:[-*+_=#~`|:>\[\]()!\\<$ \t]+|\d{1,9}[.)]|[-*+][ \t]+\[[ xX]?\]?)[ \t]*\Z"
)
_TABLE_HEAD = re.compile(r"(?:(?:^|(?<=\n))[ \t>]*\|[^\n]*\n?){1,2}\Z")
_TOKEN = re.compile(
    r"\\?<(?=(?:[A-Za-z/!][^<>\n]*)?\Z)|\\[(\[]|\$\$?|\\.?|`+|\*+|_+|~+|!?\[|\]\(?"
    r"|(?<![|\w])\|\|(?=[^\s|][^|\n]*\|?\Z)|\|+\Z",
    re.DOTALL,
)
_FORMULA_ENDS = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
_FORMULA_START = re.compile(r"(?=[^\s$\d])[^$\n]*?(?:\\[A-Za-z]|\^|_\{)|[A-Za-z]_\Z")
_LONGEST_FORMULA = 300
_NAME = re.compile(r"[a-z0-9_]*\Z")
_ADDRESS = re.compile(r"[^\s()]*(?:\([^\s()]*\)[^\s()]*)*(?:\([^\s()]*\Z)?(?:[ \t]+\"[^\"\n]*\"?)?[ \t]*(?P<end>\))?")
_OPENERS = {run: (run,) for run in ("*", "**", "_", "__", "~~")} | {"***": ("**", "*"), "___": ("__", "_")}
_MARKER_CHARACTERS = "*_~|![\\ \t\n"
_CITATION = re.compile(r"\^?\d*")


def finished(document: Document) -> str:
    """Give Markdown which shows what has been written so far as it is probably meant."""
    source = document.source.decode()
    leaf, start = _last_leaf(document)
    head, tail = source[:start], source[start:]
    if leaf == "CodeBlock":
        return head + _FENCE_LINE.sub("", tail) if "\n" in tail else head
    if len(tail) > _LONGEST_TAIL or "\n\n" in tail.lstrip("\n"):
        return source
    if leaf != "TableCell":
        tail = _TABLE_HEAD.sub("", _MARKER_LINE.sub("", tail))
    elif "\n" in tail:
        return source
    return head + _Inline(tail).closed()


def _last_leaf(document: Document) -> tuple[str, int]:
    """Find the kind of the last block that holds text and where in the source, in characters, it starts."""
    for event, where in reversed(document.events):
        if isinstance(event, str) or "Start" not in event:
            continue
        tag = event["Start"]
        leaf = tag if isinstance(tag, str) else next(iter(tag))
        if leaf == "TableCell":
            return leaf, len(document.source[: where["start"]].decode())
        if leaf in _LEAVES:
            after = document.source[where["end"] :]
            start = where["end"] if after.strip() else where["start"]
            return ("" if after.strip() else leaf, len(document.source[:start].decode()))
    return "", 0


@dataclass(slots=True)
class _Inline:
    """The text of one block, whose open markers are found and closed."""

    text: str
    open: list[tuple[str, int]] = field(default_factory=list)
    dropped: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0

    def closed(self) -> str:
        """Close what is open and leave out what has only begun."""
        self.end = len(self.text)
        at = 0
        while at < self.end and (token := _TOKEN.search(self.text, at, self.end)):
            at = self._take(token)
        self._leave_out_what_only_began()
        brackets = [(start, start + len(marker)) for marker, start in self.open if marker.endswith("[")]
        closers = "".join(marker for marker, _ in reversed(self.open) if not marker.endswith("["))
        text = "".join(self._kept(sorted(self.dropped + brackets)))
        return text.rstrip() + closers if closers else text

    def _leave_out_what_only_began(self) -> None:
        """Cut off markers behind which nothing stands yet, since what follows them waits."""
        begun = (start for _, start in self.open if not self.text[start : self.end].strip(_MARKER_CHARACTERS))
        self.end = min(begun, default=self.end)
        self.open = [(marker, start) for marker, start in self.open if start < self.end]
        self.dropped = [(start, end) for start, end in self.dropped if start < self.end]

    def _take(self, token: re.Match[str]) -> int:
        """Note what the token opens or closes, and give where to read on."""
        marker, start, end = token.group(), token.start(), token.end()
        if "<" in marker:
            self.end = start
        elif marker[0] == "`":
            return self._take_code(marker, start)
        elif marker in _FORMULA_ENDS:
            return self._take_formula(marker, start)
        elif marker[0] == "|":
            self._take_spoiler(marker, start)
        elif marker.endswith("["):
            self._take_opening_bracket(marker, start)
        elif marker[0] == "]":
            return self._take_bracket(marker, start)
        elif marker[0] in "*_~":
            self._take_emphasis(marker, start)
        elif marker == "\\":
            self.dropped.append((start, end))
        return end

    def _take_code(self, marker: str, start: int) -> int:
        begin = start + len(marker)
        if closing := re.compile(f"(?<!`){marker}(?!`)").search(self.text, begin):
            return closing.end()
        if self.text[begin:].strip("` \n"):
            self.open.append((marker, start))
            self.end = len(self.text.rstrip("`"))
        else:
            self.end = start
        return self.end

    def _take_formula(self, marker: str, start: int) -> int:
        """Pass over a formula; one that is not complete waits."""
        begin = start + len(marker)
        if marker == "$" and not _FORMULA_START.match(self.text, begin):
            return begin
        closing = self.text.find(_FORMULA_ENDS[marker], begin)
        if closing >= 0:
            return closing + len(marker)
        if len(self.text) - begin <= _LONGEST_FORMULA:
            self.end = start
        return begin

    def _take_spoiler(self, marker: str, start: int) -> None:
        if start + len(marker) == len(self.text):
            self.dropped.append((start, len(self.text)))
        else:
            self.open.append((marker, start))
            self.end = len(self.text.rstrip("|"))

    def _take_opening_bracket(self, marker: str, start: int) -> None:
        """Note a bracket; a footnote's mark that is not complete waits."""
        if self.text[start + 1 : start + 2] == "^" and "]" not in self.text[start:]:
            self.end = start
        else:
            self.open.append((marker, start))

    def _take_bracket(self, marker: str, start: int) -> int:
        """Close a bracket; of a link whose address is not complete, only the text stays."""
        end = start + len(marker)
        opened = next((i for i in reversed(range(len(self.open))) if self.open[i][0].endswith("[")), None)
        if opened is None:
            return start + 1
        bracket, at = self.open[opened]
        del self.open[opened:]
        address = _ADDRESS.match(self.text, end) if marker == "](" else None
        if address and address["end"]:
            return address.end()
        content = self.text[at + len(bracket) : start]
        if (address or not _CITATION.fullmatch(content)) and (address.end() if address else end) == len(self.text):
            self.dropped.append((at, at + len(bracket)))
            self.end = start
        return end

    def _take_emphasis(self, marker: str, start: int) -> None:
        before, after = self.text[:start][-1:], self.text[start + len(marker) :][:1]
        left = len(marker)
        if before and not before.isspace():
            left = self._close(marker[0], left)
        in_word = before.isalnum() and after.isalnum() and marker != "**"
        if not after:
            self.dropped.append((start + len(marker) - left, start + len(marker)))
        elif marker == "__" and _NAME.match(self.text, start):
            return  # perhaps a name like `__init__`
        elif left and not after.isspace() and not in_word:
            self.open.extend((opener, start) for opener in _OPENERS.get(marker[:left], ()))

    def _close(self, char: str, left: int) -> int:
        """Close what `left` characters close, and give how many remain."""
        for index in reversed(range(len(self.open))):
            marker, _ = self.open[index]
            if marker.endswith("["):
                break
            if marker[0] == char:
                if len(marker) > left:
                    break
                left -= len(marker)
                del self.open[index]
        return left

    def _kept(self, dropped: list[tuple[int, int]]) -> Iterator[str]:
        at = 0
        for start, end in dropped:
            yield self.text[at:start]
            at = end
        yield self.text[at : self.end]
