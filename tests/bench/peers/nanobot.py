"""nanobot, whose memory is a file that its Dream task writes."""

import json
from pathlib import Path

from practice.model.answer import Reply
from practice.model.chat_api import ChatRequest
from tests.bench.peers.model import FACT, REMEMBERED, called, texts_of
from tests.bench.peers.peer import MODEL, TOKEN, Launch, Peer, Servers
from tests.scenarios.test_api import free_port

INSIDE = Path(__file__).with_name("inside")
_CHECKPOINT = "Create a compact replacement checkpoint"
_DREAM = "You are running Dream"


class Nanobot(Peer):
    """The gateway with one channel, as its documentation has it for Telegram."""

    name = "nanobot"
    requirements = "nanobot.txt"
    configured = (
        "the gateway with the provider `custom` and the channel `telegram`, streaming as installed, without its web"
        " page; as it has no setting for Telegram's address, a sitecustomize changes it in python-telegram-bot; the "
        "model has no tool for memory: /new leaves a summary, from which /dream writes it, by itself every two hours"
    )
    memory_commands = ("/dream",)

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:
        """Write its configuration."""
        config = {
            "agents": {"defaults": {"workspace": str(folder / "workspace"), "model": MODEL, "provider": "custom"}},
            "providers": {"custom": {"apiKey": "none", "apiBase": servers.model}},
            "channels": {
                "telegram": {"enabled": True, "token": TOKEN, "allowFrom": ["1"]},
                "websocket": {"enabled": False},
            },
            "gateway": {"port": free_port()},
        }
        path = folder / "config.json"
        path.write_text(json.dumps(config))
        settings = {"HOME": str(folder), "PYTHONPATH": str(INSIDE), "TELEGRAM_API_URL": servers.telegram}
        return Launch((python, "-m", "nanobot", "gateway", "--config", str(path)), settings)

    def own(self, request: ChatRequest) -> Reply:
        """Keep the fact at the end of a conversation, and write it into the file of memories when it dreams."""
        texts = texts_of(request)
        knows = any(FACT in text or REMEMBERED in text for text in texts)
        if _CHECKPOINT in texts[-1]:
            return Reply(text=f"- [permanent] {REMEMBERED}" if knows else "(nothing)")
        if knows and any(_DREAM in text for text in texts) and request.messages[-1].role != "tool":
            content = f"# Long-term Memory\n\n- {REMEMBERED}\n"
            return Reply(calls=(called("write_file", path="memory/MEMORY.md", content=content),))
        return Reply(text="Done.")
