"""What sections of an export are made of: parts, their fields, and quotations. Times are in UTC.

Ids are those in the database.
"""

from dataclasses import fields
from datetime import UTC, datetime
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field


def storable(text: str) -> str:
    """Return a text. Raises ValueError if the database can't hold it."""
    if "\0" in text:
        raise ValueError("a text can't hold the null character")
    return text


def known_zone(zone: str) -> str:
    """Return the name of a time zone. Raises ValueError if there is none."""
    try:
        return ZoneInfo(zone).key
    except (KeyError, ValueError, OSError):
        raise ValueError("there is no such time zone") from None


def _in_utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("no calendar has this time") from None


Moment: TypeAlias = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Words: TypeAlias = Annotated[str, AfterValidator(storable)]
TelegramId: TypeAlias = Annotated[int, Field(ge=-(2**63), lt=2**63)]
Count: TypeAlias = Annotated[int, Field(ge=0, lt=2**63)]
Small: TypeAlias = Annotated[int, Field(ge=0, lt=2**15)]
Ordinal: TypeAlias = Annotated[int, Field(ge=1, lt=2**31)]
ShortId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8}$")]
Seconds: TypeAlias = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _IsNumbered(Protocol):
    @property
    def number(self) -> int: ...


_Version = TypeVar("_Version", bound=_IsNumbered)


def numbered(versions: tuple[_Version, ...]) -> tuple[_Version, ...]:
    """Return versions. Raises ValueError if they are not numbered from 1 on."""
    if [it.number for it in versions] != [*range(1, len(versions) + 1)]:
        raise ValueError("the versions are not numbered from 1 on")
    return versions


class Part(BaseModel):
    """A part of an export; each field has to be as it is written."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)

    def row(self, *elsewhere: str, **others: object) -> dict[str, Any]:
        """Return its columns: its fields without those stored elsewhere, and `others`."""
        return self.model_dump(exclude=set(elsewhere)) | others


def flat(kind: type, value: object, prefix: str) -> dict[str, Any]:
    """Return the columns of a nested value of a dataclass, all None without one."""
    return {f"{prefix}_{it.name}": getattr(value, it.name, None) for it in fields(kind)}


def quotation(text: str) -> str:
    """Return a text as a quotation in Markdown."""
    return "".join(f"> {line}".rstrip() + "\n" for line in text.strip("\n").splitlines())
