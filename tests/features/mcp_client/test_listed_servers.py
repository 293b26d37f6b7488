"""mcp.json is read in the form that MCP clients share; a bad entry costs its own sentence."""

import json
from pathlib import Path

import pytest

from bot.features.mcp_client.listed import FILE, Listed, Local, Remote, ServerList, parse, read
from bot.kit.language import rendered


def test_servers_are_listed_as_for_other_clients() -> None:
    listed = parse(
        {
            "mcpServers": {
                "files": {"command": "npx", "args": ["-y", "server", "/data"], "env": {"KEY": "k"}, "cwd": "/data"},
                "remote": {"type": "http", "url": "https://example.com/mcp", "headers": {"A": "b"}, "timeout": 5},
                "ours": {"url": "https://example.com/mcp", "people": True},
                "off": {"command": "npx", "disabled": True},
            },
            "other": 1,
        }
    )
    assert not listed.wrong
    assert listed.servers == [
        Listed(
            name="files",
            place=Local(command="npx", args=["-y", "server", "/data"], env={"KEY": "k"}, cwd=Path("/data")),
        ),
        Listed(name="remote", place=Remote(url="https://example.com/mcp", headers={"A": "b"}), call_seconds=5.0),
        Listed(name="ours", place=Remote(url="https://example.com/mcp"), for_people=True),
    ]


@pytest.mark.parametrize(
    ("name", "entry", "sentence"),
    [
        ("two words", {"command": "x"}, "this name can't be used"),
        ("a__b", {"command": "x"}, "this name can't be used"),
        ("a", {}, "it needs either a command or a url"),
        ("a", {"command": "x\0"}, "command isn't valid. Example: "),
        ("a", {"command": "x", "cwd": "here"}, "cwd isn't valid"),
        ("a", {"command": "x", "headers": {}}, "headers can't be used with command"),
        ("a", {"url": "ftp://x"}, "url isn't valid"),
        ("a", {"url": "http://x", "headers": {"A b": "c"}}, "headers isn't valid"),
        ("a", {"url": "http://x", "headers": {"A": "b\nc"}}, "a value in headers"),
        ("a", {"url": "http://x", "type": "sse"}, "the type sse is out of date"),
        ("a", {"command": "x", "comand": "y"}, "there is no setting comand"),
        ("a", {"command": "x", "timeout": True}, "timeout isn't valid"),
        ("a", {"command": "x", "trusted": "yes"}, "trusted isn't valid"),
        ("a", {"command": "x", "people": ["Ben"]}, "people isn't valid. Example: true"),
    ],
)
def test_a_bad_entry_costs_a_sentence_and_no_other_server(name: str, entry: object, sentence: str) -> None:
    listed = parse({"mcpServers": {name: entry, "good": {"command": "x"}}})
    assert rendered(listed.wrong[name]).startswith(sentence)
    assert [server.name for server in listed.servers] == ["good"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "it isn't valid JSON (line 1)"),
        (b"\xff", "it can't be read (UnicodeDecodeError)"),
        (b'{"servers": {}}', "it has no servers"),
    ],
)
def test_a_file_that_cant_be_read_costs_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / FILE).write_bytes(content)
    listed = read(tmp_path)
    assert not listed.servers
    assert rendered(listed.wrong[FILE]).startswith(sentence)


def test_no_file_means_no_servers(tmp_path: Path) -> None:
    assert read(tmp_path) == ServerList()
    (tmp_path / FILE).write_text("\ufeff" + json.dumps({"mcpServers": {}}))
    assert read(tmp_path) == ServerList(servers=[])


def test_secrets_of_an_entry_are_hidden_wherever_a_server_repeats_them() -> None:
    place = Remote(url="https://example.com/key-123456", headers={"Authorization": "Bearer abcdefgh", "A": "b"})
    listed = Listed(name="it", place=place)
    assert listed.hide("abcdefgh at https://example.com/key-123456 b") == "[secret] at [secret] b"
    assert listed.hide("no key-123456, nor a-token", ["a-token"]) == "no [secret], nor [secret]"


@pytest.mark.parametrize(
    ("args", "secrets"),
    [
        (["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "/home/me/notes", "~/notes", "stdio"], []),
        (["--api-key", "abcdefgh", "--level", "verbose"], ["abcdefgh"]),
        (["--api-key=abcdefgh", "--level=verbose"], ["abcdefgh"]),
        (["-e", "GITHUB_TOKEN=abcdefgh", "-e", "HOME"], ["abcdefgh"]),
        (["-H", "Authorization: Bearer abcdefgh"], ["Authorization: Bearer abcdefgh", "abcdefgh"]),
        (["sk-4f9a8b7c"], ["sk-4f9a8b7c"]),
        (["postgresql://me:abcdefgh@db/x"], ["postgresql://me:abcdefgh@db/x", "abcdefgh"]),
        (["--db=postgresql://me:abcdefgh@db/x?a=b"], ["postgresql://me:abcdefgh@db/x?a=b", "abcdefgh"]),
        (["https://example.com/k-123456/mcp?key=abcdefgh"], ["k-123456", "abcdefgh"]),
        (["http://[x"], ["http://[x"]),
    ],
)
def test_secrets_among_the_arguments_of_a_command_are_hidden(args: list[str], secrets: list[str]) -> None:
    listed = Listed(name="it", place=Local(command="npx", args=args))
    for argument in args:
        known = f"it says {argument}"
        assert (listed.hide(known) == known) is not any(it in argument for it in secrets)
    for secret in secrets:
        assert listed.hide(f"it says {secret}!") == "it says [secret]!"
