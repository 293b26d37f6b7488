"""mem0, a library: measured in the smallest Telegram bot around it."""

import json
from pathlib import Path

from practice.model.answer import Reply
from practice.model.chat_api import ChatRequest
from tests.bench.peers.model import FACT, REMEMBERED, texts_of
from tests.bench.peers.names import KILLED, LOST
from tests.bench.peers.peer import TOKEN, Launch, Peer, Servers

BOT = Path(__file__).parent / "inside" / "mem0_bot.py"
_NEW = "## New Messages"


class Mem0(Peer):
    """See `inside/mem0_bot.py`."""

    name = "mem0"
    requirements = "mem0.txt"
    configured = (
        "a library, not a bot: measured in the smallest python-telegram-bot handler around it, with search and add for "
        "each message as in its README (so without earlier messages), the answer streamed; OpenAI's provider and "
        "embedder on the same model server, Qdrant on the disk, MEM0_TELEMETRY=False, without the optional NLP packages"
    )
    left_out = dict.fromkeys((KILLED, LOST), "that is up to the bot around the library")
    new_conversation = ""
    offers_tools = False

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:
        """Keep its data in the folder."""
        settings = {
            "MEM0_DIR": str(folder),
            "MEM0_TELEMETRY": "False",
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": servers.telegram,
            "OPENAI_BASE_URL": servers.model,
            "OPENAI_API_KEY": "none",
        }
        return Launch((python, str(BOT)), settings)

    def own(self, request: ChatRequest) -> Reply:
        """Extract the fact from the message that tells it."""
        new = texts_of(request)[-1].rpartition(_NEW)[2]
        found = [{"id": "0", "text": REMEMBERED}] if FACT in new else []
        return Reply(text=json.dumps({"memory": found}))
