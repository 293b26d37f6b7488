"""What users have chosen about tools."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """What a user has chosen about a tool or a family, and when they last used it.

    A family may be pinned, so that each conversation has it, or off; a tool may be allowed for good.
    """

    name: str
    is_pinned: bool = False
    is_off: bool = False
    is_allowed: bool = False
    used_at: datetime | None = None
