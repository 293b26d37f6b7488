"""A ninth person has something done outside, by the tool of an MCP server, and presses Do it each time."""

import json
from pathlib import Path
from typing import Final

from practice.telegram.bot_api import BotApi
from tests.crash.person import Person, data
from tests.crash.script import ASKED
from tests.features.mcp_client.hosting import hostile, listed, running

ASKER: Final = 9
HEADINGS: Final = {"done": "✅ Done:", "unknown": "⚠️ This was interrupted. It may have been done:"}
"""What the message shows in the end that asked, by the state of its activity."""
_POST: Final = "post"


class Asker(Person):
    """Asks for something, presses Do it, and waits for what came of it."""

    def __init__(self, telegram: BotApi) -> None:
        super().__init__(telegram, ASKER, len(ASKED))

    async def take(self) -> None:
        """Have something done, asked for in words of the tool's description, so that it is offered."""
        number, self.rounds = ASKED[self.rounds], self.rounds + 1
        sent = self.says(f"m{number}: Call the server it")
        question = await self.button("✅ Do it", after=sent)
        self.telegram.press(question.message_id, data(question, "✅ Do it"), ASKER)
        await self.see(lambda: any(self.heard(heading, after=sent) for heading in HEADINGS.values()))


async def list_server(folder: Path) -> None:
    """List a server for a bot with this data folder, which knows its tools from the beginning."""
    entry = hostile("posts", str(folder / _POST), trusted=True)  # others in the run go on storing without a press
    listed({"DATA_DIR": str(folder)}, it=entry)
    async with running({"it": entry}, folder):
        pass


def acted(folder: Path) -> list[int]:
    """Return the messages for which the tool was called, once for each call."""
    lines = (folder / _POST).read_text().splitlines() if (folder / _POST).exists() else []
    return [int(json.loads(line)["text"]) for line in lines]
