"""What of a prompt counts as cached."""

import json

from practice.model.answer import Reply
from practice.model.chat_api import ChatRequest
from practice.model.prompt_cache import PromptCache
from practice.model.validation import parse

SYSTEM = "x" * 6000


def asked(text: str, key: str) -> ChatRequest:
    messages = [{"role": "system", "content": text}, {"role": "user", "content": "And now?"}]
    body = {"model": "practice", "messages": messages, "prompt_cache_key": key}
    parsed = parse(json.dumps(body).encode())
    assert isinstance(parsed, ChatRequest)
    return parsed


def test_a_prompts_known_prefix_counts_as_cached_in_steps_of_128_tokens() -> None:
    cache = PromptCache()
    assert cache.usage(asked(SYSTEM, "a"), Reply()).cached == 0
    assert cache.usage(asked(SYSTEM, "a"), Reply()).cached == 1408
    assert cache.usage(asked(SYSTEM[:5000] + "y" * 1000, "a"), Reply()).cached == 1152
    assert cache.usage(asked(SYSTEM, "b"), Reply()).cached == 0
    short = asked("x" * 3800, "a")  # below 1,024 tokens
    assert [cache.usage(short, Reply()).cached for _ in range(2)] == [0, 0]
