"""Removal of what models write besides their answer: channels, reasoning, time stamps, calls. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.kit.text import clean
from bot.model.bounds import without_repeats
from bot.model.written_calls import BEGINNING, NO_TOOLS, TAGS, Offered, is_part_of_call, may_be_call, outside_code

_OPENINGS: Final = ("<|channel|>", "<|start|>assistant")
_ENDING: Final = re.compile(r"<\|(?:end|call|return)\|>|(?=<\|(?:start|channel)\|>)")
_MESSAGE: Final = "<|message|>"
_TOOL: Final = re.compile(r"\bto=([^\s<]+)")
_TOKEN_BEGUN: Final = re.compile(r"<(?:\|\w{0,10}\|?)?\Z")
_LONGEST_HEADER: Final = 500
_NAMES = "(?i:think|thinking|thought|reasoning)"
_OPENING = re.compile(rf"<({_NAMES})>|\[(THINK)\]")
_CLOSING = rf"</{_NAMES}>|\[/THINK\]"
_TAG = re.compile(rf"(?P<closing>{_CLOSING})|{_OPENING.pattern}")
_BARE_ANALYSIS = re.compile("analysis(?=[A-Z])")
_BARE_FINAL = re.compile("assistantfinal")
"""What is left of the channels of gpt-oss where a server takes their markup off."""
_THINKING_TAGS = ("<think>", "<thinking>", "<thought>", "<reasoning>", "[think]")
_LATER_OPENING = re.compile(rf"[ \t]*(?:{_OPENING.pattern})")
_LONGEST_TAG = len("assistantfinal")
_LONGEST_HELD = 24
_READ_AT_ONCE = 1_000
_CALL_TAG = re.compile("|".join(map(re.escape, TAGS)))
_HIDDEN_BEGUN = re.compile(rf"^[ \t]*(?:<{_NAMES}>|\[THINK\])|{_CALL_TAG.pattern}", re.MULTILINE)
_HIDDEN_TAGS = (*_THINKING_TAGS, *map(str.lower, TAGS))
_TAG_BEGUN = re.compile(r"[<\[]\w*\Z")
_HELD = re.compile(r"(?:[<\[][/|]?\w{0,20}\|?|`+)\Z")
"""The end of a partial answer that may be a part of a tag, a token or a fence."""
_BEGINNINGS = (
    "<|im_start|>assistant",
    "<|begin_of_text|>",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<start_of_turn>model",
    "<|assistant|>",
)
"""Tokens before a message in the forms of chats that models were trained on."""
_ENDS = re.compile(
    r"(?:\s*<(?:\|(?:im_end|im_start|eot_id|eom_id|end_of_text|endoftext|end|return|call|user)\|"
    r"|end_of_turn|/s|\uff5cend\u2581of\u2581sentence\uff5c)>)+\s*\Z"
)
"""Tokens after a message in these forms."""
_HALF_A_CHARACTER = re.compile(r"[\ud800-\udbff\ufffd]+\Z")
_LONGEST_END = 400
_STAMP = "[aaa 00 aaa 0000, 00:00]"
"""Pattern of the time stamp at the start of each user message, which some models copy."""
_STAMP_LINE = re.compile(r"[ \t]*\[[A-Za-z]{3} \d\d [A-Za-z]{3} \d{4}, \d\d:\d\d\][ \t]*(?:\n|\Z)", re.ASCII)
_LEFT_OUT_BEGUN = (" ", "\t", "<", "[", "{")
"""What the lines after the first begin with that may be left out, beside calls."""


class Kind(Enum):
    """What a part of an answer is."""

    TEXT = auto()
    REASONING = auto()
    TOOL = auto()
    """The name of a tool that is called."""
    ARGUMENTS = auto()
    """A piece of the arguments of that call."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an answer."""

    kind: Kind
    text: str


class Channels:
    """Reads the messages of a text that begins with channels: `analysis` is reasoning, one `to` a tool its call."""

    def __init__(self) -> None:
        self._unread = ""
        self._is_plain: bool | None = None
        """Whether the text has no channels; None until that is known."""
        self._message: Kind | None = None
        """What the message is that is being read; None between messages."""

    def read(self, piece: str) -> Iterator[Part]:
        """Yield the parts that a piece completes."""
        if self._is_plain is None:
            piece, self._unread = self._unread + piece, ""
            begun = piece.lstrip()
            if any(it != begun and it.startswith(begun) for it in _OPENINGS):
                self._unread = piece
                return
            self._is_plain = not begun.startswith(_OPENINGS)
        if self._is_plain:
            yield Part(Kind.TEXT, piece)
            return
        self._unread += piece
        yield from self._messages()

    def end(self) -> Iterator[Part]:
        """Yield what is left when the text has ended."""
        rest, self._unread = self._unread, ""
        if rest and self._message:
            yield Part(self._message, rest)
        elif rest and self._is_plain is None:
            yield Part(Kind.TEXT, rest)

    def _messages(self) -> Iterator[Part]:
        while self._unread:
            if self._message:
                ending = _ENDING.search(self._unread)
                begun = None if ending else _TOKEN_BEGUN.search(self._unread)
                end = ending.start() if ending else begun.start() if begun else len(self._unread)
                if end:
                    yield Part(self._message, self._unread[:end])
                self._unread = self._unread[ending.end() if ending else end :]
                if not ending:
                    return
                self._message = None
                continue
            header, found, rest = self._unread.partition(_MESSAGE)
            if not found and len(header) < _LONGEST_HEADER:
                return
            tool = _TOOL.search(header)
            self._message = Kind.ARGUMENTS if tool else Kind.REASONING if "|>analysis" in header else Kind.TEXT
            self._unread = rest if found else header
            yield Part(Kind.TOOL, tool[1]) if tool else Part(self._message, "\n\n")


class _Place(Enum):
    """Where in an answer the reader is."""

    BEGINNING = auto()
    """Before its first word."""
    LINE_START = auto()
    LINE = auto()


class AnswerText:
    """The text of an answer as it comes in, without reasoning in tags, copied time stamps, and tokens around it.

    Reasoning is at the beginning or on lines of its own. Tags inside a line or in code belong to the answer. Each
    character is read once, and not before that is needed.
    """

    def __init__(self, offered: Offered = NO_TOOLS) -> None:
        self._offered = offered
        self._left_out_begun = (*_LEFT_OUT_BEGUN, *{name[0] for name in offered})
        self._unread: list[str] = []
        self._rest = ""
        """What can't be told apart yet."""
        self._answer: list[str] = []
        self._size = 0
        self._place = _Place.BEGINNING
        self._in_code = False
        self._reasoning: list[str] = []
        self._thought: list[str] = []
        """The reasoning that has begun."""
        self._end: re.Pattern[str] | None = None
        """The end of the reasoning that has begun; None while none has."""
        self._reads_reasoning = True
        """Whether tags on lines of their own are read."""
        self._may_lack_opening = True
        """Whether the first tag may still be a closing one, so that all before it is reasoning."""
        self._most_shown: int | None = None
        """Where in the answer something begins that is not to be shown: a call."""

    def add(self, piece: str) -> None:
        """Add the next piece."""
        self._unread.append(piece)
        if self._place is _Place.BEGINNING:
            self._read()

    @property
    def is_reasoning(self) -> bool:
        """Whether it is nothing but reasoning so far."""
        return self._place is _Place.BEGINNING and (self._end is not None or bool(self._reasoning))

    @property
    def reasoning(self) -> str:
        """The reasoning that is written into it, without its tags."""
        is_begun = self._end is not None and self._place is _Place.BEGINNING
        begun = ["".join((*self._thought[1:], self._rest))] if is_begun else []
        return "\n\n".join(filter(None, (it.strip() for it in (*self._reasoning, *begun))))

    def shown(self) -> str:
        """Return what can be shown so far, which stays, except for reasoning without an opening tag."""
        self._read()
        if self._most_shown == 0:
            return ""
        text = self._so_far()
        if self._most_shown is not None:
            text = text[: self._most_shown]
        elif self._place is _Place.LINE and not _may_hide(self._rest):
            text += self._rest
        return clean(_without_end(text))

    def whole(self, *, repeats: bool = False) -> str:
        """Return it when all has come; with one copy of its end if that `repeats` itself."""
        self._read(is_end=True)
        text = self._so_far()
        return clean(_without_end(without_repeats(text) if repeats else text)).strip()

    def _so_far(self) -> str:
        self._answer = ["".join(self._answer)]
        return self._answer[0]

    def _read(self, *, is_end: bool = False) -> None:
        unread = "".join(self._unread)
        self._unread.clear()
        for at in range(0, len(unread), _READ_AT_ONCE):  # as what was read is cut off what wasn't
            self._rest += unread[at : at + _READ_AT_ONCE]
            self._read_on(is_end=False)
        if not is_end:
            return
        self._read_on(is_end=True)
        if self._end is not None and self._place is not _Place.BEGINNING:  # what has no end is text
            self._unread, self._rest = [*self._thought, self._rest], ""
            self._end, self._reads_reasoning = None, False
            self._read(is_end=True)

    def _read_on(self, *, is_end: bool) -> None:
        while self._rest and self._read_next(is_end=is_end):
            pass

    def _read_next(self, *, is_end: bool) -> bool:
        """Read a part; return whether there may be more to read."""
        if self._end is not None:
            return self._read_reasoning(self._end)
        match self._place:
            case _Place.BEGINNING:
                return self._read_beginning(is_end=is_end)
            case _Place.LINE_START:
                return self._read_line_start(is_end=is_end)
            case _Place.LINE:
                return self._read_line(is_end=is_end)

    def _read_beginning(self, *, is_end: bool) -> bool:
        self._rest = begun = self._rest.lstrip()
        if opening := _OPENING.match(begun):
            self._begin_reasoning(opening, _end_of(opening))
        elif opening := _BARE_ANALYSIS.match(begun):
            self._begin_reasoning(opening, _BARE_FINAL)
        elif _shape(begun[: len(_STAMP)]) == _STAMP:
            self._rest = begun[len(_STAMP) :]
        elif token := next(filter(begun.startswith, _BEGINNINGS), ""):
            self._rest = begun.removeprefix(token)
        elif not is_end and (_may_be_left_out(begun) or any(it.startswith(begun) for it in (*_BEGINNINGS, "analysis"))):
            return False
        else:
            self._place = _Place.LINE_START
        return True

    def _begin_reasoning(self, opening: re.Match[str], end: re.Pattern[str]) -> None:
        self._thought, self._end, self._rest = [opening[0]], end, self._rest[opening.end() :]
        self._may_lack_opening = False

    def _read_reasoning(self, end: re.Pattern[str]) -> bool:
        found = end.search(self._rest)
        at = found.start() if found else max(0, len(self._rest) - _LONGEST_TAG)
        self._thought.append(self._rest[:at])
        self._rest = self._rest[found.end() if found else at :]
        if found:
            self._reasoning.append("".join(self._thought[1:]))
            self._end = None
            self._place = _Place.BEGINNING if self._place is _Place.BEGINNING else _Place.LINE
        return found is not None

    def _read_line_start(self, *, is_end: bool) -> bool:
        if not self._in_code and (self._size == 0 or self._rest.startswith(self._left_out_begun)):
            if self._reads_reasoning and (opening := _LATER_OPENING.match(self._rest)):
                self._begin_reasoning(opening, _end_of(opening))
                return True
            stamp = _STAMP_LINE.match(self._rest)
            if stamp and (is_end or stamp[0].endswith("\n")):
                self._rest = self._rest[stamp.end() :]
                return True
            may_begin = self._size == 0 or self._rest[:1] in "{[" or self._rest[:1].isalpha()
            is_shown = self._most_shown is None and may_begin
            begins_call = is_shown and may_be_call(self._rest[:BEGINNING], self._offered)
            is_short_call = begins_call and len(self._rest) < BEGINNING
            if not is_end and (stamp or _may_be_left_out(self._rest) or is_short_call):
                return False
            if begins_call:
                self._most_shown = self._size
        self._place = _Place.LINE
        return True

    def _read_line(self, *, is_end: bool) -> bool:
        end = self._rest.find("\n") + 1
        held = None if end or is_end else _HELD.search(self._rest[-_LONGEST_HELD:])
        line = self._rest[: end or len(self._rest) - len(held[0] if held else "")]
        if self._may_lack_opening and (tag := _TAG.search(line)):
            self._may_lack_opening = False
            if tag["closing"]:
                self._begin_anew(line[: tag.start()], tag.end())
                return True
        if self._most_shown is None and (call := next(outside_code(_CALL_TAG, line, in_code=self._in_code), None)):
            self._most_shown = self._size + call.start()
        self._in_code ^= line.count("```") % 2 == 1
        self._answer.append(line)
        self._size += len(line)
        self._rest = self._rest[len(line) :]
        self._place = _Place.LINE_START if end else _Place.LINE
        return end > 0

    def _begin_anew(self, thought: str, read: int) -> None:
        """Take all so far for reasoning."""
        self._reasoning.append(self._so_far() + thought)
        self._answer, self._size, self._most_shown, self._in_code = [], 0, None, False
        self._place, self._rest = _Place.BEGINNING, self._rest[read:]


def _end_of(opening: re.Match[str]) -> re.Pattern[str]:
    return re.compile(rf"</(?i:{opening[1]})>" if opening[1] else r"\[/THINK\]")


def _may_hide(tag: str) -> bool:
    """Tell whether the beginning of a tag inside a line may be part of one that is not shown."""
    return tag.startswith(("<|", "</")) or any(it.startswith(tag.lower()) for it in _HIDDEN_TAGS)


def _may_be_left_out(line: str) -> bool:
    """Tell whether the beginning of a line may be part of a time stamp or of a tag before reasoning."""
    begun = line.lstrip(" \t")
    return _STAMP.startswith(_shape(begun[:_LONGEST_HELD])) or any(
        it.startswith(begun.lower()) for it in _THINKING_TAGS
    )


def _without_end(text: str) -> str:
    """Return a text without tokens and half a character at its end."""
    before, end = text[:-_LONGEST_END], _HALF_A_CHARACTER.sub("", text[-_LONGEST_END:])
    tokens = _ENDS.search(end)
    is_struck = tokens is not None and "</s>" in tokens[0] and "<s>" in text  # Markdown's HTML for what is struck out
    return before + (end[: tokens.start()] if tokens and not is_struck else end)


def _shape(text: str) -> str:
    """Return a text with `a` for each ASCII letter and `0` for each ASCII digit."""
    return re.sub(r"[0-9]", "0", re.sub(r"[A-Za-z]", "a", text))


def cut_answer(text: str, offered: Offered) -> str:
    """Return a cut answer up to reasoning on its own line, a call or a partial tag; empty if it is a partial call."""
    if is_part_of_call(text, offered):
        return ""
    if begun := next(outside_code(_HIDDEN_BEGUN, text), None):
        return text[: begun.start()]
    tag = _TAG_BEGUN.search(text, len(text) - _LONGEST_HELD)
    may_hide = tag is not None and any(it.startswith(tag[0].lower()) for it in _HIDDEN_TAGS)
    return text[: tag.start()] if tag and may_hide else text
