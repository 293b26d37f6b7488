"""`python -m practice`: both servers on this machine, and what to set so that a bot talks to them."""

import argparse
import asyncio
import re
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from practice.model.relay import Relay
from practice.model.rules import reply
from practice.model.server import ModelServer
from practice.model.watched import Watched
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.endpoint import BotEndpoint
from practice.telegram.insight import Insight
from practice.telegram.messenger import YOU
from practice.telegram.sent_requests import SentRequests

TOKEN: Final = "1000:practice"  # noqa: S105 - opens nothing but this server
PORT: Final = 8123
MODEL_PORT: Final = 8124
MOST_PORT: Final = 65_535


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number up to {MOST_PORT}")
    return int(text)


def _token(text: str) -> str:
    if not re.fullmatch(r"[0-9]{1,16}:.+", text):
        raise argparse.ArgumentTypeError("a token has digits, a colon, and more")
    return text


def _url(text: str) -> str:
    if not re.fullmatch(r"https?://[^/:]+(:[0-9]{1,5})?(/.*)?", text):
        raise argparse.ArgumentTypeError("an address is such as http://localhost:11434/v1")
    return text


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m practice", description=__doc__)
    parser.add_argument("--port", type=_port, default=PORT, help="of the Bot API server and its page (%(default)s)")
    parser.add_argument("--model-port", type=_port, default=MODEL_PORT, help="of the model's server (%(default)s)")
    parser.add_argument("--token", type=_token, default=TOKEN, help="the bot's token (%(default)s)")
    parser.add_argument("--name", default="Practice bot", help="the bot's name (%(default)s)")
    parser.add_argument("--state", type=Path, help="a folder that keeps the chat; without it, the chat ends with this")
    parser.add_argument(
        "--upstream", type=_url, help="a model's server that answers, such as http://localhost:11434/v1"
    )
    parser.add_argument("--endpoint", type=_url, help="where the bot tells of itself, such as http://127.0.0.1:8125")
    return parser.parse_args()


async def _run(asked: argparse.Namespace) -> None:
    """Serve until the process is told to stop."""
    requests = SentRequests()
    insight = Insight(requests, BotEndpoint(asked.endpoint) if asked.endpoint else None)
    api = BotApi(asked.token, asked.state, name=asked.name, insight=insight)
    model = Relay(asked.upstream).app if asked.upstream else ModelServer(reply).app
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(serve(api.app, port=asked.port))
        model_url = await stack.enter_async_context(serve(Watched(model, requests), port=asked.model_port))
        print(_told(url, f"{model_url}/v1", asked), flush=True)  # noqa: T201 - for the person at the terminal
        await stopped.wait()


def _told(url: str, model_url: str, asked: argparse.Namespace) -> str:
    key, name = ("<its key>", "<one of its models>") if asked.upstream else ("any", "practice")
    return f"""
  Chat here: {url}

Set this in your bot's environment, under the names it has for it:

  TELEGRAM_BOT_TOKEN={asked.token}
  TELEGRAM_API_URL={url}  (python-telegram-bot: base_url="{url}/bot", base_file_url="{url}/file/bot")
  OPENAI_BASE_URL={model_url}
  OPENAI_API_KEY={key}
  OPENAI_MODEL={name}

Whoever writes on the page is user {YOU}. Ctrl-C stops.
"""


def main() -> None:
    """Serve as the command line says, until the process is told to stop."""
    asked = _asked()
    try:
        asyncio.run(_run(asked))
    except OSError as error:
        raise SystemExit(f"The servers can't be started: {error.strerror or error}.") from None


if __name__ == "__main__":
    main()
