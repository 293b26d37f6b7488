"""The share of an endless chat's tokens from the prompt cache, and its cost.

Beside it stands what the same chat costs where the system prompt tells the time and the memories are rendered anew for
each request. All else is the same there: the tools, the messages, the summaries; and the clock stands behind the
instructions, so that these come from the cache at least.
"""

import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from bot.memory.prompt_block import BLOCK_HEADING
from bot.turns.prompt import EARLIER_HEADING
from practice.model.conversation import Conversation, text_of
from practice.model.facts import known, stored
from practice.model.rules import reply
from practice.model.server import ChatRequest, ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.bench.figures import Figure
from tests.databases import administration
from tests.endless_chat import CONTEXT_TOKENS, chat
from tests.process import BotProcess

TOKEN: Final = "1000:bench"
INPUT, CACHED, OUTPUT = 0.25, 0.025, 2.0
"""Example prices: dollars for a million tokens."""
_TIME: Final = re.compile(r"\[(\w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d)\]\n")
_COUNTED: Final = "SELECT input_tokens, cached_tokens, output_tokens FROM agent_usage"


@dataclass(frozen=True, slots=True)
class Bill:
    """The tokens of a chat, as the model's server counted them; those from its cache are part of the input."""

    input: int
    cached: int
    output: int

    @classmethod
    def of(cls, requests: Iterable[Sequence[int]]) -> "Bill":
        """Return the sum of the requests' tokens."""
        return cls(*map(sum, zip(*requests, strict=True)))

    @property
    def anew(self) -> float:
        """Share of the input that was not cached, in per cent."""
        return 100 * (self.input - self.cached) / self.input

    @property
    def cents(self) -> float:
        """The cost in cents."""
        return ((self.input - self.cached) * INPUT + self.cached * CACHED + self.output * OUTPUT) / 10_000


async def cache(url: str, turns: int) -> list[Figure]:
    """Run a chat with a number of turns, and measure the cost of its tokens."""
    model, telegram = ModelServer(reply), BotApi(TOKEN)
    with tempfile.TemporaryDirectory() as folder:
        async with serve(telegram.app) as telegram_url, serve(model.app) as model_url:
            settings = {
                "TELEGRAM_BOT_TOKEN": TOKEN,
                "TELEGRAM_ALLOWED_USER_IDS": "1",
                "TELEGRAM_API_URL": telegram_url,
                "OPENAI_BASE_URL": f"{model_url}/v1",
                "DATABASE_URL": url,
                "CONTEXT_TOKENS": str(CONTEXT_TOKENS),
            }
            bot = BotProcess(Path(folder), settings)
            await bot.start()
            for turn, written in enumerate(chat(turns), 1):
                telegram.pass_time(60 * written.minutes)
                telegram.send_text(written.text)
                await bot.answered(turn)
            await bot.stop()
    with administration(url) as connection:
        ours = Bill.of(connection.execute(_COUNTED).fetchall())
    floor = await _with_a_clock([received.request for received in model.requests])
    prices = f"at ${INPUT} a million tokens, ${CACHED} from the cache, ${OUTPUT} for output"
    return [
        Figure(f"input of {turns} turns that came from the cache", "%", [100 - ours.anew], [100 - floor.anew]),
        Figure("input that did not", "%", [ours.anew], [floor.anew], goal=5),
        Figure(f"cost {prices}", "cents", [ours.cents], [floor.cents]),
    ]


async def _with_a_clock(requests: Iterable[ChatRequest]) -> Bill:
    """Send requests once more to a server like theirs, their system prompts as they are elsewhere."""
    async with serve(ModelServer(reply).app) as url, httpx.AsyncClient(base_url=url) as client:
        answers = [await client.post("/v1/chat/completions", json=_elsewhere(request)) for request in requests]
    usages = [answer.raise_for_status().json()["usage"] for answer in answers]
    return Bill.of(
        (it["prompt_tokens"], it["prompt_tokens_details"]["cached_tokens"], it["completion_tokens"]) for it in usages
    )


def _elsewhere(request: ChatRequest) -> dict[str, object]:
    """Return a request as a bot sends it whose system prompt tells the time, and all memories as they are now."""
    system, *said = request.model_dump(mode="json", exclude_unset=True)["messages"]
    instructions = system["content"].partition(BLOCK_HEADING)[0].partition(EARLIER_HEADING)[0].rstrip()
    summary = "".join(system["content"].partition(EARLIER_HEADING)[1:])
    times = [time for message in request.messages for time in _TIME.findall(text_of(message.content))]
    memories = [f"- [id:{fact.id}] {fact.content}" for fact in stored(known(Conversation.of(request)))]
    block = "\n".join([BLOCK_HEADING, *memories]) if memories else ""
    parts = [instructions, f"It is {times[-1]}.", block, summary]
    content = "\n\n".join(filter(None, parts))
    body = request.model_dump(mode="json", exclude_unset=True, exclude={"stream", "stream_options"})
    return {**body, "messages": [{**system, "content": content}, *said]}
