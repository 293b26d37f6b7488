"""No sentence for a user stands in the code outside of a catalogue."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CHECKED: Final = ("app", "attachments", "chat", "mcp_servers", "memory", "notebook", "reminders", "telegram")
"""Packages of `bot` in which every sentence is wrapped."""
NOT_FOR_USERS: Final = {
    "attachments/documents/formats/mail.py": "what the model reads",
    "attachments/documents/formats/pdf.py:sections": "what the model reads",
    "attachments/documents/formats/powerpoint.py": "what the model reads",
    "attachments/documents/formats/sheets.py": "what the model reads",
    "attachments/documents/formats/web.py:_main_text": "what the model reads",
    "attachments/documents/kinds.py:OF_A_PAGE": "what the model reads",
    "attachments/documents/sections.py": "what the model reads",
    "attachments/pictures.py:DESCRIBE_PROMPT": "what the model is asked",
    "attachments/pictures.py:_DESCRIBE": "what the model is asked",
    "attachments/pictures.py:_DESCRIBE_BRIEFLY": "what the model is asked",
    "attachments/sweeping.py": "reasons in the log",
    "chat/acts.py": "what the model reads",
    "chat/attached_documents.py": "what the model reads",
    "chat/calls.py": "what the model reads",
    "chat/chosen_models.py:of": "a key",
    "chat/conversations.py": "what the model reads",
    "chat/dead_letters.py:undone": "a reason in the database",
    "chat/preflight.py:_message": "what the prompt holds",
    "chat/prompt.py": "what the model reads",
    "chat/recall.py": "what the model reads",
    "chat/turns.py": "what the model reads",
    "mcp_servers/calls.py:bounded": "what the model reads",
    "mcp_servers/check.py:log_in": "what the command line says",
    "mcp_servers/connection.py": "what doctor says, and what the model reads",
    "mcp_servers/stdio.py:_GUARD": "a script",
    "mcp_servers/http.py:_Bounded": "an error for the SDK",
    "mcp_servers/line.py": "what doctor says",
    "mcp_servers/oauth.py:new_login": "what the command line says",
    "mcp_servers/oauth.py:stored_login": "a command for the host's shell",
    "mcp_servers/schemas.py": "what doctor says",
    "memory/acts.py": "what the model reads",
    "memory/block.py": "what the model reads",
    "memory/embedding.py": "what is embedded, and reasons in the log",
    "memory/exchange/found.py:_HEADINGS": "words that are recognised",
    "memory/exchange/found.py:_PATTERNS": "words that are recognised",
    "memory/exchange/found.py:_RELATED": "words that are recognised",
    "memory/exchange/lists.py:_CLAUDES_HEADINGS": "words that are recognised",
    "memory/exchange/lists.py:_NO_DAY": "words that are recognised",
    "memory/exchange/lists.py:_memories": "what is stored",
    "memory/exchange/reading.py:_read_json": "the name of a format",
    "memory/exchange/reading.py:_read_separated": "the name of a format",
    "memory/exchange/writing.py": "the title by which a file is recognised",
    "memory/export/document.py": "what the command line says",
    "memory/export/rows.py": "what the model reads",
    "memory/export/writing.py": "what the command line says",
    "memory/imports.py:undo": "what the model reads",
    "memory/imports.py:_put": "what the model reads",
    "memory/mirror.py": "what the command line says",
    "memory/operations.py": "what the model reads",
    "memory/second_person.py": "words that are recognised",
    "memory/wording.py": "words that are recognised and stored",
    "notebook/operations.py": "what the model reads",
    "notebook/refusals.py:NoSuchPassage": "what the model reads",
    "notebook/refusals.py:SeveralPassages": "what the model reads",
    "reminders/english_words.py": "words that are recognised",
    "reminders/foreign_words.py": "words that are recognised",
    "reminders/given.py:wall_at": "what the model reads",
    "reminders/tasks.py:_DUE": "what the model reads",
    "reminders/tasks.py:_AGAIN": "what the model reads",
    "reminders/understanding.py:_ADDS": "words that are recognised",
    "reminders/understanding.py:_JOINS": "words that are recognised",
    "reminders/understanding.py:_NAMES": "words that are recognised",
    "reminders/understanding.py:_ZONES": "words that are recognised",
    "reminders/understanding.py:_difference": "what the model reads",
    "reminders/understanding.py:_differ": "what the model reads",
    "telegram/contents.py": "what the model reads of a message",
    "telegram/check.py": "what doctor reads",
    "telegram/request.py": "what doctor and the log read",
    "telegram/polling_bot.py": "errors for the log",
    "telegram/refusals.py:writing": "a command for the host's shell",
    "telegram/refusals.py:_NOT_MODIFIED": "words of Telegram's errors",
    "telegram/refusals.py:_NO_CHAT": "words of Telegram's errors",
    "telegram/refusals.py:_NO_TOPIC": "words of Telegram's errors",
    "telegram/refusals.py:_TOO_LARGE": "words of Telegram's errors",
    "telegram/memory/requests.py:_in_third_person": "an example of a command",
    "telegram/channel.py:download": "words of Telegram's errors",
    "telegram/shutdown_notices.py:tell": "a reason in the log",
    "telegram/display.py:_NO_TEXT": "a reason in the database",
    "telegram/display.py:_TAKEN_BACK": "a reason in the database",
    "telegram/inbox.py:_read": "reasons in the database",
    "telegram/people_command.py:_removed": "a command for the host's shell",
    "telegram/conversation_commands.py:ERASE_PHRASE": "typed in English",
    "telegram/memory/command.py:CLEAR_PHRASE": "typed in English",
    "telegram/welcome.py:press": "a time, read as if it were typed in English",
    "telegram/routes.py:_command": "words of a command",
}
"""Modules, and functions, classes or constants of them, whose texts somebody else reads."""
_WRAPPERS: Final = {"t", "plural", "mark"}
_INNER: Final = {"compile", "getattr", "ValueError", "StartError", "TypeVar"}
"""Functions and errors whose texts no user reads."""
_SENTENCE: Final = re.compile(r"[^\W\d_]{2,}[,:]? (?:[^\W\d_]{2,}|\{)")
"""Two words, or a word before a value."""
_LOWER: Final = re.compile(r"[a-z]{2,}")
_CODE: Final = re.compile(r"^\s*/[a-z]+\b[^.]*$|^python -m ")
"""A command alone."""


def test_every_sentence_for_a_user_is_in_a_catalogue() -> None:
    root = Path("bot")
    found = [
        f"{path}:{line}: {text!r}"
        for package in CHECKED
        for path in sorted((root / package).rglob("*.py"))
        for line, text in unwrapped(path.read_text(), path.relative_to(root).as_posix())
    ]
    assert found == []


def test_each_exception_still_exists() -> None:
    for name in NOT_FOR_USERS:
        path, _, inner = name.partition(":")
        assert (Path("bot") / path).is_file(), name
        assert inner in Path("bot", path).read_text(), name


def unwrapped(code: str, module: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each literal that looks like a sentence for a user and is not wrapped."""
    if module not in NOT_FOR_USERS:
        yield from _texts(ast.parse(code), module)


def _texts(node: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    if _is_not_for_users(node, module):
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(it.value) if isinstance(it, ast.Constant) else "{}" for it in node.values)
        if _looks_like_a_sentence(text):
            yield node.lineno, text
        children: list[ast.AST] = [it for it in node.values if not isinstance(it, ast.Constant)]
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _looks_like_a_sentence(node.value):
            yield node.lineno, node.value
        return
    else:
        children = list(ast.iter_child_nodes(node))
    for child in children:
        yield from _texts(child, module)


def _is_not_for_users(node: ast.AST, module: str) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.arg() | ast.Subscript(value=ast.Name(id="Literal")):
            return True  # a docstring, or a type
        case ast.Call(func=ast.Name(id=name)):
            return name in _WRAPPERS | _INNER
        case ast.Call(func=ast.Attribute(value=ast.Name(id=of), attr=name)):
            return of == "log" or name in _INNER
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return f"{module}:{name}" in NOT_FOR_USERS
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return f"{module}:{name}" in NOT_FOR_USERS
    return False


def _looks_like_a_sentence(text: str) -> bool:
    return bool(_SENTENCE.search(text) and _LOWER.search(text)) and not _CODE.match(text)
