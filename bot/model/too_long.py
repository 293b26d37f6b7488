"""The numbers in a server's refusal of a prompt that is too long. Pure."""

import re
from collections.abc import Mapping

from bot.errors import ContextTooLong

_LIMIT = re.compile(
    r"(?:n_ctx\W{1,4}"  # llama-server, where a proxy passes its answer on; LM Studio
    r"|maximum context length is "  # OpenAI, vLLM, OpenRouter, DeepSeek
    r"|configured limit of "  # OpenAI
    r"|maximum model length of "  # vLLM
    r"|available context size \("  # llama-server
    r"|context length of only "  # LM Studio
    r"|context limit: \d{1,9} \+ \d{1,9} > "  # Anthropic
    r"|number of tokens allowed \("  # Google
    r"|: limit (?=\d{1,9}, requested )"  # Groq
    r")(\d{1,9})\b"
)
_PROMPT = re.compile(
    r"n_prompt_tokens\W{1,4}(\d{1,9})"  # llama-server
    r"|resulted in (\d{1,9}) tokens"  # OpenAI
    r"|(\d{1,9}) in the messages"  # OpenAI, vLLM, DeepSeek
    r"|(\d{1,9}) of text input"  # OpenRouter
    r"|has (\d{1,9}) input tokens"  # vLLM
    r"|\(length (\d{1,9})\)"  # vLLM
    r"|request \((\d{1,9}) tokens\)"  # llama-server
    r"|n_keep: (\d{1,9})"  # LM Studio
    r"|the first (\d{1,9}) tokens"  # LM Studio
    r"|context limit: (\d{1,9}) \+"  # Anthropic
    r"|input token count \((\d{1,9})\)"  # Google
    r"|, requested (\d{1,9}),"  # Groq
)
_RESERVED = re.compile(r"(\d{1,9}) in the completion|context limit: \d{1,9} \+ (\d{1,9})")
"""Tokens of the limit that are kept for the answer."""
_EXCESS = re.compile(
    r"exceeded max context length by (\d{1,9})"  # Ollama
    r"|max_tokens must be at least 1, got -(\d{1,9})"  # vLLM
)


def too_long(body: object, said: str) -> ContextTooLong:
    """Return the error for a prompt that is too long, with the numbers in the refusal.

    The fields of its body count first, then what was `said`, in small letters.
    """
    limit = _field(body, "n_ctx") or _number(_LIMIT, said)
    reserved = _number(_RESERVED, said) or 0
    return ContextTooLong(
        limit=limit - reserved if limit and limit > reserved else limit,
        prompt_tokens=_field(body, "n_prompt_tokens") or _number(_PROMPT, said),
        excess=_number(_EXCESS, said),
    )


def _field(body: object, name: str) -> int | None:
    value = body.get(name) if isinstance(body, Mapping) else None
    return value if isinstance(value, int) and value > 0 else None


def _number(pattern: re.Pattern[str], said: str) -> int | None:
    found = pattern.search(said)
    return int(next(filter(None, found.groups()))) or None if found else None
