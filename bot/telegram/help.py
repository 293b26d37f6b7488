"""Texts of Telegram's menu, /start and /help."""

from typing import Final

from telegram import BotCommand

_USES: Final = {
    "memory": "See and manage what I remember",
    "notes": "See the notes and lists I keep for you",
    "new": "Start a new conversation; what I remember stays",
    "private": "Start a private chat; nothing of it is kept",
    "search <words>": "Find what we said",
    "history": "See our conversations",
    "resume": "Continue an earlier conversation",
    "forget <number>": "Erase one of them for good",
    "remind <when> <what>": "Set a reminder",
    "reminders": "See what I'll remind you of",
    "quiet <hours>": "Set the hours in which only reminders come",
    "tools": "See what I can do, and choose",
    "activity": "See what I did, and undo it",
    "voice": "Choose which answers I say aloud",
    "stop": "Stop the answer that is being written",
    "retry": "Answer the last message again",
    "undo": "Take the last answer back, with what it remembered",
    "usage": "See what my answers cost",
    "context": "See what I would send to the model",
    "export": "Get everything I know of you, as files",
    "erase": "Erase everything I know of you",
}
"""Uses of the commands, by name and arguments."""

COMMANDS: Final = (
    *(BotCommand(use.split()[0], does) for use, does in _USES.items()),
    BotCommand("help", "What I can do"),
    BotCommand("start", "Say hello"),
)

WELCOME = """\
Hello! I'm your personal assistant, and I remember. Just write to me.

Tell me about the people around you, your work, what you like; I'll ask before I store something new (or \
not: /memory mode), and whenever I store, change or forget something, a line under my answer says so. /memory shows \
all of it.

/help lists what I can do."""

_BY_ITSELF: Final = "“Remember that …” stores something at once, “forget that …” deletes it."
HELP = "\n".join(
    [
        f"Write to me as you would to a person. {_BY_ITSELF}\n",
        *(f"/{use}: {does[0].lower()}{does[1:]}" for use, does in _USES.items()),
    ]
)
