"""The people who may use a bot."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person who was let in by a link. Only the owner can let others in."""

    user_id: int
    name: str
    """The name in Telegram at that time; empty if its data was erased."""
    since: datetime
    is_owner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """Who was let in, and whose link it was; the owner comes through nobody's."""

    person: Person
    invited_by: int | None
