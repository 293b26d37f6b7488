"""Hermes Agent, whose memory is two files that the model's tool writes."""

import json
from pathlib import Path

from practice.model.answer import ToolCall
from tests.bench.peers.model import called
from tests.bench.peers.peer import MODEL, TOKEN, Launch, Peer, Servers


class Hermes(Peer):
    """The messaging gateway with Telegram."""

    name = "Hermes Agent"
    requirements = "hermes.txt"
    configured = (
        "the gateway with a `custom` provider and `streaming.enabled`; Telegram's address in `telegram.extra.base_url`,"
        " with a fallback address that it is told not to use, so that it looks for none in the network; all else as "
        "installed"
    )

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:
        """Write its configuration, in JSON, which is YAML, too."""
        extra = {
            "base_url": f"{servers.telegram}/bot",
            "base_file_url": f"{servers.telegram}/file/bot",
            "fallback_ips": ["149.154.167.220"],
        }
        config = {
            "model": {
                "default": MODEL,
                "provider": "custom",
                "base_url": servers.model,
                "api_key": "none",
                "context_length": 200_000,
            },
            "streaming": {"enabled": True},
            "telegram": {"extra": extra},
        }
        (folder / "config.yaml").write_text(json.dumps(config))
        settings = {
            "HOME": str(folder),
            "HERMES_HOME": str(folder),
            "HERMES_TELEGRAM_DISABLE_FALLBACK_IPS": "1",
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USERS": "1",
            "TELEGRAM_HOME_CHANNEL": "1",
        }
        return Launch((python, "-m", "hermes_cli.main", "gateway", "run"), settings)

    def remember(self, fact: str) -> ToolCall | None:
        """Add an entry to the user's profile."""
        return called("memory", action="add", target="user", content=fact)
