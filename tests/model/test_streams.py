"""Streams in the shapes of many servers (see streams/README.md), byte for byte over real HTTP, all come out right."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from starlette.types import Receive, Scope, Send

from bot.kit import errors
from bot.kit.usage import Usage
from bot.model.failures import words_of
from practice.model.server import Refusal, Reply
from practice.serving import serve
from tests.process import Script
from tests.talking import Conversation, talking_to

STREAMS = Path(__file__).parent / "streams"
NAMES = ("add_to_memory", "search_memory", "list_memories", "get_current_date", "get_current_time")
PACKET = 7
"""Bytes: few enough that events, lines, characters of UTF-8 and pairs of CR and LF are all torn somewhere."""

HELLO = "Good morning, Åsa! 🌞"
TEA = ("add_to_memory", '{"content":"Ada trinkt grünen Tee 🍵"}')
CAKE = ("search_memory", '{"content":"Ada mag Kuchen"}')
SPACED_TEA = (TEA[0], '{"content": "Ada trinkt grünen Tee 🍵"}')
AT_OPENAI = Usage(input_tokens=2006, cached_tokens=1920, output_tokens=300)
AT_OLLAMA = Usage(input_tokens=26, output_tokens=4)
AT_LLAMA_SERVER = Usage(input_tokens=237, cached_tokens=236, output_tokens=35)
AT_A_CACHE = Usage(input_tokens=1200, cached_tokens=1024, written_tokens=100, output_tokens=20)
AT_OPENROUTER = Usage(input_tokens=1200, cached_tokens=1024, output_tokens=20)


def counted(usage: Usage) -> Usage:
    """Return what a server counted, without the time it took."""
    return replace(usage, first_token_seconds=None, seconds=None)


@dataclass(frozen=True)
class Told:
    """What an answer should come to."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    ids: tuple[str, ...] = ()
    """Empty: the server gave none that can be used."""
    usage: Usage = field(default_factory=Usage)
    reasoning: str = ""


GREETED = Told(HELLO)
REASONED = Told(HELLO, reasoning="She greets me.")
ANSWERS = {
    "openai_words": Told(HELLO, usage=AT_OPENAI),
    "openai_parallel_calls": Told(
        "", (TEA, CAKE), ("call_DdmO9pD3xa9XTPNJ32zg2hcA", "call_ABCpD3xa9XTPNJ32zg2hcAxy"), AT_OPENAI
    ),
    "openai_refusal": Told("I'm sorry, I can't help with that.", usage=AT_OPENAI),
    "openai_legacy_function_call": Told("", (("add_to_memory", CAKE[1]),)),
    "openai_length": Told("A long answer that"),
    "ollama_words": Told(HELLO, usage=AT_OLLAMA),
    "ollama_reasoning": replace(REASONED, usage=AT_OLLAMA),
    "ollama_parallel_calls_of_index_0": Told("", (TEA, CAKE), ("call_wteop8bt", "call_rk2xye1l"), AT_OLLAMA),
    "llama_server_words": Told(HELLO, usage=AT_LLAMA_SERVER),
    "llama_server_older_usage": Told(HELLO, usage=AT_LLAMA_SERVER),
    "llama_server_reasoning": REASONED,
    "llama_server_calls_in_pieces": Told(
        "One moment.",
        (TEA, CAKE),
        ("0bI5C0mEEcOYrnSZGB9bQHeJ1VVBNL4L", "k4gMkkSFyuXUd0ZY1VZ8WCEgZLlKR4yz"),
        Usage(input_tokens=237, output_tokens=35),
        "To remember.",
    ),
    "vllm_usage_in_every_chunk": Told(HELLO, usage=Usage(input_tokens=16, output_tokens=7)),
    "vllm_reasoning": REASONED,
    "vllm_older_reasoning": REASONED,
    "vllm_parallel_calls_of_index_0": Told(
        "", (TEA, CAKE), ("chatcmpl-tool-c9ZCzB9b9NikK5kjPBXpFG", "chatcmpl-tool-HfzZPEVfQgvgpSJccb8Vr8")
    ),
    "vllm_id_of_each_piece": Told("", (TEA, CAKE), ("chatcmpl-tool-1a", "chatcmpl-tool-4d")),
    "lm_studio_thinking_in_words": REASONED,
    "lm_studio_only_the_closing_tag": REASONED,
    "mistral_reasoning": REASONED,
    "lm_studio_empty_names": Told("", (TEA, CAKE), ("365174485", "365174486")),
    "openrouter_words": replace(REASONED, usage=AT_OPENROUTER),
    "openrouter_calls": Told("", (TEA, CAKE), ("call_00_x", "call_01_y"), AT_OPENROUTER),
    "openai_cache_writes": Told(
        HELLO, usage=Usage(input_tokens=2006, cached_tokens=1690, written_tokens=310, output_tokens=300)
    ),
    "openrouter_cache_writes": Told(HELLO, usage=AT_A_CACHE),
    "litellm_cache_writes": Told(HELLO, usage=AT_A_CACHE),
    "deepseek_usage": replace(REASONED, usage=Usage(input_tokens=1100, cached_tokens=1024, output_tokens=12)),
    "gemini_calls": Told("", (TEA, CAKE)),
    "odd_types": Told(HELLO, usage=Usage(input_tokens=12)),
    "odd_calls": Told("", (("list_memories", "{}"), SPACED_TEA)),
    "odd_lines": GREETED,
    "odd_returns": GREETED,
    "no_done": GREETED,
    "no_reason": GREETED,
    "whole_completion": Told(HELLO, (TEA,), ("call_1",), Usage(input_tokens=10, output_tokens=5)),
    "json_text_call": Told("", (SPACED_TEA,)),
    "broken_characters": Told("Good morning, 🌞"),
}
FAILURES = {
    "openai_error": errors.ModelError,
    "openai_quota": errors.QuotaExceeded,
    "azure_content_filter": errors.ContentRefused,
    "ollama_error_that_is_swallowed": errors.ServerSilent,
    "ollama_error_line": errors.ModelError,
    "llama_server_error": errors.ContextTooLong,
    "llama_server_older_error": errors.ModelError,
    "vllm_error": errors.ModelError,
    "vllm_older_error": errors.ContextTooLong,
    "venice_error": errors.ContextTooLong,
    "lm_studio_thinking_without_end": errors.EmptyAnswer,
    "lm_studio_error": errors.ModelError,
    "lm_studio_wrong_address": errors.ServerUnreachable,
    "lm_studio_context_full": errors.EmptyAnswer,
    "openrouter_error": errors.ModelError,
    "openrouter_error_by_reason_only": errors.ModelError,
    "openrouter_rate_limit": errors.RateLimited,
    "cut_between_words": errors.ServerSilent,
    "cut_in_an_event": errors.ModelError,
    "cut_in_a_call": errors.ServerSilent,
    "web_page": errors.ServerUnreachable,
}


@pytest.fixture
async def asking(model: Script) -> AsyncIterator[Conversation]:
    """The adapter, as the bot has it."""
    async with talking_to(model.url) as adapter:
        yield Conversation(adapter, NAMES)


def stream(name: str) -> Reply:
    """Return a reply that streams a file unchanged, in small packets."""
    raw = (STREAMS / f"{name}.txt").read_bytes()
    return Reply(raw=tuple(raw[at : at + PACKET] for at in range(0, len(raw), PACKET)))


def test_every_recorded_stream_is_described() -> None:
    assert sorted(path.stem for path in STREAMS.glob("*.txt")) == sorted(ANSWERS.keys() | FAILURES.keys())


async def test_each_answer_comes_out_whole_and_what_is_shown_grows_up_to_it(
    asking: Conversation, model: Script
) -> None:
    for name, told in ANSWERS.items():
        model.then(stream(name))
        asking.shown.clear()
        del asking.messages[1:]
        answer = await asking.ask()
        calls = answer.message.calls
        assert answer.message.content == told.text, name
        assert tuple((call.name, call.arguments) for call in calls) == told.calls, name
        assert tuple(call.id for call in calls) == told.ids or (not told.ids and all(call.id for call in calls)), name
        assert len({call.id for call in calls}) == len(calls), name
        assert counted(answer.usage) == told.usage, name
        assert answer.reasoning == told.reasoning, name
        hidden = "She greets me."  # until its closing tag, this could be an answer
        grown = [it for it in asking.shown if not (name == "lm_studio_only_the_closing_tag" and it.startswith(hidden))]
        assert grown == sorted(set(grown), key=len), name
        assert all(told.text.startswith(it.strip()) for it in grown), name


async def test_a_failure_is_reported_and_no_half_answer_is_kept(asking: Conversation, model: Script) -> None:
    for name, error in FAILURES.items():
        model.then(stream(name), "All well.")
        with pytest.raises(errors.ModelError) as raised:
            await asking.ask()
        assert raised.type is error, name
        assert (await asking.ask()).message.content == "All well.", name


@pytest.mark.parametrize(
    ("broken", "may_pass"),
    [
        (Reply(error=Refusal(503, "Loading model")), True),
        (Reply(text="A word and no more", cut_after=2), False),
    ],
)
async def test_a_failure_of_the_server_before_the_first_word_may_pass(
    asking: Conversation, model: Script, broken: Reply, *, may_pass: bool
) -> None:
    model.then(broken)
    with pytest.raises(errors.ModelError) as raised:
        await asking.ask()
    assert (raised.value.retry is not None) == may_pass


@pytest.mark.parametrize(
    ("failing", "words"),
    [
        (stream("openrouter_error"), "Provider disconnected unexpectedly (502, {'provider_name': 'Novita'})"),
        (Reply(error=Refusal(401, "Incorrect API key", code="invalid_api_key")), "Incorrect API key (invalid_api_key"),
    ],
)
async def test_the_servers_words_for_a_failure_hold_its_code_and_details(
    asking: Conversation, model: Script, failing: Reply, words: str
) -> None:
    model.then(failing)
    with pytest.raises(errors.ModelError) as raised:
        await asking.ask()
    assert words_of(raised.value).startswith(words)


REFUSALS = {
    "ollama": Refusal(400, "registry.ollama.ai/library/gemma3:4b does not support tools"),
    "llama_server": Refusal(500, "tools param requires --jinja flag"),
}


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
async def test_a_model_whose_server_refuses_tools_is_asked_without(
    asking: Conversation, model: Script, refusal: Refusal
) -> None:
    model.then(Reply(error=refusal))
    answers = [await asking.ask(), await asking.ask()]
    assert [(it.message.content, it.without_tools) for it in answers] == [("Echo: Hello", True)] * 2
    assert [bool(it.request.tools) for it in model.requests] == [True, False, False]


async def test_a_refusal_that_only_mentions_tools_leaves_them_on(asking: Conversation, model: Script) -> None:
    words = 'Invalid prompt: "My drill does not support tools, does it?" can\'t be processed.'
    model.then(Reply(error=Refusal(400, words)))
    with pytest.raises(errors.ModelError):
        await asking.ask()
    assert not (await asking.ask()).without_tools
    assert [bool(it.request.tools) for it in model.requests] == [True, True]


async def test_bytes_after_the_last_event_are_read_so_that_the_connection_is_reused(model: Script) -> None:
    clients = set()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        clients.add(str(scope.get("client")))
        await model.server.app(scope, receive, send)

    async with serve(app) as url, talking_to(f"{url}/v1") as adapter:
        clients.clear()  # the lifespan has none
        asking = Conversation(adapter, NAMES)
        model.then("One", stream("odd_lines"), "Three")
        told = [(await asking.ask()).message.content for _ in range(3)]
    assert told == ["One", HELLO, "Three"]
    assert len(clients) == 1
