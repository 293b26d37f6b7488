"""What OpenAI is told about its prompt cache, as far as the model takes it. Pure.

The source is https://developers.openai.com/api/docs/guides/prompt-caching.
"""

import re
from enum import IntEnum
from typing import Final

BREAKPOINT: Final = {"mode": "explicit"}
"""Marks the part of a message that it stands in as the end of a prefix that many requests share."""

_OLDER = re.compile(r"(?:ft:)?(?:chatgpt|gpt-[34]|gpt-5(?:\.[0-5])?(?![.\d])|o\d)")


class Caching(IntEnum):
    """How much a request says of the prompt cache; each says what those before it do."""

    NOTHING = 0
    KEY = 1
    """Which requests are likely to begin with the same bytes."""
    BREAKPOINTS = 2
    """Where to look for what they share, which OpenAI's models from GPT-5.6 on do nowhere else."""


def caching_of(model: str) -> Caching:
    """Return what to tell OpenAI for one of its models: those known to be older than GPT-5.6 refuse breakpoints."""
    return Caching.KEY if _OLDER.match(model) else Caching.BREAKPOINTS


def parameters(caching: Caching, key: str) -> dict[str, object]:
    """Return the parameters that say it; the breakpoint itself stands in the messages.

    The implicit mode puts one more breakpoint at the newest message, where the next request's prefix ends.
    """
    said: dict[str, object] = {}
    if caching >= Caching.KEY:
        said["prompt_cache_key"] = key
    if caching >= Caching.BREAKPOINTS:
        said["prompt_cache_options"] = {"mode": "implicit"}
    return said
