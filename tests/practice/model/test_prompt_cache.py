"""What of a prompt counts as cached."""

import json

from bot.practice.model.answer import Reply, ToolCall, Usage
from bot.practice.model.chat_api import ChatRequest, parse
from bot.practice.model.prompt_cache import PromptCache


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


def test_all_that_was_written_counts_as_completion() -> None:
    reply = Reply(text="Four", calls=(ToolCall("now", '"1234"'),), reasoning="Twelve signs")
    usage = PromptCache().usage(asked("x", "a"), reply)
    assert (usage.completion, usage.reasoning) == (7, 3)


def test_a_reply_can_bring_its_own_usage() -> None:
    usage = Usage(prompt=1200, completion=7, cached=1024)
    assert PromptCache().usage(asked("x", "a"), Reply(text="Hi", usage=usage)) == usage
