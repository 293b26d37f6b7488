"""What of a prompt counts as cached."""

import json

from practice.model.answer import Reply
from practice.model.chat_api import ChatRequest
from practice.model.prompt_cache import PromptCache
from practice.model.validation import parse

Json = dict[str, object]
SYSTEM = "x" * 6000
SAID: list[Json] = [{"role": "user", "content": "y" * 400}, {"role": "assistant", "content": "z" * 400}]


def asked(text: str, key: str) -> ChatRequest:
    return request([{"role": "system", "content": text}, {"role": "user", "content": "And now?"}], key)


def request(messages: list[Json], key: str = "a", mode: str = "implicit") -> ChatRequest:
    body = {"model": "practice", "messages": messages, "prompt_cache_key": key, "prompt_cache_options": {"mode": mode}}
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


def marked(*more: Json, mode: str = "implicit", earlier: str = "") -> ChatRequest:
    """Return a request with a breakpoint after its system prompt."""
    kept: Json = {"type": "text", "text": SYSTEM, "prompt_cache_breakpoint": {"mode": "explicit"}}
    parts = [kept, {"type": "text", "text": earlier}] if earlier else [kept]
    return request([{"role": "system", "content": parts}, *more], mode=mode)


def counted(cache: PromptCache, asked: ChatRequest) -> tuple[int, int]:
    """Return how many tokens are read from the cache, and how many written to it."""
    usage = cache.usage(asked, Reply())
    return usage.cached, usage.written


def test_an_explicit_cache_reads_what_ended_at_a_breakpoint_and_writes_what_is_new() -> None:
    cache = PromptCache(explicit=True)
    read, first = counted(cache, marked(SAID[0]))
    assert (read, first > 1600) == (0, True)
    read, second = counted(cache, marked(*SAID, SAID[0]))
    assert (read, second > 200) == (first, True)
    assert counted(cache, marked(*SAID, SAID[0])) == (first + second, 0)
    assert 1500 < counted(cache, marked(SAID[1], earlier="Earlier."))[0] < 1600
    only_marked = PromptCache(explicit=True)
    assert 1500 < counted(only_marked, marked(SAID[0], mode="explicit"))[1] < 1600
