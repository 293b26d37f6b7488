"""The numbers in a server's refusal of a prompt that is too long. Pure."""

import re
from collections.abc import Mapping

from bot.errors import ContextTooLong

_COUNT = r"(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,9})(?![\d,]*\d)"
_LIMIT = re.compile(
    r"(?:n_ctx\W{1,4}"  # llama-server, where a proxy passes its answer on; LM Studio
    r"|maximum context length is "  # OpenAI, vLLM, OpenRouter, DeepSeek
    r"|configured limit of "  # OpenAI
    r"|maximum model length of "  # vLLM
    r"|available context size \("  # llama-server
    r"|context length of only "  # LM Studio
    rf"|context limit: {_COUNT} \+ {_COUNT} > "  # Anthropic
    r"|number of tokens allowed \("  # Google
    rf"|: limit (?={_COUNT}, requested )"  # Groq
    rf"|prompt is too long: {_COUNT} tokens > "  # Anthropic
    r"|too large for model with "  # Mistral
    rf")({_COUNT})"
)
_PROMPT = re.compile(
    rf"n_prompt_tokens\W{{1,4}}({_COUNT})"  # llama-server
    rf"|resulted in ({_COUNT}) tokens"  # OpenAI
    rf"|({_COUNT}) in the messages"  # OpenAI, vLLM, DeepSeek
    rf"|({_COUNT}) of text input"  # OpenRouter
    rf"|has ({_COUNT}) input tokens"  # vLLM
    rf"|\(length ({_COUNT})\)"  # vLLM
    rf"|request \(({_COUNT}) tokens\)"  # llama-server
    rf"|n_keep: ({_COUNT})"  # LM Studio
    rf"|the first ({_COUNT}) tokens"  # LM Studio
    rf"|context limit: ({_COUNT}) \+"  # Anthropic
    rf"|input token count \(({_COUNT})\)"  # Google
    rf"|, requested ({_COUNT}),"  # Groq
    rf"|prompt is too long: ({_COUNT}) tokens"  # Anthropic
    rf"|prompt contains ({_COUNT}) tokens"  # Mistral
)
_RESERVED = re.compile(rf"({_COUNT}) in the completion|context limit: {_COUNT} \+ ({_COUNT})")
"""Tokens of the limit that are kept for the answer."""
_EXCESS = re.compile(
    rf"exceeded max context length by ({_COUNT})"  # Ollama
    rf"|max_tokens must be at least 1, got -({_COUNT})"  # vLLM
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
    return int(next(filter(None, found.groups())).replace(",", "")) or None if found else None
