"""Tool calls that a model writes into its answer, as JSON or as code. Pure."""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from bot.model.calls import mended, new_call_id, offered_name
from bot.model.values import ToolCall

Offered: TypeAlias = Mapping[str, Sequence[str]]
"""The names of the offered tools, each with the names of its arguments in their order."""

NO_TOOLS: Final[Offered] = {}

BEGINNING: Final = 200
"""Characters of a text by which it is known whether it may be a call."""
TAGS: Final = ("<tool_call>", "<function=", "[TOOL_CALLS]")
"""What the forms that models were trained on begin with."""
_OPENINGS: Final = (*TAGS, "```", "[", "{")
_TOKENS: Final = re.compile(r"</?tool_calls?>|\[TOOL_CALLS\]|\[ARGS\]")
_WRAPPING: Final = re.compile(r"^```(?:\w*)\s*$|^\[|\]$|^,", re.MULTILINE)
_TAGGED: Final = re.compile(
    r"<tool_call>(.*?)(?:</tool_call>|\Z)|(<function=.*?(?:</function>|\Z))"
    r"|(\[TOOL_CALLS\].*)",
    re.DOTALL,
)
_FUNCTION: Final = re.compile(r"\s*<function=(?P<name>[\w.-]+)>\s*(?P<body>.*?)\s*(?:</function>|\Z)", re.DOTALL)
_PARAMETER: Final = re.compile(r"\s*<parameter=(?P<name>\w+)>\n?(?P<value>.*?)\n?(?:</parameter>|\Z)", re.DOTALL)
_BEGUN: Final = re.compile(r"^(?=[\[{]|(?:print\()?\w[\w.]*:?[ \t]*[({])", re.MULTILINE)
"""Where calls without tags may begin."""
_KEYS: Final = frozenset({"name", "function", "type", "tool", "id", "arguments", "parameters"})
_FIRST_KEY: Final = re.compile(r'\{\s*"(\w*)(")?')
_CALLED: Final = re.compile(r'"(?:name|tool|function)"\s*:\s*"(\w*)(")?')
_SEPARATOR: Final = re.compile(r"[\s,;]*")
_CODE: Final = re.compile(r"(?P<printed>print\()?`?(?P<name>\w[\w.]*)[ \t]{0,9}(?:(?P<opened>\()|:?\s{0,9}(?=\{))")
_BEFORE_NAMES: Final = ("print", "functions", "default_api", "tools")
_CODE_BEGUN: Final = re.compile(
    r"(?:```\w*\s*|`|\[)?(?:print\()?(?P<name>\w[\w.]*)?(?P<opened>`?\s*(?:[({]|:\s*(?:\{|\Z)))?"
)
_ARGUMENT: Final = re.compile(
    r"""\s*(?:["'`]?(?P<name>\w+)["'`]?\s*[:=]\s*)?"""
    r"""(?:(?P<quote>["'`])(?P<text>.*?)(?<!\\)(?P=quote)|(?P<bare>[^\s,(){}\[\]"'`][^,(){}\[\]"`\n]*)|(?P<json>(?=[{\[])))"""
    r"""(?:\s{0,99}(?=[,)])|(?=[{\[]))""",
    re.DOTALL,
)
_END_OF_CODE: Final = re.compile(r"\s*,?\s*\)")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?", re.ASCII)
_ESCAPED: Final = re.compile(r"""\\([nt"'`\\])""")
_PLAIN: Final[Mapping[str, object]] = {"true": True, "false": False, "none": None, "null": None}


def text_and_calls(text: str, offered: Offered, *, may_end: bool = True) -> tuple[str, list[ToolCall]]:
    """Split a whole answer into its text and the calls of offered tools written into it.

    Calls count if the answer holds nothing else, if they are in tags outside code, or if they end it as bare JSON or
    code, unless nothing `may_end` it so. In a code block below other text, or as code after a colon, they may be an
    example.
    """
    if calls := calls_in(text, offered):
        return "", calls
    if any(tag in text for tag in TAGS):
        words, among, at = [], list[ToolCall](), 0
        for found in outside_code(_TAGGED, text):
            written = next(filter(None, found.groups()), "")
            if its := calls_in(written, offered) or calls_in("\n".join(mended(written)), offered):
                among += its
                words.append(text[at : found.start()])
                at = found.end()
        if among:
            return "".join((*words, text[at:])).strip(), among
    for found in deque(outside_code(_BEGUN, text), 10) if may_end else ():
        if text[: found.start()].rstrip().endswith(":") and text[found.start()].isalpha():
            continue  # an explanation
        if calls := calls_in(text[found.start() :], offered):
            return text[: found.start()].strip(), calls
    return text, []


def calls_in(text: str, offered: Offered) -> list[ToolCall]:
    """Return the calls of an answer that consists of calls only; empty for any other answer."""
    bare = _unwrapped(text).strip(" \n*`")
    if bare in offered:
        return [ToolCall(new_call_id(), bare, "{}")]
    for values in (_json_values, _code_values, _tagged_values):
        try:
            return [_as_call(value, offered) for value in values(bare, offered)]
        except (ValueError, RecursionError):
            continue
    return []


def may_be_call(begun: str, offered: Offered) -> bool:
    """Tell whether the beginning of a text may be that of a call."""
    if begun.startswith(TAGS[1:]):
        return True
    if any(opening.startswith(begun) for opening in _OPENINGS) or _may_be_code(begun, offered):
        return True
    if not begun.startswith(_OPENINGS):
        return False
    inside = _unwrapped(begun).lstrip()
    first_key = _FIRST_KEY.match(inside)
    if first_key is None:
        return not inside or (inside.startswith("{") and not inside[1:].strip())
    name, closed = first_key.groups()
    keys = (*_KEYS, *offered)
    return name in keys if closed else any(key.startswith(name) for key in keys)


def is_part_of_call(answer: str, offered: Offered) -> bool:
    """Tell whether the whole of a cut answer is a part of a call of an offered tool."""
    if not may_be_call(answer, offered):
        return False
    if called := _CALLED.search(answer):
        name, closed = called.groups()
        return name in offered if closed else any(it.startswith(name) for it in offered)
    return _may_be_code(answer, offered)


def outside_code(pattern: re.Pattern[str], text: str, *, in_code: bool = False) -> Iterator[re.Match[str]]:
    """Yield the matches in a text that begin outside of code blocks and code spans."""
    counted = 0
    for found in pattern.finditer(text):
        in_code ^= text.count("```", counted, found.start()) % 2 == 1
        counted = found.start()
        if not in_code and not text.endswith("`", 0, found.start()):
            yield found


def _unwrapped(text: str) -> str:
    return _WRAPPING.sub("", _TOKENS.sub("", text))


def _may_be_code(begun: str, offered: Offered) -> bool:
    found = _CODE_BEGUN.match(begun)
    if not (found and found["name"]):
        return begun.endswith("print(")
    name = found["name"].rpartition(".")[2]
    if found["opened"]:
        return offered_name(name, offered) in offered
    may_be_name = any(it.startswith(name) for it in (*offered, *_BEFORE_NAMES))
    return may_be_name and found.end() == len(begun.rstrip())


def _json_values(text: str, _: Offered) -> Iterator[Any]:
    """Yield the JSON values of a text. Raises ValueError for anything else."""
    decoder, at = json.JSONDecoder(), 0
    while (at := _after(_SEPARATOR, text, at)) < len(text):
        value, at = decoder.raw_decode(text, at)
        yield value


def _code_values(text: str, offered: Offered) -> Iterator[Any]:
    """Yield the calls of a text written as `name(argument, name: argument)` or `name {…}`. Raises ValueError."""
    text, at = text.strip("`"), 0
    while (at := _after(_SEPARATOR, text, at)) < len(text):
        begun = _CODE.match(text, at)
        name = offered_name(begun["name"], offered) if begun else ""
        if not begun or name not in offered:
            raise ValueError
        if begun["opened"]:
            arguments, at = _code_arguments(text, begun.end(), offered[name])
        else:
            arguments, at = json.JSONDecoder().raw_decode(text, begun.end())
        if begun["printed"]:
            at = _after(_END_OF_CODE, text, at)
        yield {"name": name, "arguments": arguments}


def _tagged_values(text: str, _: Offered) -> Iterator[Any]:
    """Yield the calls of a text written as `<function=name>…</function>`. Raises ValueError for anything else."""
    at = 0
    while at < len(text):
        found = _FUNCTION.match(text, at)
        if not found:
            raise ValueError
        body, at = found["body"], found.end()
        if body.startswith("{"):
            yield {"name": found["name"], "arguments": body}
            continue
        given = {it["name"]: it["value"] for it in _PARAMETER.finditer(body)}
        if not given and body:
            raise ValueError
        yield {"name": found["name"], "arguments": given}


def _code_arguments(text: str, at: int, names: Sequence[str]) -> tuple[Mapping[str, object], int]:
    """Return the arguments of a call written as code, and where it ends. Raises ValueError."""
    given: dict[str, object] = {}
    place = 0
    while not (end := _END_OF_CODE.match(text, at)):
        found = _ARGUMENT.match(text, at)
        if not found or (not found["name"] and place >= len(names)):
            raise ValueError
        value, at = _code_value(found)
        if isinstance(value, dict) and not found["name"] and not given:
            given |= value
        else:
            given[found["name"] or names[place]] = value
        place += 1
        at = _after(_SEPARATOR, text, at)
    if any(value in {name, "...", "…"} for name, value in given.items() if isinstance(value, str)):
        raise ValueError  # a signature
    return {name: value for name, value in given.items() if value is not None}, end.end()


def _code_value(found: re.Match[str]) -> tuple[object, int]:
    if found["json"] is not None:
        return json.JSONDecoder().raw_decode(found.string, found.end())
    if found["bare"] is not None:
        word = found["bare"].strip()
        return _PLAIN.get(word.lower(), json.loads(word) if _NUMBER.fullmatch(word) else word), found.end()
    return _ESCAPED.sub(lambda it: {"n": "\n", "t": "\t"}.get(it[1], it[1]), found["text"]), found.end()


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _as_call(value: Any, offered: Offered) -> ToolCall:
    """Parse `{"name": …, "arguments": {…}}` and its usual variants. Raises ValueError for anything else."""
    if isinstance(value, dict) and isinstance(value.get("function"), dict):
        value = value["function"]
    fields = value if isinstance(value, dict) else {}
    if len(fields) == 1 and isinstance(next(iter(fields.values())), dict):
        ((name, arguments),) = fields.items()
    else:
        name = fields.get("name", fields.get("tool", fields.get("function")))
        arguments = fields.get("arguments", fields.get("parameters"))
    name = offered_name(name, offered) if isinstance(name, str) else ""
    if arguments is None and name in offered:
        arguments = {key: it for key, it in fields.items() if key in offered[name]} or None
    if name not in offered or not isinstance(arguments, dict | str):
        raise ValueError
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall(new_call_id(), name, raw)
