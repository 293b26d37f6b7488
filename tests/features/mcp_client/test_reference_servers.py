"""The official reference server is connected and called."""

import pytest

from bot.kit.errors import ToolFailed, ToolServerFailed
from tests.features.mcp_client.hosting import running
from tests.features.mcp_client.reference import command


async def test_everything() -> None:
    async with running({"all": {"command": command("everything"), "timeout": 1}}) as servers:
        (state,) = servers.states()
        assert state.left_out == ("simulate-research-query: it runs only as a task",)
        assert await servers.call("all", "echo", {"message": "hi"}) == "Echo: hi"
        assert "[an image, image/png" in await servers.call("all", "get-tiny-image", {})
        assert "[a link to " in await servers.call("all", "get-resource-links", {"count": 2})
        assert "temperature" in await servers.call("all", "get-structured-content", {"location": "Chicago"})
        with pytest.raises(ToolFailed, match="no-such-tool"):
            await servers.call("all", "no-such-tool", {})
        slow = {"duration": 30, "steps": 3}
        with pytest.raises(ToolServerFailed, match="no answer in time"):
            await servers.call("all", "trigger-long-running-operation", slow)
        assert await servers.call("all", "echo", {"message": "still there"}) == "Echo: still there"
        assert servers.states()[0].since == state.since  # a slow tool costs no connection
