"""The floor: the smallest python-telegram-bot handler that streams an answer from the openai client.

It keeps the history in memory and knows no database, no memories and no errors. What Keepsake takes longer than this
is what Keepsake costs. The messages go through `extra_body`, as the typed argument is far slower.
"""

import os

import bot  # isort: skip # noqa: F401 - first, so that httpx imports no more of a development environment than for Keepsake
from openai import AsyncOpenAI
from telegram import Message, Update
from telegram.ext import ApplicationBuilder, CommandHandler, ContextTypes, MessageHandler, filters

client = AsyncOpenAI(base_url=os.environ["OPENAI_BASE_URL"], api_key="none")
history: list[dict[str, str]] = []


async def answer(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Show the answer's first words as soon as there are any, and all of them in the end."""
    asked = update.effective_message
    if asked is None:
        return
    history.append({"role": "user", "content": asked.text or ""})
    words, shown = "", None
    stream = await client.chat.completions.create(
        model="bench", messages=[], stream=True, extra_body={"messages": history}
    )
    async for chunk in stream:
        words += (chunk.choices[0].delta.content or "") if chunk.choices else ""
        if words and shown is None:
            shown = await asked.reply_text(words)
    history.append({"role": "assistant", "content": words})
    if isinstance(shown, Message) and shown.text != words:
        await shown.edit_text(words)


async def list_memories(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer `/memory` without any memory."""
    if update.effective_message:
        await update.effective_message.reply_text("Nothing.")


def main() -> None:
    """Poll until the process is ended."""
    url = os.environ["TELEGRAM_API_URL"]
    application = ApplicationBuilder().token(os.environ["TELEGRAM_BOT_TOKEN"]).base_url(f"{url}/bot").build()
    application.add_handler(CommandHandler("memory", list_memories))
    application.add_handler(MessageHandler(filters.TEXT, answer))
    application.run_polling()


if __name__ == "__main__":
    main()
