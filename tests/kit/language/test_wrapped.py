"""No sentence for a user stands in the code outside of a catalogue."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CHECKED: Final = ("app", "features", "memory", "telegram", "turns")
"""Packages of `bot` in which every sentence is wrapped."""
FOR_OTHERS: Final = {"http", "mcp", "search", "store", "tools", "values"}
"""Modules and folders in them whose texts only models, programs and the database read."""
NOT_FOR_USERS: Final = {
    "turns/opening.py": "what the command line says",
    "features/web/feature.py": "what doctor says",
    "features/web/addresses.py": "what the model reads",
    "features/web/fetching.py": "what the model reads",
    "features/web/pages.py": "what the model reads",
    "turns/message_text.py": "what the model reads",
    "turns/files/documents/html.py:_main_text": "what the model reads",
    "turns/files/documents/html.py:mail_sections": "what the model reads",
    "turns/files/documents/pdf.py:sections": "what the model reads",
    "turns/files/documents/powerpoint.py": "what the model reads",
    "turns/files/documents/sheets.py": "what the model reads",
    "turns/files/documents/kinds.py:OF_A_PAGE": "what the model reads",
    "turns/files/documents/sections.py": "what the model reads",
    "turns/files/pictures.py:_PROMPT": "what the model is asked",
    "turns/files/pictures.py:_DESCRIBE": "what the model is asked",
    "turns/files/pictures.py:_DESCRIBE_BRIEFLY": "what the model is asked",
    "turns/files/sweeping.py": "reasons in the log",
    "turns/acts.py": "what the model reads",
    "turns/attached_documents.py": "what the model reads",
    "turns/calls.py": "what the model reads",
    "turns/chosen_models.py:of": "a key",
    "turns/dead_letters.py:undone": "a reason in the database",
    "turns/preflight.py:_message": "what the prompt holds",
    "turns/prompt.py": "what the model reads",
    "turns/turns.py": "what the model reads",
    "features/mcp_client/cli.py": "what the command line and doctor say",
    "features/mcp_client/servers.py:log_in": "what the command line says",
    "features/mcp_client/connection.py": "what doctor says, and what the model reads",
    "features/mcp_client/transports.py:_GUARD": "a script",
    "features/mcp_client/transports.py:_Bounded": "an error for the SDK",
    "features/mcp_client/line.py": "what doctor says",
    "features/mcp_client/oauth.py:new_login": "what the command line says",
    "features/mcp_client/oauth.py:stored_login": "a command for the host's shell",
    "features/mcp_client/schemas.py": "what doctor says",
    "memory/acts.py": "what the model reads",
    "memory/prompt_block.py": "what the model reads",
    "memory/conversing.py": "what the model reads",
    "turns/embeddings.py": "what is embedded, and reasons in the log",
    "memory/exchange/found.py:_HEADINGS": "words that are recognised",
    "memory/exchange/found.py:_PATTERNS": "words that are recognised",
    "memory/exchange/found.py:_RELATED": "words that are recognised",
    "memory/exchange/lists.py:_CLAUDES_HEADINGS": "words that are recognised",
    "memory/exchange/lists.py:_NO_DAY": "words that are recognised",
    "memory/exchange/lists.py:_memories": "what is stored",
    "memory/exchange/reading.py:_read_json": "the name of a format",
    "memory/exchange/reading.py:_read_separated": "the name of a format",
    "memory/exchange/writing.py": "the title by which a file is recognised",
    "features/data/export/document.py": "what the command line says",
    "features/data/export/rows.py": "what the model reads",
    "features/data/export/writing.py": "what the command line says",
    "memory/imports.py:undo": "what the model reads",
    "memory/imports.py:_put": "what the model reads",
    "features/data/feature.py:_add_commands": "what the command line says",
    "features/data/cli.py": "what the command line says",
    "features/data/mirror.py": "what the command line says",
    "memory/operations.py": "what the model reads",
    "memory/refusals.py:AlreadyProposed": "what the model reads",
    "memory/refusals.py:PoorlyWorded": "what the model reads",
    "memory/second_person.py": "words that are recognised",
    "memory/wording.py": "words that are recognised and stored",
    "features/notes/operations.py": "what the model reads",
    "features/notes/refusals.py:NoSuchPassage": "what the model reads",
    "features/notes/refusals.py:SeveralPassages": "what the model reads",
    "features/reminders/times/english_days.py": "words that are recognised",
    "features/reminders/times/foreign.py": "words that are recognised",
    "features/reminders/given.py:wall_at": "what the model reads",
    "features/reminders/tasks.py:_DUE": "what the model reads",
    "features/reminders/tasks.py:_AGAIN": "what the model reads",
    "features/reminders/times/understanding.py:_ADDS": "words that are recognised",
    "features/reminders/times/understanding.py:_JOINS": "words that are recognised",
    "features/reminders/times/understanding.py:_NAMES": "words that are recognised",
    "features/reminders/times/understanding.py:_ZONES": "words that are recognised",
    "features/reminders/times/understanding.py:_difference": "what the model reads",
    "features/reminders/times/understanding.py:_differ": "what the model reads",
    "telegram/incoming.py": "what the model reads of a message",
    "telegram/check.py": "what doctor reads",
    "telegram/request.py": "what doctor and the log read",
    "telegram/polling_bot.py": "errors for the log",
    "telegram/errors.py:writing": "a command for the host's shell",
    "telegram/errors.py:_NOT_MODIFIED": "words of Telegram's errors",
    "telegram/errors.py:_NO_CHAT": "words of Telegram's errors",
    "telegram/errors.py:_NO_TOPIC": "words of Telegram's errors",
    "telegram/errors.py:_TOO_LARGE": "words of Telegram's errors",
    "memory/telegram/meaning.py": "words of commands",
    "memory/telegram/requests.py:_in_third_person": "an example of a command",
    "telegram/channel.py:download": "words of Telegram's errors",
    "features/files.py": "what the model reads",
    "features/reactions.py": "what the model reads",
    "features/models.py:tell": "a reason in the log",
    "telegram/display.py:_NO_TEXT": "a reason in the database",
    "telegram/display.py:_TAKEN_BACK": "a reason in the database",
    "telegram/inbox.py:_read": "reasons in the database",
    "features/people.py:_removed": "a command for the host's shell",
    "features/data/telegram.py:ERASE_PHRASE": "typed in English",
    "memory/telegram/command.py:CLEAR_PHRASE": "typed in English",
    "telegram/welcome.py:press": "a time, read as if it were typed in English",
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
        if FOR_OTHERS.isdisjoint(path.relative_to(root).with_suffix("").parts[1:])
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
