"""The smallest Telegram bot around mem0: search, answer and add for each message, as mem0's README shows.

It runs in mem0's environment, without Keepsake. As in the README's `chat_with_memories`, the model gets the memories
that were found and the message, and no earlier messages. Two things are kinder to mem0 than the README: the answer is
streamed, and it is sent before the memories are added.
"""

import asyncio
import os

from mem0 import AsyncMemory
from openai import AsyncOpenAI
from telegram import Message, Update
from telegram.ext import ApplicationBuilder, ContextTypes, MessageHandler, filters

MODEL = "bench"
FOLDER = os.environ["MEM0_DIR"]
INSTRUCTIONS = "You are a helpful AI. Answer the question based on query and memories.\nUser Memories:\n"
client = AsyncOpenAI()
memory = AsyncMemory.from_config(
    {
        "llm": {"provider": "openai", "config": {"model": MODEL}},
        "embedder": {"provider": "openai", "config": {"model": MODEL, "embedding_dims": 64}},
        "vector_store": {
            "provider": "qdrant",
            "config": {"path": f"{FOLDER}/qdrant", "on_disk": True, "embedding_model_dims": 64},
        },
        "history_db_path": f"{FOLDER}/history.db",
    }
)


async def answer(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer a message with what is remembered, and remember it."""
    asked = update.effective_message
    if asked is None or asked.text is None or update.effective_user is None:
        return
    user_id = str(update.effective_user.id)
    found = await memory.search(asked.text, filters={"user_id": user_id}, top_k=3)
    known = "\n".join(f"- {entry['memory']}" for entry in found["results"])
    messages = [{"role": "system", "content": INSTRUCTIONS + known}, {"role": "user", "content": asked.text}]
    words = await stream(asked, messages)
    messages.append({"role": "assistant", "content": words})
    await memory.add(messages, user_id=user_id)


async def stream(asked: Message, messages: list[dict[str, str]]) -> str:
    """Show the answer's first words as soon as there are any, and all of them in the end."""
    words, shown = "", None
    chunks = await client.chat.completions.create(
        model=MODEL, messages=[], stream=True, extra_body={"messages": messages}
    )
    async for chunk in chunks:
        words += (chunk.choices[0].delta.content or "") if chunk.choices else ""
        if words and shown is None:
            shown = await asked.reply_text(words)
    for at in range(0, len(words), 4096):
        part = words[at : at + 4096]
        if at or shown is None:
            await asked.reply_text(part)
        elif shown.text != part:
            await shown.edit_text(part)
    return words


def main() -> None:
    """Poll until the process is ended."""
    asyncio.set_event_loop(asyncio.new_event_loop())
    url = os.environ["TELEGRAM_API_URL"]
    application = ApplicationBuilder().token(os.environ["TELEGRAM_BOT_TOKEN"]).base_url(f"{url}/bot").build()
    application.add_handler(MessageHandler(filters.TEXT & ~filters.COMMAND, answer))
    application.run_polling()


if __name__ == "__main__":
    main()
