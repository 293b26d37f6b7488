"""What whoever hosts the bot can type to get a file that Telegram doesn't take."""

from typing import Final

REQUEST_FILE: Final = "request.json"
"""The name of the file that /context sends."""
MEMORIES_FILE: Final = "keepsake-memories"
"""How the names of the files begin that `/memory export` sends."""


def writing(file_name: str, user_id: int) -> str:
    """Return the command that writes a file of the chat with a user, by the name it has there."""
    if file_name == REQUEST_FILE:
        return f"python -m bot context --user {user_id} --file <file>"
    if file_name.startswith(MEMORIES_FILE):
        shape = " --format markdown" if file_name.endswith(".md") else ""
        return f"python -m bot memory export --user {user_id}{shape} <file>"
    return f"python -m bot export --user {user_id} <folder>"
