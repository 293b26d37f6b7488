"""Estimates of tokens. Pure."""

from collections.abc import Sequence
from typing import Final

from bot.model.values import ToolSpec

BYTES_A_TOKEN: Final = 4


def text_tokens(text: str) -> int:
    """Estimate the tokens of a text as a quarter of its bytes, which roughly fits most languages."""
    return tokens_of_bytes(len(text) if text.isascii() else len(text.encode()))


def tokens_of_bytes(count: int) -> int:
    """Estimate the tokens of a text with a number of bytes in UTF-8."""
    return -(-count // BYTES_A_TOKEN)


def tools_tokens(tools: Sequence[ToolSpec]) -> int:
    """Estimate the tokens of tools."""
    return sum(text_tokens(f"{tool.name} {tool.description} {tool.parameters}") for tool in tools)
