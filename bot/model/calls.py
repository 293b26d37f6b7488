"""Tool calls as servers send them, made whole: pieces assembled, names recognised, arguments mended."""

import json
import re
import secrets
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import json_repair

from bot.model.bounds import REPEATS
from bot.model.rendering import is_object
from bot.model.values import ToolCall

_DIGITS: Final = re.compile(r"\d{1,4}", re.ASCII)
_TOKEN: Final = re.compile(r"[\\\"{}]")
_FOLDED: Final = re.compile(r"[\W_]+")
_PREFIX: Final = re.compile(r".*(?:[^A-Za-z0-9_-]|__)|(?:functions?|default_api|tools?)_", re.DOTALL)
_SUFFIX: Final = re.compile(r"[^A-Za-z0-9_-].*|[_-]\d{1,3}", re.DOTALL)
_MOST_CALLS: Final = 64
_MOST_ARGUMENTS: Final = 100_000
_MOST_OF_ALL_ARGUMENTS: Final = 200_000
"""Most characters of a call's arguments, and of those of all calls in a step."""
_MOST_MENDED: Final = 20_000
"""Most characters that are mended: what is longer and no JSON could take seconds."""
_MOST_BRACKETS: Final = 300
"""Most brackets in what is mended, for the same reason."""
_ENDED: Final = re.compile(r"[\w\"'}\]]\s*\Z")
"""The end of arguments that lack nothing but closing brackets."""
_CLOSED_TEXT: Final = re.compile(r"[\"']\s*\}\s*\Z")
"""The end of whole arguments in which a quotation mark has no partner, as in `{"size": "5" wide"}`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A tool call or a piece of one; fields that are missing or of a wrong type are empty."""

    index: int | None = None
    id: str = ""
    name: str = ""
    arguments: str = ""


def pieces_in(delta: Mapping[str, object]) -> Iterator[Piece]:
    """Yield the pieces of calls in a delta or message: a list, one object, or the older `function_call`."""
    calls = delta.get("tool_calls")
    if isinstance(calls, dict):
        calls = [calls] if calls.keys() & {"function", "name"} else list(calls.values())
    found = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    legacy = delta.get("function_call")
    if not found and isinstance(legacy, dict):
        found = [{"index": 0, "function": legacy}]
    yield from map(_piece, found)


def _piece(call: Mapping[str, object]) -> Piece:
    function = call.get("function")
    its = function if isinstance(function, dict) else call  # the form of Responses has no `function`
    name = its.get("name", function)
    arguments = next((its[key] for key in ("arguments", "parameters", "input") if its.get(key) is not None), "")
    if not isinstance(arguments, str):  # some servers send the object itself
        arguments = json.dumps(arguments, ensure_ascii=False)
    name, index = name if isinstance(name, str) else "", call.get("index")
    given_id = call.get("id", call.get("call_id"))
    own_id = str(given_id) if isinstance(given_id, str | int) else ""
    if own_id == name or own_id.lower() in {"null", "none", "undefined"}:
        own_id = ""
    if isinstance(index, str) and _DIGITS.fullmatch(index):
        index = int(index)
    return Piece(index if isinstance(index, int) else None, own_id, name, arguments)


@dataclass(slots=True)
class _Braces:
    """Reader of the braces in JSON that comes in pieces; each character is read once."""

    depth: int = 0
    in_string: bool = False
    _size: int = 0
    _escaped: int = -1

    def read(self, piece: str) -> Iterator[int]:
        """Yield where in the piece each brace outside of texts is, when it is counted."""
        for found in _TOKEN.finditer(piece):
            if self._size + found.start() == self._escaped:
                continue
            if found[0] == "\\":
                self._escaped = self._size + found.start() + 1
            elif found[0] == '"':
                self.in_string = not self.in_string
            elif not self.in_string:
                self.depth = max(self.depth + (1 if found[0] == "{" else -1), 0)
                yield found.start()
        self._size += len(piece)


@dataclass(slots=True)
class _Begun:
    """A call that has begun."""

    id: str = ""
    name: str = ""
    size: int = 0
    """Characters of the arguments."""
    _pieces: list[str] = field(default_factory=list)
    _braces: _Braces = field(default_factory=_Braces)

    @property
    def arguments(self) -> str:
        return "".join(self._pieces)

    @property
    def is_closed(self) -> bool:
        """Whether each object in the arguments has its end."""
        return self.size > 0 and self._braces.depth == 0 and not self._braces.in_string

    @property
    def is_filled(self) -> bool:
        """Whether the arguments are closed and more than an empty object, after which the real ones may come."""
        return self.is_closed and self.size > len("{}")

    def add(self, arguments: str) -> None:
        for _ in self._braces.read(arguments):
            pass
        self._pieces.append(arguments)
        self.size += len(arguments)


@dataclass(slots=True)
class Calls:
    """The calls of `offered` tools as they come in; full if they are too many, too long, or one is repeated."""

    offered: Collection[str]
    _all: list[_Begun] = field(default_factory=list)
    _at_index: dict[int, _Begun] = field(default_factory=dict)
    _with_id: dict[str, list[_Begun]] = field(default_factory=dict)
    _size: int = 0
    is_full: bool = False

    def __bool__(self) -> bool:
        return bool(self._all)

    def add(self, piece: Piece) -> None:
        """Add a piece to its call. Pieces belong together by their id, their index, or their order."""
        if self.is_full:
            return
        call = self._continued(piece)
        if call is None or self._begins(piece, call):
            if len(self._all) == _MOST_CALLS:
                self.is_full = True
                return
            call = _Begun()
            self._all.append(call)
            if piece.index is not None:
                self._at_index[piece.index] = call
        if piece.id and not call.id:
            call.id = piece.id
            self._with_id.setdefault(piece.id, []).append(call)
        if not call.name or self._continues_name(piece, call):
            call.name += piece.name
        self._add_arguments(call, piece.arguments)

    def _add_arguments(self, call: _Begun, arguments: str) -> None:
        room = min(_MOST_ARGUMENTS - call.size, _MOST_OF_ALL_ARGUMENTS - self._size)
        call.add(arguments[:room])
        self._size += len(arguments[:room])
        self.is_full = len(arguments) > room or (bool(arguments) and self._is_repeating)

    @property
    def _is_repeating(self) -> bool:
        """Whether the newest calls are the same, each with all its arguments."""
        newest = self._all[-REPEATS:]
        if len(newest) < REPEATS or not all(call.is_closed for call in newest):
            return False
        is_like = len({(call.name, call.size) for call in newest}) == 1
        return is_like and len({call.arguments for call in newest}) == 1

    def _continued(self, piece: Piece) -> _Begun | None:
        """Return the call that a piece may continue. An id that several calls have tells nothing."""
        newest = self._all[-1] if self._all else None
        if len(its := self._with_id.get(piece.id, [])) == 1 and (not piece.name or not its[0].is_filled):
            return its[0]
        return newest if piece.index is None else self._at_index.get(piece.index, newest)

    def _begins(self, piece: Piece, call: _Begun) -> bool:
        """Tell whether a piece begins a new call. Some servers repeat the name in each piece, others change the id."""
        new_id = bool(piece.id) and piece.id not in self._with_id
        new_index = piece.index is not None and piece.index not in self._at_index
        if not piece.name:
            return new_id and (piece.index is None or new_index)
        if not call.name:
            return new_id and bool(call.id)
        if piece.name != call.name and not self._continues_name(piece, call):
            return new_id or new_index or call.size > 0 or offered_name(call.name, self.offered) in self.offered
        if new_id or new_index:
            return not (piece.id and piece.id == call.id and call.size and not call.is_filled)
        repeats = bool(piece.arguments) or (not piece.id and piece.index is None)
        return repeats and call.is_filled

    def _continues_name(self, piece: Piece, call: _Begun) -> bool:
        """Tell whether a piece continues a name that came in pieces."""
        if not piece.name or call.size or piece.name == call.name:
            return False
        return any(name.startswith(call.name + piece.name) for name in self.offered)

    @property
    def are_whole(self) -> bool:
        """Whether every call has all its arguments."""
        return all(_is_whole(it.arguments) for it in self._all)

    def as_sent(self) -> tuple[ToolCall, ...]:
        """Return the calls as far as they came, unread."""
        return tuple(ToolCall(it.id, it.name, it.arguments) for it in self._all)

    def read(self, *, is_cut: bool) -> list[ToolCall]:
        """Return the calls, ready to be run; of an answer that `is_cut`, those whose arguments are whole.

        A call that holds several objects is several calls, the second and later of which have no id. One that was
        repeated until the calls were full is there once.
        """
        begun = self._all[: 1 - REPEATS] if self._is_repeating else self._all
        read = (
            ToolCall("" if at else it.id, offered_name(it.name, self.offered), arguments)
            for it in begun
            if not is_cut or _is_whole(it.arguments)
            for at, arguments in enumerate(mended(it.arguments))
        )
        return list(islice(read, _MOST_CALLS))


def _is_whole(arguments: str) -> bool:
    return bool(arguments.strip()) and all(map(is_object, mended(arguments, may_close=False)))


def offered_name(written: str, offered: Collection[str]) -> str:
    """Return the name of the offered tool that a model means; the name as it was written if that isn't clear.

    Around the tool's name there may be a namespace (`functions.x`, `mcp__server__x`), a suffix (`x:0`, `x()`) and
    channel markup (`x<|channel|>commentary`, `to=functions.x`). Case and what separates its words may differ.
    """
    name = written.strip()
    if name in offered:
        return name
    meant = {it for it in offered if _stands_in(it, name)}
    meant = {it for it in meant if not any(it != other and it in other for other in meant)}
    if not meant:
        bare = _FOLDED.sub("", _PREFIX.sub("", name, count=1).lower()), _FOLDED.sub("", name.lower())
        meant = {it for it in offered if _FOLDED.sub("", it.lower()) in bare}
    return meant.pop() if len(meant) == 1 else written


def _stands_in(tool: str, name: str) -> bool:
    """Tell whether a tool's name is a word of a longer name."""
    before, found, after = name.partition(tool)
    return bool(found and (not before or _PREFIX.fullmatch(before)) and (not after or _SUFFIX.fullmatch(after)))


def new_call_id() -> str:
    """Return an id for a call without one."""
    return f"call_{secrets.token_hex(8)}"


def mended(arguments: str, *, may_close: bool = True) -> list[str]:
    """Return the JSON objects that arguments hold, at least one text; one that can't be mended stays as it is.

    A valid object is returned as it was written. Beside others, empty objects and repeated ones are left out. An object
    that lacks only closing brackets gets them if it `may_close`; one that ends in a text was cut.
    """
    text = _out_of_texts(arguments)
    if text.lower() in {"", "null", "none"}:
        return ["{}"]
    if is_object(text):
        return [text]
    objects = [_mended_object(it, may_close=may_close) for it in islice(_objects(text), _MOST_CALLS)]
    if not any(map(is_object, objects)):
        return [arguments]
    if len(objects) > 1 and any(it.startswith(objects[-1].strip()) for it in objects[:-1]):
        objects.pop()  # a copy that breaks off
    found = {json.dumps(json.loads(it), sort_keys=True) if is_object(it) else it: it for it in objects}
    return [it for key, it in found.items() if key != "{}"] or ["{}"]


def _out_of_texts(arguments: str) -> str:
    """Return arguments without the JSON texts that they were put into."""
    text = arguments.strip()
    for _ in range(3):
        if not text.startswith('"'):
            break
        try:
            inner = json.loads(text, strict=False)
        except ValueError:
            break
        if not isinstance(inner, str) or not inner.lstrip().startswith(("{", '"')):
            break
        text = inner.strip()
    return text


def _objects(text: str) -> Iterator[str]:
    """Yield the outermost objects in a text, the last of which may have no end."""
    braces, start = _Braces(), -1
    for at in braces.read(text):
        is_opening = text[at] == "{"
        if is_opening and (start < 0 or not text[start + 1 : at].strip()):
            start, braces.depth = at, 1  # the first of two braces in a row is a stray one: no object is a key
        elif not is_opening and braces.depth == 0 and start >= 0:
            yield text[start : at + 1]
            start = -1
    if start >= 0:
        yield text[start:]


def _mended_object(text: str, *, may_close: bool) -> str:
    """Return an object as JSON; one that can't be mended as it is."""
    if is_object(text):
        return text
    try:
        value = json.loads(text, strict=False)  # raw line breaks
    except (ValueError, RecursionError):
        value = _repaired(text, may_close=may_close)
    made = json.dumps(value, ensure_ascii=False)
    return made if value and is_object(made) else text


def _repaired(text: str, *, may_close: bool) -> object:
    """Return the value of broken JSON; None if there is none, or if reading it could take long."""
    braces = _Braces()
    brackets = sum(1 for _ in braces.read(text)) + text.count("[")
    is_open = braces.depth > 0 or braces.in_string
    may_read = not is_open or (may_close and (_CLOSED_TEXT if braces.in_string else _ENDED).search(text))
    if not may_read or len(text) > _MOST_MENDED or brackets > _MOST_BRACKETS:
        return None
    try:
        return json_repair.loads(text, skip_json_loads=True)
    except ValueError:
        return None
