"""Parts of requests that model servers refuse."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

NEVER: Final = datetime.fromtimestamp(0, UTC)
"""The time of a refusal that does not count."""


class Part(StrEnum):
    """A part of a request that a server may refuse for a model."""

    CHAT = "chat"
    RESPONSES = "responses"
    TOOLS = "tools"
    PICTURES = "pictures"
    EFFORT = "effort"
    """The detail lists the efforts that are taken; empty if none is."""
    EFFORT_WITH_TOOLS = "effort with tools"
    """Tools are taken only with the effort none."""
    REASONING = "reasoning"
    """What the model thought before calls is not taken back."""
    NO_REASONING = "calls without reasoning"
    """Calls are taken only with the reasoning before them: DeepSeek, Kimi."""
    CACHING = "caching"
    """The detail is the level that is taken."""
    SYSTEM = "system role"
    """The detail is the role that is taken in its place: developer or user."""
    STREAM = "stream"
    STREAM_OPTIONS = "stream_options"
    TOOL_CHOICE = "tool_choice"
    STORE = "store"
    INCLUDE = "include"
    MAX_TOKENS = "max_tokens"
    """The detail of this one and the next two is the largest number that is taken; empty if none is."""
    MAX_COMPLETION_TOKENS = "max_completion_tokens"
    MAX_OUTPUT_TOKENS = "max_output_tokens"

    @property
    def lasts(self) -> timedelta:
        """How long a refusal counts. Tools and pictures come with another model behind the same name."""
        return timedelta(hours=1) if self in {Part.TOOLS, Part.PICTURES} else timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedPart:
    """A part that a server refused for a model at a time, with the detail that the part says it has."""

    server: str
    model: str
    part: Part
    detail: str = ""
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def counts(self) -> bool:
        """Whether it still counts; if not, the part is asked for anew."""
        return datetime.now(UTC) < self.at + self.part.lasts
