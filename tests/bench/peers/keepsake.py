"""Keepsake, as it is after installation."""

from collections.abc import Iterable
from pathlib import Path

from practice.model.answer import ToolCall
from tests.bench.peers.model import called
from tests.bench.peers.peer import MODEL, TOKEN, Launch, Peer, Servers
from tests.forks import REPOSITORY


class Keepsake(Peer):
    """With its default settings and the embedded PostgreSQL; memories are found by words."""

    name = "Keepsake"
    configured = "default settings, the embedded PostgreSQL, no embedding model"

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:
        """Keep the data in the folder."""
        settings = {
            "PYTHONPATH": str(REPOSITORY),
            "DATA_DIR": str(folder / "data"),
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": servers.telegram,
            "TELEGRAM_ALLOWED_USER_IDS": "1",
            "OPENAI_BASE_URL": servers.model,
            "OPENAI_MODEL": MODEL,
        }
        return Launch((python, "-m", "bot"), settings)

    def remember(self, fact: str) -> ToolCall | None:
        """Add a memory, as the user asked for it."""
        return called("add_to_memory", content=fact, category="person", subject="", user_asked=True)

    def servers_of(self, folder: Path) -> Iterable[int]:
        """Return its PostgreSQL server."""
        return (int(path.read_text().split()[0]) for path in folder.glob("data/**/postmaster.pid"))


class KeepsakeWithEmbeddings(Keepsake):
    """With the practice server's embeddings, as mem0 has them."""

    name = "Keepsake, embeddings"
    configured = "as Keepsake, and EMBEDDING_MODEL on the same model server"

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:
        """Name the model of the embeddings."""
        launch = super().prepare(folder, python, servers)
        return Launch(launch.command, {**launch.settings, "EMBEDDING_MODEL": MODEL})
