"""The prompt cache of a model server, as its token counts show it."""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

from practice.json_text import elements, members
from practice.model.answer import Reply, Usage
from practice.model.chat_api import CacheOptions, ChatRequest, Message
from practice.model.pictures import seen

CHARACTERS_A_TOKEN = 4
CACHE_STEP = 128 * CHARACTERS_A_TOKEN
CACHE_LEAST = 1024 * CHARACTERS_A_TOKEN
_PICTURE = re.compile(r'"url":"(data:image/[a-z]+;base64,[A-Za-z0-9+/=]*)"')


class PromptCache:
    """Counts the tokens of a request and how many of them OpenAI's prompt cache would serve.

    Models before GPT-5.6: an exact prefix of an earlier prompt with the same `prompt_cache_key`, from 1,024 tokens, in
    steps of 128. Later models (`explicit`): a prefix that ended at a breakpoint of an earlier prompt; what is new up
    to the last breakpoint is written to the cache, which costs. The request marks its breakpoints; its end is one too,
    unless it opts out (https://developers.openai.com/api/docs/guides/prompt-caching).
    """

    def __init__(self, *, explicit: bool = False) -> None:
        self._explicit = explicit
        self._known: set[int] = set()

    def usage(self, request: ChatRequest, reply: Reply) -> Usage:
        """Return the usage to report for this answer, and cache the prompt."""
        prompt = _prompt(request)
        key = request.prompt_cache_key
        cached, put = self._keep(prompt, request) if self._explicit else (self._remember(prompt, key), 0)
        written = len(reply.content) + sum(len(call.name) + len(call.arguments) for call in reply.calls)
        reasoning = _tokens(len(reply.reasoning))
        estimate = Usage(_tokens(len(prompt)), _tokens(written) + reasoning, cached, reasoning, put)
        return reply.usage or estimate

    def _remember(self, prompt: str, key: str | None) -> int:
        cached, prefix = 0, hash(key)
        for end in range(CACHE_STEP, len(prompt) + 1, CACHE_STEP):
            prefix = hash((prefix, prompt[end - CACHE_STEP : end]))
            if prefix in self._known and end >= CACHE_LEAST:
                cached = end // CHARACTERS_A_TOKEN
            self._known.add(prefix)
        return cached

    def _keep(self, prompt: str, request: ChatRequest) -> tuple[int, int]:
        """Return the number of tokens read from the cache and of those written to it."""
        parts = {end: is_marked for end, is_marked in _parts(prompt, request.messages) if end >= CACHE_LEAST}
        prefixes = {end: hash((request.prompt_cache_key, prompt[:end])) for end in parts}
        read = max((end for end, prefix in prefixes.items() if prefix in self._known), default=0)
        marked = [end for end, is_marked in parts.items() if is_marked]
        if parts and (request.prompt_cache_options or CacheOptions()).mode != "explicit":
            marked.append(max(parts))
        self._known.update(prefixes[end] for end in marked)
        kept = max(marked, default=0)
        return _tokens(read), max(0, _tokens(kept) - _tokens(read))


def _parts(prompt: str, messages: Iterable[Message]) -> Iterator[tuple[int, bool]]:
    """Yield where the messages of a prompt and their parts end, and whether a breakpoint is there, in order."""
    listed = members(prompt)["messages"]
    for message, span in zip(messages, elements(listed.of(prompt)), strict=True):
        start, text = listed.start + span.start, span.of(listed.of(prompt))
        if isinstance(message.content, tuple):
            content = members(text)["content"]
            for part, within in zip(message.content, elements(content.of(text)), strict=True):
                yield start + content.start + within.end, part.prompt_cache_breakpoint is not None
        yield start + len(text), False


def prompt_tokens(request: ChatRequest) -> int:
    """Count the tokens of a request's prompt."""
    return _tokens(len(_prompt(request)))


def _prompt(request: ChatRequest) -> str:
    """Return the prompt as JSON; a picture has as many characters as its tokens count for."""
    return _PICTURE.sub(_counted, request.model_dump_json(include={"tools", "messages"}, exclude_unset=True))


def _counted(url: re.Match[str]) -> str:
    name = sha256(url[1].encode()).hexdigest()
    return f'"url":"{name:.<{CHARACTERS_A_TOKEN * seen(url[1]).tokens}}"'


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_A_TOKEN)
