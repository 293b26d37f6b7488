"""The forms that values of settings have.

Each function returns a value as it is used, or raises ValueError with what is wrong, to follow the name.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from httpx import URL, InvalidURL
from pydantic import AfterValidator, BeforeValidator, SecretStr


@dataclass(frozen=True, slots=True)
class FallbackModel:
    """A model that answers where the ones before it fail.

    Without a `base_url` it is on the server of the main model, and has its key.
    """

    name: str
    base_url: str | None = None
    key: SecretStr | None = None


def bare(value: str) -> str:
    """Return a value without spaces around it, and without the quotes that `docker --env-file` leaves."""
    value = value.strip()
    quoted = re.fullmatch(r"""(["'])((?:(?!\1).)*)\1""", value, re.DOTALL)
    return quoted[2].strip() if quoted else value


def token(value: str) -> str:
    """Return a bot's token."""
    if not re.fullmatch(r"[0-9]{1,16}:[A-Za-z0-9_-]{3,}", value):
        raise ValueError("isn't a valid token (expected 123456:ABC…)")
    return value


def objection(form: Callable[[str], str], value: str) -> str:
    """Return what a form finds wrong with a text; empty if nothing."""
    try:
        form(value)
    except ValueError as error:
        return str(error)
    return ""


def key(value: str) -> str:
    """Return a key, without spaces around it."""
    if not re.fullmatch(r"[!-~]*", value.strip()):
        raise ValueError("isn't a valid key: it contains a space or another character that no key has")
    return value.strip()


def name(value: str) -> str:
    """Return a name, without spaces around it."""
    if not value.strip().isprintable():
        raise ValueError("contains a line break or an invisible character")
    return value.strip()


def user_ids(value: object) -> object:
    """Return the ids in a text, separated by commas."""
    ids = [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value
    if isinstance(ids, list) and not all(re.fullmatch(r"[0-9]{1,18}", each) for each in ids):
        raise ValueError("contains something that isn't a numeric id")
    return ids


def hosts(value: object) -> object:
    """Return the hosts in a text, separated by commas."""
    return [_host(each.strip()) for each in value.split(",") if each.strip()] if isinstance(value, str) else value


def _host(value: str) -> str:
    """Return a host in its usual form, IPv6 in brackets, perhaps with a port."""
    named = re.fullmatch(r"(\[[0-9a-f:.]+\]|[0-9a-f:.]+:[0-9a-f:.]*:[0-9a-f:.]*|[\w.-]+)(:[0-9]{1,5})?", value.lower())
    if not named:
        raise ValueError("contains something that isn't a host name")
    host = named[1].strip("[]").removesuffix(".")
    try:
        address = ip_address(host)
    except ValueError:
        return f"{host}{named[2] or ''}"
    return f"[{address}]{named[2] or ''}" if address.version == 6 else f"{address}{named[2] or ''}"  # noqa: PLR2004 - IPv6


def address(value: str) -> str:
    """Return the address of a server, without a slash at its end."""
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"http", "https"} and bool(URL(value).host) and parts.port != 0
    except (ValueError, InvalidURL):
        usable = False
    if not usable:
        raise ValueError("isn't an address that starts with http:// or https://")  # but perhaps a key, so not shown
    return value.rstrip("/")


def addresses(value: object) -> object:
    """Return the addresses in a text, separated by commas."""
    return [address(each.strip()) for each in value.split(",") if each.strip()] if isinstance(value, str) else value


def fallbacks(value: object) -> object:
    """Return the models in a text, separated by semicolons or line breaks."""
    if not isinstance(value, str):
        return value
    return tuple(_fallback(each.split()) for each in re.split(r"[;\r\n]", value) if each.strip())


def _fallback(words: Sequence[str]) -> FallbackModel:
    match words:
        case [model]:
            return FallbackModel(name(model))
        case [model, url]:
            return FallbackModel(name(model), address(url))
        case [model, url, secret]:
            return FallbackModel(name(model), address(url), SecretStr(key(secret)))
    raise ValueError("contains an entry of more than three words")


def postgresql(value: str) -> str:
    """Return the address of a PostgreSQL server, as SQLAlchemy reads it."""
    scheme, _, rest = value.partition("://")
    if scheme not in {"postgres", "postgresql", "postgresql+psycopg"} or not rest:
        raise ValueError("doesn't start with postgresql://")
    return f"postgresql+psycopg://{rest}"


def zone(value: object) -> object:
    """Return the name of a time zone."""
    if isinstance(value, str) and value not in available_timezones():
        raise ValueError(f"isn't a time zone: {value!r}")
    return value


def expanded(path: Path) -> Path:
    """Return a path without `~`."""
    try:
        return path.expanduser()
    except RuntimeError:
        raise ValueError(f"names a user who doesn't exist: {str(path)!r}") from None


def absolute(path: Path) -> Path:
    """Return an absolute path."""
    if not path.is_absolute():
        raise ValueError(f"isn't an absolute path: {str(path)!r}")
    return path


def readable(path: Path) -> Path:
    """Return the path of a text file."""
    try:
        path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"can't be read ({type(error).__name__}): {str(path)!r}") from None
    return path


Address = Annotated[str, AfterValidator(address)]
Folder = Annotated[Path, AfterValidator(expanded), AfterValidator(absolute)]
Key = Annotated[SecretStr, BeforeValidator(key)]
Name = Annotated[str, AfterValidator(name)]
