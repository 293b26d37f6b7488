"""The floor: python-telegram-bot and the openai client, without any memory."""

from pathlib import Path

from tests.bench.peers.names import EMBEDDED, OWN_CALLS, OWN_TOKENS
from tests.bench.peers.peer import TOKEN, Launch, Peer, Servers
from tests.forks import REPOSITORY


class Floor(Peer):
    """See `tests/bench/floor.py`."""

    name = "floor"
    configured = "nothing; it keeps the conversation in memory and has no commands"
    left_out = dict.fromkeys((OWN_CALLS, OWN_TOKENS, EMBEDDED), "it has no memory")
    new_conversation = ""
    offers_tools = False

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:  # noqa: ARG002 - it writes nothing
        """Start it as a module."""
        settings = {
            "PYTHONPATH": str(REPOSITORY),
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": servers.telegram,
            "OPENAI_BASE_URL": servers.model,
        }
        return Launch((python, "-m", "tests.bench.floor"), settings)
