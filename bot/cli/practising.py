"""Practice mode: without a token, a server on this machine replaces Telegram, and its web page the Telegram app.

Only this module imports the package `practice`. The practice model answers if no other is set. The page shows the
requests to either.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from bot.app.inspection import inspection
from bot.kit.language import DEFAULT, known, speaking_to, t
from bot.kit.owner import Owner
from bot.kit.settings import ENV_FILE, OPENAI_DEFAULT_MODEL, OPENAI_URL, PRACTICE_TOKEN, PRACTICE_USER, Settings
from bot.store.engine import Database
from practice.model.relay import Relay
from practice.model.rules import reply
from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.endpoint import BotEndpoint
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests, Watched
from practice.web.site import Site

PRACTICE_PORT: Final = 8123
PRACTICE_WEB_PORT: Final = 8380
_MANY_PORTS: Final = 100


class Practice:
    """The servers that replace Telegram, and the model if none is set."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests = SentRequests()

    @asynccontextmanager
    async def model(self) -> AsyncIterator[str]:
        """Yield the address at which the model answers: the practice model, or the one that is set."""
        upstream = self._settings.openai_base_url or OPENAI_URL
        app = Relay(upstream).app if self._settings.has_model else ModelServer(reply).app
        async with serve(Watched(app, self._requests)) as url:
            yield f"{url}/v1"

    @asynccontextmanager
    async def telegram(self, database: Database) -> AsyncIterator[Settings]:
        """Yield the settings for the server that replaces Telegram, once its page can be opened."""
        owner = Owner(self._settings.bot_id, PRACTICE_USER)
        async with AsyncExitStack() as stack:
            endpoint = await stack.enter_async_context(serve(inspection(database, owner, self._settings.timezone)))
            insight = Insight(self._requests, BotEndpoint(endpoint))
            folder = self._settings.data_folder / "practice"
            api = BotApi(PRACTICE_TOKEN, folder, name="Keepsake", notice=self._notice, insight=insight)
            url = await stack.enter_async_context(serve(api.app, port=chat_ports(self._settings.api_port)))
            _say_how_to_go_live(url, self._notice(DEFAULT))
            there: dict[str, object] = {
                "telegram_api_url": url,
                "telegram_allowed_user_ids": frozenset({PRACTICE_USER}),
            }
            there |= await stack.enter_async_context(self._web())
            yield self._settings.model_copy(update=there)

    @asynccontextmanager
    async def _web(self) -> AsyncIterator[dict[str, object]]:
        """Yield the settings for a small web, which is searched unless another search server is set."""
        settings, ports = self._settings, range(PRACTICE_WEB_PORT, PRACTICE_WEB_PORT + _MANY_PORTS)
        async with serve(Site().app, port=ports) as url:
            there: dict[str, object] = {"web_allowed_hosts": settings.web_allowed_hosts | {urlsplit(url).netloc}}
            yield there if settings.has_search else {**there, "searxng_url": url}

    def _notice(self, language: str) -> str:
        """Return the notice above the chat: who answers here."""
        settings = self._settings
        with speaking_to(known(language) or DEFAULT):
            if not settings.has_model:
                return t("Practice mode: no Telegram, no AI model. Answers come from simple rules.")
            model = settings.openai_model or settings.openai_base_url or OPENAI_DEFAULT_MODEL
            return t("Practice mode: no Telegram. Your model answers: {model}.", model=model)


def chat_ports(api_port: int | None) -> Sequence[int]:
    """Return the ports of the chat page, the preferred one first, without the one that the API is to have."""
    return [port for port in range(PRACTICE_PORT, PRACTICE_PORT + _MANY_PORTS) if port != api_port]


def _say_how_to_go_live(url: str, notice: str) -> None:
    print(  # noqa: T201 - this is for the person at the terminal, whatever the log's format
        f"\n{notice}\n\n  Chat here: {url}\n\n"
        "Send /memory open there to see and edit what I remember.\n"
        "To go live in Telegram, press Ctrl-C, and start me again in a terminal: I ask for what I need. Or set\n"
        f"TELEGRAM_BOT_TOKEN and OPENAI_API_KEY (or OPENAI_BASE_URL) in {ENV_FILE}.\n",
        flush=True,
    )
