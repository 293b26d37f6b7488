"""The composition root: all parts of a bot are wired here."""

import bot.telegram  # noqa: F401 - before anything else imports the library
