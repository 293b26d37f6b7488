"""The API of a running bot: closed by default, opened by a setting, entered with a token from the command line."""

import socket
from pathlib import Path

import httpx

from practice.telegram.bot_api import BotApi
from tests.doors.http.test_events import listening
from tests.process import BotProcess, free_port, run

PATIENCE = 20
"""Seconds: the bot has to hear of it first. How soon a program does then, `tests/doors/http/test_events.py` shows."""


async def test_a_program_hears_of_changes_and_reads_what_was_said_until_its_token_is_revoked(
    telegram: BotApi, bot_process: BotProcess, api_url: str, settings: dict[str, str], tmp_path: Path
) -> None:
    code, said = await run("token", "add", "Calendar", "--user", "1", cwd=tmp_path, **settings)
    assert code == 0, said
    token = said.splitlines()[-1]
    assert token.startswith("keepsake_")
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=api_url, headers=headers) as http:
        async with listening(http) as stream:
            telegram.send_text("/memory add preference The user likes tea")
            while "memories" not in await stream.kinds(PATIENCE):  # after the user's language, which was heard, too
                pass
            telegram.send_text("Hello there")
            assert await stream.kinds(PATIENCE) == ["conversations"]
            await telegram.bot_message("Echo: Hello there")
            (tmp_path / "list.md").write_text("- The user is a nurse\n")
            await run("memory", "import", "list.md", "--user", "1", cwd=tmp_path, **settings)
            while "memories" not in await stream.kinds(PATIENCE):
                pass
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
    bot_process.settings |= {"API_PORT": str(port), "API_HOST": "0.0.0.0", "API_PUBLIC_URL": "https://Käse.example:443"}
    await bot_process.start()
    await bot_process.logged(lambda line: str(line.get("event")).startswith("API not opened"))
    with socket.socket() as connection:
        assert connection.connect_ex(("127.0.0.1", port)) != 0
    await telegram.bot_message("once there is a token", after=telegram.send_text("/memory open"))
    await bot_process.stop()
    await run("token", "add", "Calendar", "--read-only", "--user", "1", cwd=tmp_path, **settings)
    await bot_process.start()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        browsers = {"Host": "xn--kse-qla.example", "Origin": "https://xn--kse-qla.example"}
        for headers in ({}, browsers):
            assert (await http.get("/healthz", headers=headers)).json() == {"status": "ok"}
        assert (await http.get("/api/memory/")).status_code == 401


async def test_a_taken_port_ends_the_start_with_a_sentence(bot_process: BotProcess) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        bot_process.settings["API_PORT"] = str(listener.getsockname()[1])
        await bot_process.launch()
        await bot_process.ended_by_itself.wait()
    assert any("The API can't be opened at 127.0.0.1" in line for line in (*bot_process.log, *bot_process.output))


async def test_tokens_are_made_listed_and_revoked_in_the_chat(telegram: BotApi, api_url: str) -> None:
    await telegram.bot_message("No program and no browser has access.", after=telegram.send_text("/api"))
    made = await telegram.bot_message(
        "“Calendar” can read your memories, notes, reminders, conversations and usage.",
        after=telegram.send_text("/api token Calendar read-only"),
    )
    token = next(line for line in made.text.splitlines() if line.startswith("keepsake_"))
    await telegram.bot_message("already", after=telegram.send_text("/api token Calendar"))
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http:
        assert (await http.get(f"{api_url}/api/notes/")).status_code == 200
        await telegram.bot_message("Calendar: reads, last used", after=telegram.send_text("/api"))
        await telegram.bot_message("“Calendar” no longer has access.", after=telegram.send_text("/api revoke Calendar"))
        assert (await http.get(f"{api_url}/api/notes/")).status_code == 401
    await telegram.bot_message("There is no token or session", after=telegram.send_text("/api revoke Calendar"))
    assert "/api token Calendar" in (await telegram.bot_message("send one", after=telegram.send_text("/api x"))).text
