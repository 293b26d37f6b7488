"""`python -m practice`: run both servers on this machine and print the settings that connect a bot to them."""

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

TOKEN: Final = "1000:practice"  # noqa: S105 - valid for this server only
PORT: Final = 8123
MODEL_PORT: Final = 8124
LAST_PORT: Final = 65_535


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > LAST_PORT:
        raise argparse.ArgumentTypeError(f"expected a port number up to {LAST_PORT}")
    return int(text)


def _token(text: str) -> str:
    if not re.fullmatch(r"[0-9]{1,16}:.+", text):
        raise argparse.ArgumentTypeError("expected a token such as 1000:practice")
    return text


def _url(text: str) -> str:
    if not re.fullmatch(r"https?://[^/:]+(:[0-9]{1,5})?(/.*)?", text):
        raise argparse.ArgumentTypeError("expected a URL such as http://localhost:11434/v1")
    return text


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m practice", description=__doc__)
    parser.add_argument("--port", type=_port, default=PORT, help="port of the Bot API and its page (%(default)s)")
    parser.add_argument("--model-port", type=_port, default=MODEL_PORT, help="port of the model server (%(default)s)")
    parser.add_argument("--token", type=_token, default=TOKEN, help="the bot's token (%(default)s)")
    parser.add_argument("--name", default="Practice bot", help="the bot's name (%(default)s)")
    parser.add_argument("--state", type=Path, help="folder to keep the chat in; without it, the chat is lost at exit")
    parser.add_argument(
        "--upstream", type=_url, help="model server to pass requests on to, such as http://localhost:11434/v1"
    )
    parser.add_argument(
        "--endpoint", type=_url, help="the bot's endpoint with its memories, such as http://127.0.0.1:8125"
    )
    return parser.parse_args()


async def _run(arguments: argparse.Namespace) -> None:
    """Serve until SIGINT or SIGTERM."""
    requests = SentRequests()
    insight = Insight(requests, BotEndpoint(arguments.endpoint) if arguments.endpoint else None)
    api = BotApi(arguments.token, arguments.state, name=arguments.name, insight=insight)
    model = Relay(arguments.upstream).app if arguments.upstream else ModelServer(reply).app
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(serve(api.app, port=arguments.port))
        model_url = await stack.enter_async_context(serve(Watched(model, requests), port=arguments.model_port))
        print(_instructions(url, f"{model_url}/v1", arguments), flush=True)  # noqa: T201 - for the person at the terminal
        await stopped.wait()


def _instructions(url: str, model_url: str, arguments: argparse.Namespace) -> str:
    key, name = ("<its key>", "<one of its models>") if arguments.upstream else ("any", "practice")
    return f"""
  Chat here: {url}

Set this in your bot's environment, under the names your bot uses:

  TELEGRAM_BOT_TOKEN={arguments.token}
  TELEGRAM_API_URL={url}  (python-telegram-bot: base_url="{url}/bot", base_file_url="{url}/file/bot")
  OPENAI_BASE_URL={model_url}
  OPENAI_API_KEY={key}
  OPENAI_MODEL={name}

On the page you write as user {YOU}. Ctrl-C stops both servers.
"""


def main() -> None:
    """Run the servers that the command line describes until SIGINT or SIGTERM."""
    arguments = _arguments()
    try:
        asyncio.run(_run(arguments))
    except OSError as error:
        raise SystemExit(f"The servers can't be started: {error.strerror or error}.") from None


if __name__ == "__main__":
    main()
