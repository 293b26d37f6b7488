"""What of a prompt counts as cached."""

import json

from practice.model.answer import Reply, ToolCall, Usage
from practice.model.chat_api import ChatRequest
from practice.model.prompt_cache import PromptCache
from practice.model.validation import parse


def asked(text: str, key: str) -> ChatRequest:
    messages = [{"role": "system", "content": text}, {"role": "user", "content": "And now?"}]
    request = parse(json.dumps({"model": "practice", "messages": messages, "prompt_cache_key": key}).encode())
    assert isinstance(request, ChatRequest)
    return request


def test_a_prompts_known_prefix_counts_as_cached_in_steps_of_128_tokens() -> None:
    cache, long = PromptCache(), "x" * 6000
    assert cache.usage(asked(long, "a"), Reply()).cached == 0
    assert cache.usage(asked(long, "a"), Reply()).cached == 1408
    assert cache.usage(asked(long[:5000] + "y" * 1000, "a"), Reply()).cached == 1152
    assert cache.usage(asked("z" + long, "a"), Reply()).cached == 0
    assert cache.usage(asked(long, "b"), Reply()).cached == 0


def test_a_known_prefix_below_1024_tokens_is_not_cached() -> None:
    cache, request = PromptCache(), asked("x" * 3800, "a")
    cache.usage(request, Reply())
    assert cache.usage(request, Reply()).cached == 0


Json = dict[str, object]
SYSTEM = "x" * 6000
SAID: list[Json] = [{"role": "user", "content": "y" * 400}, {"role": "assistant", "content": "z" * 400}]


def marked(*more: Json, mark: bool = True, key: str = "a", mode: str = "implicit", earlier: str = "") -> ChatRequest:
    """Return a request to a model whose prompt cache looks at breakpoints; one is after its system prompt."""
    stays: Json = {"type": "text", "text": SYSTEM}
    stays |= {"prompt_cache_breakpoint": {"mode": "explicit"}} if mark else {}
    parts = [stays, {"type": "text", "text": earlier}] if earlier else [stays]
    body = {
        "model": "practice",
        "messages": [{"role": "system", "content": parts}, *more],
        "prompt_cache_key": key,
        "prompt_cache_options": {"mode": mode},
    }
    request = parse(json.dumps(body).encode())
    assert isinstance(request, ChatRequest)
    return request


def counted(cache: PromptCache, request: ChatRequest) -> tuple[int, int]:
    """Return how many tokens are read from the cache, and how many written to it."""
    usage = cache.usage(request, Reply())
    return usage.cached, usage.written


def test_an_explicit_cache_reads_what_ended_at_a_breakpoint_and_writes_what_is_new() -> None:
    cache = PromptCache(explicit=True)
    read, first = counted(cache, marked(SAID[0]))
    assert (read, first > 1600) == (0, True)
    read, second = counted(cache, marked(*SAID, SAID[0]))
    assert (read, second > 200) == (first, True)
    assert counted(cache, marked(*SAID, SAID[0])) == (first + second, 0)


def test_an_explicit_cache_falls_back_to_a_breakpoint_and_to_nothing_between() -> None:
    cache = PromptCache(explicit=True)
    counted(cache, marked(SAID[0]))
    system, _ = counted(cache, marked(SAID[1], earlier="Earlier."))
    assert 1500 < system < 1600
    assert counted(cache, marked(SAID[0], key="b"))[0] == 0
    unmarked = PromptCache(explicit=True)
    counted(unmarked, marked(SAID[0], mark=False))
    assert counted(unmarked, marked(SAID[1], mark=False))[0] == 0
    assert counted(unmarked, marked(SAID[0], SAID[1], mark=False))[0] > 1600


def test_without_the_implicit_breakpoint_only_what_is_marked_is_kept() -> None:
    cache = PromptCache(explicit=True)
    _, system = counted(cache, marked(SAID[0], mode="explicit"))
    assert 1500 < system < 1600
    assert counted(cache, marked(SAID[0], mode="explicit")) == (system, 0)
    assert counted(PromptCache(explicit=True), marked(SAID[0], mark=False, mode="explicit")) == (0, 0)


def test_all_that_was_written_counts_as_completion() -> None:
    reply = Reply(text="Four", calls=(ToolCall("now", '"1234"'),), reasoning="Twelve signs")
    usage = PromptCache().usage(asked("x", "a"), reply)
    assert (usage.completion, usage.reasoning) == (7, 3)


def test_a_reply_can_bring_its_own_usage() -> None:
    usage = Usage(prompt=1200, completion=7, cached=1024)
    assert PromptCache().usage(asked("x", "a"), Reply(text="Hi", usage=usage)) == usage
