"""The official TypeScript SDK, with which most assistants are built, calls a tool of the server."""

import asyncio
import shutil

from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.doors.http.serving import token
from tests.features.mcp_client.reference import FOLDER, command
from tests.forks import environment

MOST_SECONDS = 60
PROGRAM = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, token] = process.argv.slice(1);
const headers = { Authorization: `Bearer ${token}` };
const client = new Client({ name: "test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
await client.listTools();
const boss = { content: "Alec is the user's boss", category: "person", subject: "Alec" };
const result = await client.callTool({ name: "add_memory", arguments: boss });
console.log(result.structuredContent.receipt);
await client.close();
"""


async def test_it_calls_a_tool(url: str, database: Database, owner: Owner) -> None:
    command("everything")  # which brings the SDK
    process = await asyncio.create_subprocess_exec(
        *(str(shutil.which("node")), "--input-type=module", "--eval", PROGRAM, f"{url}/mcp"),
        await token(database, owner),
        env=environment(),
        cwd=FOLDER,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(MOST_SECONDS):
        said, wrong = await process.communicate()
    assert (process.returncode, wrong.decode()) == (0, "")
    assert said.decode() == "💾 Remembered: Alec is your boss\n"
