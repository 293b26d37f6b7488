"""Tool calls."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call by the model; `arguments` is its raw string, which may be invalid JSON."""

    id: str
    name: str
    arguments: str
