"""The API of a running bot: closed by default, opened by a setting, entered with a token from the command line."""

import socket
from pathlib import Path

import httpx

from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, run


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


async def test_a_program_reads_what_was_said_and_writes_what_the_chat_shows(
    telegram: BotApi, bot_process: BotProcess, settings: dict[str, str], tmp_path: Path
) -> None:
    port = free_port()
    bot_process.settings["API_PORT"] = str(port)
    await bot_process.start()
    code, said = await run("token", "add", "Calendar", "--user", "1", cwd=tmp_path, **settings)
    assert code == 0, said
    token = said.splitlines()[-1]
    assert token.startswith("keepsake_")
    await telegram.bot_message("Remembered", after=telegram.send_text("/memory add preference The user likes tea"))
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers) as http:
        (tea,) = (await http.get("/api/memory/")).json()["memories"]
        assert tea["content"] == "The user likes tea"
        updated = await http.put(f"/api/memory/{tea['id']}", json={"content": "The user likes green tea"})
        assert updated.json()["version"] == 2
        shown = await telegram.bot_message(
            "Changed by Calendar.", after=telegram.send_text(f"/memory show {tea['id']}")
        )
        assert "green tea" in shown.text
        await telegram.bot_message("Echo: Hello there", after=telegram.send_text("Hello there"))
        (turn,) = (await http.get("/api/conversations/1/turns/")).json()["turns"]
        assert (turn["state"], turn["said"], turn["answer"]) == ("answered", ["Hello there"], "Echo: Hello there")
        _, listed = await run("token", "list", "--user", "1", cwd=tmp_path, **settings)
        assert "Calendar: write, created " in listed
        assert "never used" not in listed
        _, revoked = await run("token", "revoke", "Calendar", "--user", "1", cwd=tmp_path, **settings)
        assert revoked.strip() == "Calendar is revoked."
        assert (await http.get("/api/memory/")).status_code == 401
    assert not any(token in line for line in bot_process.log)


async def test_it_is_closed_by_default_and_to_others_without_a_token(
    telegram: BotApi, bot_process: BotProcess, settings: dict[str, str], tmp_path: Path
) -> None:
    await bot_process.start()
    shown = await telegram.bot_message("The page is off", after=telegram.send_text("/memory open"))
    assert "API_PORT" in shown.text
    await bot_process.stop()
    port = free_port()
    bot_process.settings |= {"API_PORT": str(port), "API_HOST": "0.0.0.0"}
    await bot_process.start()
    await bot_process.logged(lambda line: str(line.get("event")).startswith("API not opened"))
    with socket.socket() as connection:
        assert connection.connect_ex(("127.0.0.1", port)) != 0
    await telegram.bot_message("once there is a token", after=telegram.send_text("/memory open"))
    await bot_process.stop()
    await run("token", "add", "Calendar", "--read-only", "--user", "1", cwd=tmp_path, **settings)
    await bot_process.start()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        assert (await http.get("/healthz")).json() == {"status": "ok"}
        assert (await http.get("/api/memory/")).status_code == 401


async def test_a_taken_port_ends_the_start_with_a_sentence(bot_process: BotProcess) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        bot_process.settings["API_PORT"] = str(listener.getsockname()[1])
        await bot_process.launch()
        await bot_process.ended_by_itself.wait()
    assert any("The API can't be opened at 127.0.0.1" in line for line in (*bot_process.log, *bot_process.output))


async def test_tokens_are_made_listed_and_revoked_in_the_chat(telegram: BotApi, bot_process: BotProcess) -> None:
    port = free_port()
    bot_process.settings["API_PORT"] = str(port)
    await bot_process.start()
    await telegram.bot_message("No program and no browser has access.", after=telegram.send_text("/api"))
    made = await telegram.bot_message(
        "“Calendar” can read your memories, notes, reminders, conversations and usage.",
        after=telegram.send_text("/api token Calendar read-only"),
    )
    token = next(line for line in made.text.splitlines() if line.startswith("keepsake_"))
    await telegram.bot_message("already", after=telegram.send_text("/api token Calendar"))
    writes = "conversations and usage, and change memories, notes and reminders."
    await telegram.bot_message(writes, after=telegram.send_text("/api token Phone"))
    await telegram.bot_message("“Phone” no longer has access.", after=telegram.send_text("/api revoke Phone"))
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http:
        assert (await http.get(f"http://127.0.0.1:{port}/api/notes/")).status_code == 200
        await telegram.bot_message("Calendar: reads, last used", after=telegram.send_text("/api"))
        await telegram.bot_message("“Calendar” no longer has access.", after=telegram.send_text("/api revoke Calendar"))
        assert (await http.get(f"http://127.0.0.1:{port}/api/notes/")).status_code == 401
    await telegram.bot_message("There is no token or session", after=telegram.send_text("/api revoke Calendar"))
    assert "/api token Calendar" in (await telegram.bot_message("send one", after=telegram.send_text("/api x"))).text
