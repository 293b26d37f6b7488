"""Pure: texts with the markup of `parse_mode`, as text and entities (Bot API, Formatting options)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Final

from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.texts import Entity, units

_TAGS: Final = {
    **dict.fromkeys(("b", "strong"), "bold"),
    **dict.fromkeys(("i", "em"), "italic"),
    **dict.fromkeys(("u", "ins"), "underline"),
    **dict.fromkeys(("s", "strike", "del"), "strikethrough"),
    **dict.fromkeys(("span", "tg-spoiler"), "spoiler"),
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)>")
_ATTRIBUTE: Final = re.compile(r"""([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
_REFERENCE: Final = re.compile(r"&(?:lt|gt|amp|quot|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_MARKS: Final = {"*": "bold", "_": "italic", "__": "underline", "~": "strikethrough", "||": "spoiler"}
_NAMES: Final = {"__": "Underline", "*": "Bold", "_": "Italic", "~": "Strikethrough", "||": "Spoiler", "[": "Text_link"}
_RESERVED: Final = frozenset("_*[]()~`>#+-=|{}.!")
_TOKEN: Final = re.compile(
    r"""\\(?P<escaped>[\x01-\x7e])
    | ```(?P<language>[^\s`\\]*\n)?(?P<pre>(?:[^`\\]|\\.|`(?!``))*)(?P<pre_end>```)?
    | `(?P<code>(?:[^`\\]|\\.)*)(?P<code_end>`)?
    | ^(?P<quote>(?:\*\*)?>)
    | (?P<close>\])\((?P<url>(?:[^)\\]|\\.)*)\)
    | (?P<mark>__|_|\*|~|\|\||!?\[)
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ESCAPE: Final = re.compile(r"\\([\x01-\x7e])", re.DOTALL)


@dataclass(slots=True)
class _Built:
    """The text so far and its entities."""

    text: str = ""
    entities: list[Entity] = field(default_factory=list)

    @property
    def at(self) -> int:
        return units(self.text)

    def close(self, kind: str, begin: int, url: str = "", language: str = "") -> None:
        if self.at > begin:
            self.entities.append(Entity(kind, begin, self.at - begin, url, language))


def parsed(text: str, parse_mode: str) -> tuple[str, tuple[Entity, ...]]:
    """Return a text without its markup, and its entities. Raises ApiError in Telegram's words."""
    parse = _PARSERS.get(parse_mode.lower())
    if parse is None:
        raise bad_request("unsupported parse_mode")
    built = parse(text)
    return built.text, tuple(sorted(built.entities, key=lambda it: (it.offset, -it.length)))


def _html(text: str) -> _Built:
    """Read HTML style: nested tags of a fixed list, and four named character references."""
    built, position = _Built(), 0
    opened: list[tuple[str, int, Mapping[str, str]]] = []
    for tag in _TAG.finditer(text):
        built.text += _plain(text, position, tag.start())
        position = tag.end()
        name, offset = tag[2].lower(), len(text[: tag.start()].encode())
        if name not in _TAGS:
            raise _unparsed(f'Unsupported start tag "{name}" at byte offset {offset}')
        if not tag[1]:
            opened.append((name, built.at, _attributes(tag[3])))
            continue
        if not opened:
            raise _unparsed(f"Unexpected end tag at byte offset {offset}")
        start, begin, attributes = opened.pop()
        if start != name:
            raise _unparsed(f'Unmatched end tag at byte offset {offset}, expected "</{start}>", found "</{name}>"')
        _close_tag(built, name, begin, attributes, is_in_pre=bool(opened) and opened[-1][0] == "pre")
    if opened:
        raise _unparsed(f'Can\'t find end tag corresponding to start tag "{opened[-1][0]}"')
    built.text += _plain(text, position, len(text))
    return built


def _close_tag(built: _Built, name: str, begin: int, attributes: Mapping[str, str], *, is_in_pre: bool) -> None:
    kind = _TAGS[name]
    if kind == "blockquote" and "expandable" in attributes:
        kind = "expandable_blockquote"
    if kind == "code" and is_in_pre:  # its class names the language of the block around it
        return
    url = attributes.get("href", "") if kind == "text_link" else ""
    if kind == "text_link" and not url:  # a link without an address is text
        return
    built.close(kind, begin, url)


def _plain(text: str, begin: int, end: int) -> str:
    """Return the text between two tags. Raises ApiError for a `<` that begins none."""
    found = text.find("<", begin, end)
    if found >= 0:
        name = re.match(r"</?([^\s>]*)", text[found:])
        offset = len(text[:found].encode())
        raise _unparsed(f'Unsupported start tag "{name[1] if name else ""}" at byte offset {offset}')
    return _REFERENCE.sub(lambda it: unescape(it[0]), text[begin:end])


def _attributes(text: str) -> Mapping[str, str]:
    found = _ATTRIBUTE.finditer(text)
    return {it[1].lower(): unescape(it[2] or it[3] or it[4] or "") for it in found}


def _markdown(text: str) -> _Built:
    """Read MarkdownV2 style, in which each reserved character that marks nothing has to be escaped."""
    return _Markdown(text).read()


@dataclass(frozen=True, slots=True)
class _Mark:
    """A mark that began an entity, where that begins in the text, and the mark's offset in bytes."""

    mark: str
    begin: int
    offset: int


class _Markdown:
    """Reads a text in MarkdownV2 style once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._built = _Built()
        self._opened: list[_Mark] = []
        self._quote: int | None = None

    def read(self) -> _Built:
        """Return the text and its entities. Raises ApiError."""
        for token in _TOKEN.finditer(self._text):
            self._take(token, len(self._text[: token.start()].encode()))
            if self._text[token.end() - 1] == "\n" and not self._text.startswith(">", token.end()):
                self._end_quote()
        self._end_quote()
        if self._opened:
            left = self._opened[-1]
            raise _unparsed(f"Can't find end of {_NAMES[left.mark]} entity at byte offset {left.offset}")
        return self._built

    def _take(self, token: re.Match[str], offset: int) -> None:
        if token["quote"]:
            self._quote = self._built.at if self._quote is None else self._quote
        elif token["pre"] is not None or token["code"] is not None:
            self._block(token, offset)
        elif token["close"]:
            self._close_link(token["url"])
        elif token["mark"]:
            self._mark(token["mark"].removeprefix("!"), offset)
        elif token["other"] and token["other"] in _RESERVED:
            raise _reserved(token["other"])
        else:
            self._built.text += token["escaped"] or token["other"]

    def _block(self, token: re.Match[str], offset: int) -> None:
        """Add code or a block of it."""
        kind = "code" if token["pre"] is None else "pre"
        if not token[f"{kind}_end"]:
            raise _unparsed(f"Can't find end of {kind.title()} entity at byte offset {offset}")
        begin = self._built.at
        self._built.text += _ESCAPE.sub(r"\1", token[kind])
        self._built.close(kind, begin, language=(token["language"] or "").strip())

    def _mark(self, mark: str, offset: int) -> None:
        """Begin an entity, or end it if it is the innermost one."""
        if self._opened and self._opened[-1].mark == mark != "[":
            self._built.close(_MARKS[mark], self._opened.pop().begin)
        else:
            self._opened.append(_Mark(mark, self._built.at, offset))

    def _close_link(self, url: str) -> None:
        if not self._opened or self._opened[-1].mark != "[":
            raise _reserved("]")
        self._built.close("text_link", self._opened.pop().begin, _ESCAPE.sub(r"\1", url))

    def _end_quote(self) -> None:
        """End a quotation, which `||` at its very end makes an expandable one."""
        if self._quote is None:
            return
        last = self._opened[-1] if self._opened else None
        is_expandable = last is not None and last.mark == "||" and last.begin == self._built.at
        if is_expandable:
            self._opened.pop()
        self._built.close("expandable_blockquote" if is_expandable else "blockquote", self._quote)
        self._quote = None


def _reserved(character: str) -> ApiError:
    return _unparsed(f"Character '{character}' is reserved and must be escaped with the preceding '\\'")


def _unparsed(problem: str) -> ApiError:
    return bad_request(f"can't parse entities: {problem}")


_PARSERS: Final[Mapping[str, Callable[[str], _Built]]] = {"html": _html, "markdownv2": _markdown}
