"""The servers listed in the data folder's `mcp.json`, in the form that MCP clients share, and their secrets."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bot.kit.language import Sentence, Words, mark
from bot.kit.private_files import store

FILE: Final = "mcp.json"
FOLDER: Final = "mcp"
"""Where in the data folder the logins and the tools of servers are kept."""
CALL_SECONDS: Final = 60.0
"""Longest that a call of a tool takes, unless its server's entry has a `timeout`."""
_NAME: Final = re.compile(r"(?!.*__)[A-Za-z0-9][A-Za-z0-9_-]{0,30}(?<!_)")
_EXAMPLE: Final = '{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}'
_EXAMPLES: Final = {
    "entry": '{"command": "uvx"}',
    "command": '"uvx"',
    "args": '["mcp-server-time"]',
    "env": '{"API_KEY": "…"}',
    "cwd": '"/home/me/server"',
    "url": '"https://example.org/mcp"',
    "headers": '{"Authorization": "Bearer …"}',
    "timeout": "60",
    "type": '"stdio", "http"',
    **dict.fromkeys(("disabled", "trusted", "people"), "true"),
}
_SHORTEST_SECRET: Final = 6
"""Fewest characters of a value that is hidden; shorter ones are parts of words."""
_SECRET_NAMES: Final = re.compile(r"token|key|secret|pass|pwd|auth|cred|bearer|header|cookie|login", re.IGNORECASE)
"""What the name of an option or a variable says whose value is secret."""
_PLAIN: Final = re.compile(r"-.*|[~./].*|@?[A-Za-z][A-Za-z./_-]*(?:(?:@|==)[\d.]+)?")
"""Names of options, paths, words, and packages with a version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteTool:
    """A tool of a server as it is offered to the model: its `name`, and what its server calls it (`own_name`).

    The `description` (one line) and `parameters` (a JSON schema) are the server's, shortened. Its server says that the
    tool only `reads`, and does not say that this stays in a closed world unless it `reaches_out`: then words in a call
    may end up anywhere, as those in a web address do. The `fingerprint` changes with anything of it.
    """

    name: str
    own_name: str
    description: str
    parameters: Mapping[str, Any]
    reads: bool
    reaches_out: bool
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """What is known of a `Listed` server. `since` is when it was connected or lost; None before it was either.

    A `problem` is a clause: "it can't be reached". Each tool that is `left_out` has a sentence.
    """

    name: str
    is_trusted: bool = False
    for_people: bool = False
    is_connected: bool = False
    since: datetime | None = None
    problem: Words = ""
    tools: Sequence[RemoteTool] = ()
    left_out: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """A server that runs as a process on this machine. `env` adds to its environment."""

    command: str
    args: Sequence[str] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """A server that is reached by HTTP."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A server of the list, and the seconds that a call of its tools may take.

    The owner relies on what one that `is_trusted` says of its tools. Only owners use one that is not `for_people`.
    """

    name: str
    place: Local | Remote
    call_seconds: float = CALL_SECONDS
    is_trusted: bool = False
    for_people: bool = False

    def hide(self, words: str, others: Iterable[str] = ()) -> str:
        """Return a text without the entry's secrets, and `others`, which a server may repeat in what it says."""
        place = self.place
        if isinstance(place, Local):
            return hidden(words, [*place.env.values(), *secret_arguments(place.args), *others])
        return hidden(words, [*place.headers.values(), place.url, *others])


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerList:
    """The servers of the file, and what is wrong with its other entries, by name: clauses that hold no secret."""

    servers: Sequence[Listed] = ()
    wrong: Mapping[str, Words] = field(default_factory=dict)


class _EntryError(ValueError):
    """What is wrong with an entry, as a marked clause with values."""

    def __init__(self, clause: str, **values: object) -> None:
        super().__init__()
        self.clause = Sentence(clause, values)


def _invalid(name: str) -> _EntryError:
    """Return what is said of a setting with a wrong value, by an example of a right one."""
    return _EntryError(mark("{setting} isn't valid. Example: {example}"), setting=name, example=_EXAMPLES[name])


def read(folder: Path) -> ServerList:
    """Return the servers listed in a data folder. Never raises: what is wrong is part of the result."""
    file = folder / FILE
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ServerList()
    except (OSError, UnicodeDecodeError) as error:
        return ServerList(wrong={FILE: Sentence.of(mark("it can't be read ({reason})"), reason=type(error).__name__)})
    try:
        return parse(json.loads(text))
    except (ValueError, RecursionError) as error:
        if isinstance(error, json.JSONDecodeError):
            return ServerList(wrong={FILE: Sentence.of(mark("it isn't valid JSON (line {line})"), line=error.lineno)})
        return ServerList(wrong={FILE: mark("it isn't valid JSON")})


def parse(value: object) -> ServerList:
    """Return the servers of the file's content."""
    listed = value.get("mcpServers") if isinstance(value, dict) else None
    if not isinstance(listed, dict):
        return ServerList(wrong={FILE: Sentence.of(mark("it has no servers. Example: {example}"), example=_EXAMPLE)})
    servers: list[Listed] = []
    wrong: dict[str, Words] = {}
    for name, entry in listed.items():
        try:
            server = _server(name, entry)
        except _EntryError as problem:
            wrong[name] = problem.clause
        else:
            servers += [server] if server else []
    return ServerList(servers=servers, wrong=wrong)


def _absolute(folder: str | None) -> str | None:
    if folder is not None and not Path(folder).expanduser().is_absolute():
        raise ValueError
    return folder


def _of_web(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        raise ValueError
    return url


_Text: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$")]


class _Entry(BaseModel):
    model_config = ConfigDict(strict=True)

    type: Literal["stdio", "http", "streamable-http", "streamableHttp", "streamable_http"] = "stdio"
    disabled: bool = False
    trusted: bool = False
    people: bool = False
    command: Annotated[str, StringConstraints(pattern=r"^[^\x00]*[^\s\x00][^\x00]*$")] = ""
    args: list[_Text] = []
    env: dict[Annotated[str, StringConstraints(pattern=r"^[^=]+$")], _Text] = {}
    cwd: Annotated[_Text | None, AfterValidator(_absolute)] = None
    url: Annotated[_Text, AfterValidator(_of_web)] = ""
    headers: dict[Annotated[str, StringConstraints(pattern=r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")], _Text] = {}
    timeout: Annotated[float, Field(gt=0, le=3_600)] = CALL_SECONDS


def _server(name: str, entry: object) -> Listed | None:
    """Return the server of an entry, or None if it is turned off there. Raises _EntryError."""
    if not _NAME.fullmatch(name):
        raise _EntryError(mark("this name can't be used. Use up to 31 letters, digits, - and single _ inside"))
    if not isinstance(entry, dict):
        raise _invalid("entry")
    if unknown := sorted(map(str, entry.keys() - _Entry.model_fields.keys())):
        raise _EntryError(
            mark("there is no setting {name}. There are: {names}"),
            name=", ".join(unknown)[:80],
            names=", ".join(sorted(_Entry.model_fields)),
        )
    if entry.get("type") == "sse":
        raise _EntryError(mark("the type sse is out of date. Give the streamable HTTP address, with the type http"))
    try:
        given = _Entry.model_validate(entry)
    except ValidationError as error:
        raise _invalid(str(error.errors()[0]["loc"][0])) from None
    if ("command" in entry) == ("url" in entry):
        raise _EntryError(mark("it needs either a command or a url"))
    place, others = ("command", {"headers"}) if given.command else ("url", {"args", "env", "cwd"})
    if misplaced := sorted(others & entry.keys()):
        raise _EntryError(mark("{settings} can't be used with {other}"), settings=", ".join(misplaced), other=place)
    if not all(value.isascii() and value.isprintable() for value in given.headers.values()):
        raise _EntryError(mark("a value in headers holds a line break or a character outside ASCII"))
    if given.disabled:
        return None
    cwd = Path(given.cwd).expanduser() if given.cwd else None
    local = Local(command=given.command, args=given.args, env=given.env, cwd=cwd)
    return Listed(
        name=name,
        place=local if given.command else Remote(url=given.url, headers=given.headers),
        call_seconds=given.timeout,
        is_trusted=given.trusted,
        for_people=given.people,
    )


def hidden(words: str, values: Iterable[str]) -> str:
    """Return a text without secret values, and without what is secret in each."""
    secrets = {part for value in values for part in _parts(value) if len(part) >= _SHORTEST_SECRET}
    for secret in sorted(secrets, key=len, reverse=True):
        words = words.replace(secret, "[secret]")
    return words


def secret_arguments(args: Sequence[str]) -> Iterator[str]:
    """Yield the arguments of a command that may be secret: by the name before them, or since they look like none."""
    for before, argument in pairwise(("", *args)):
        name, equals, value = argument.partition("=")
        is_named = bool(equals) and "://" not in name
        if is_named and _SECRET_NAMES.search(name):
            yield value
        elif before.startswith("-") and "=" not in before and _SECRET_NAMES.search(before):
            yield argument
        elif not _PLAIN.fullmatch(found := value if is_named else argument):
            yield found


def _parts(value: str) -> Iterator[str]:
    """Yield a value, its words, and the password, queries and odd parts of the path of one that is an address."""
    yield from (value, *value.split())
    try:
        address = urlsplit(value)
    except ValueError:
        return
    if address.netloc:
        yield address.password or ""
        yield from (it for _, it in parse_qsl(address.query))
        yield from (it for it in address.path.split("/") if not _PLAIN.fullmatch(it))


class Logins:
    """The stored logins at servers, in a file for each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def file(self, server: str) -> Path:
        """Return where a server's login is stored."""
        return self._folder / f"{server}.json"

    def store(self, server: str, content: str) -> None:
        """Store a login, which only we can read. Raises OSError."""
        store(self.file(server), content)
