"""The folder of a Bot API server of one's own, in which big files are read."""

import os
from collections.abc import Iterator

from bot.command_line.doctor.report import Finding, ok, problem
from bot.settings import Settings


def findings(settings: Settings) -> Iterator[Finding]:
    """Return whether the server's folder can be read, if there is one."""
    folder = settings.telegram_api_folder
    if folder is None:
        return
    if not (folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)):
        way_out = "Share the Bot API server's folder with Keepsake at the same path, and let Keepsake read it."
        yield problem("big files", f"{folder} can't be read. {way_out}")
        return
    found = f"read in {folder}, up to {settings.attachment_mb:g} MB (ATTACHMENT_MB)"
    way_out = (
        "If no messages arrive, log out of Telegram's own server once (logOut): docs/recipes/big-files.md says how."
    )
    yield ok("big files", f"{found}. {way_out}")
