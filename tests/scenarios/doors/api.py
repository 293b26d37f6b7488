"""The memory API, with a program's token."""

from typing import Any

import httpx

from tests.scenarios.doors.door import APP, Came, House


class ApiDoor:
    """Sends requests."""

    origin = "api"
    through = APP
    restores = True
    is_told = True
    speaks_to_owner = True

    def __init__(self, house: House, token: str) -> None:
        self._house = house
        self._headers = {"Authorization": f"Bearer {token}"}

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Post a memory."""
        wanted = {"content": content, "category": category, "subject": subject or None, "is_new": is_new}
        return await self._send("POST", "", wanted)

    async def update(self, memory_id: str, content: str) -> Came:
        """Put a text."""
        return await self._send("PUT", memory_id, {"content": content})

    async def forget(self, memory_id: str) -> Came:
        """Delete a memory."""
        return await self._send("DELETE", memory_id)

    async def restore(self, memory_id: str) -> Came:
        """Restore a memory."""
        return await self._send("POST", f"{memory_id}/restore")

    async def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Came:
        async with httpx.AsyncClient(base_url=self._house.url, headers=self._headers) as http:
            answer = await http.request(method, f"/api/memory/{path}", json=body)
        assert answer.status_code < 500, answer.text
        if answer.is_error:
            return Came(answer.text, is_refused=True)
        return Came(answer.json().get("receipt", ""))
