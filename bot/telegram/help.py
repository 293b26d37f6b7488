"""The commands and what they do, as Telegram's menu, /start and /help say it."""

from typing import Final

from telegram import BotCommand

COMMANDS: Final = (
    BotCommand("memory", "See and manage what I remember"),
    BotCommand("new", "Start a new conversation"),
    BotCommand("private", "Start a private chat, which is not kept"),
    BotCommand("search", "Find what we said"),
    BotCommand("history", "See our conversations"),
    BotCommand("resume", "Go on with an earlier conversation"),
    BotCommand("forget", "Erase a conversation"),
    BotCommand("stop", "Stop the answer that is being written"),
    BotCommand("retry", "Answer the last message again"),
    BotCommand("usage", "See what my answers cost"),
    BotCommand("context", "See what I would send to the model"),
    BotCommand("export", "Get everything I know of you"),
    BotCommand("erase", "Erase everything I know of you"),
    BotCommand("help", "What I can do"),
    BotCommand("start", "Say hello"),
)

WELCOME = """\
Hello! I'm your personal assistant, and I remember. Just write to me.

Tell me about the people around you, your work, what you like; I'll ask before I store something new (or \
not: /memory mode), and whenever I store, change or forget something, a line under my answer says so. /memory shows \
all of it.

/help lists what I can do."""

HELP = """\
Write to me as you would to a person. “Remember that …” stores something at once, “forget that …” takes it back.

/memory: see and manage what I remember
/new: start a new conversation; what I remember stays
/private: start a private chat; nothing of it is kept
/search <words>: find what we said
/history: see our conversations
/resume: continue an earlier conversation
/forget <number>: erase one of them for good
/stop: stop the answer that is being written
/retry: answer the last message again
/usage: see what my answers cost
/context: see what I would send to the model
/export: get everything I know of you, as files
/erase: erase everything I know of you"""
