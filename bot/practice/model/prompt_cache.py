"""The prompt cache of a model server, as far as its bill shows it."""

from bot.practice.model.answer import Reply, Usage
from bot.practice.model.chat_api import ChatRequest

CHARACTERS_A_TOKEN = 4
CACHE_STEP = 128 * CHARACTERS_A_TOKEN
CACHE_LEAST = 1024 * CHARACTERS_A_TOKEN


class PromptCache:
    """Counts tokens, and which of them a prompt cache would have known.

    As at OpenAI: an exact prefix of an earlier prompt with the same `prompt_cache_key`, from 1,024 tokens, in steps
    of 128 (https://platform.openai.com/docs/guides/prompt-caching).
    """

    def __init__(self) -> None:
        self._known: set[int] = set()

    def usage(self, request: ChatRequest, reply: Reply) -> Usage:
        """Give the usage to report for this answer, and remember the prompt."""
        prompt = request.model_dump_json(include={"tools", "messages"}, exclude_unset=True)
        cached = self._remember(prompt, request.prompt_cache_key)
        written = len(reply.content) + sum(len(call.name) + len(call.arguments) for call in reply.calls)
        reasoning = _tokens(len(reply.reasoning))
        estimate = Usage(_tokens(len(prompt)), _tokens(written) + reasoning, cached, reasoning)
        return reply.usage or estimate

    def _remember(self, prompt: str, key: str | None) -> int:
        cached, prefix = 0, hash(key)
        for end in range(CACHE_STEP, len(prompt) + 1, CACHE_STEP):
            prefix = hash((prefix, prompt[end - CACHE_STEP : end]))
            if prefix in self._known and end >= CACHE_LEAST:
                cached = end // CHARACTERS_A_TOKEN
            self._known.add(prefix)
        return cached


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_A_TOKEN)
