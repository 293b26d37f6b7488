"""The webhook of a bot: its updates are posted to it, as the Bot API describes it (setWebhook)."""

import asyncio
import re
import time
from dataclasses import dataclass, replace
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import httpx
from pydantic import TypeAdapter

from practice.faults import Dropped, Faults, strike
from practice.telegram.api_error import ApiError, bad_request
from practice.telegram.parameters import Parameters
from practice.telegram.records import Records
from practice.telegram.updates import JsonObject, Updates

DELIVERY = "delivery"
"""Name of the delivery of an update for faults; one after its effect loses the bot's answer."""
_CONFLICT = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
_REPLACED = "Conflict: terminated by setWebhook request"
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_PORTS = {None, 443, 80, 88, 8443}
_DEFAULT_CONNECTIONS = 40
_MOST_CONNECTIONS = 100
_ANSWER_SECONDS = 60
_FIRST_RETRY_SECONDS, _LAST_RETRY_SECONDS = 0.05, 1.0  # Telegram waits longer
_MOST_ATTEMPTS = 1_000
_KIND, _KEY = "webhook", 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hook:
    """What setWebhook was told, and what became of it (Bot API, WebhookInfo)."""

    url: str
    secret: str = ""
    connections: int = _DEFAULT_CONNECTIONS
    failed_at: int | None = None
    failure: str = ""


@dataclass(frozen=True, slots=True)
class _Failed:
    """An update whose delivery failed: how often, and when it is due again, by the monotonic clock."""

    attempts: int
    due: float


_HOOK = TypeAdapter(_Hook)


class Chatting(Protocol):
    """What a webhook needs of the chats."""

    updates: Updates
    local_folder: Path | None

    def announce(self) -> None:
        """Tell that something changed."""
        ...

    @property
    def next_change(self) -> asyncio.Event:
        """What is set once something changes."""
        ...


class Webhooks:
    """The webhook, and the delivery of updates to it.

    `hosts` stands for the DNS and for the proxies of the hosts' owners: the addresses to which a host's requests go
    on. An update waits for earlier ones of its chat, and is posted until it is taken, up to 1,000 times.
    """

    def __init__(self, chats: Chatting, records: Records, faults: Faults) -> None:
        self.hosts: dict[str, str] = {}
        self._chats = chats
        self._updates = chats.updates
        self._records = records
        self._faults = faults
        self._hook: _Hook | None = None
        self._failed: dict[int, _Failed] = {}

    def load(self) -> None:
        """Load the webhook from the records."""
        stored = dict(self._records.all(_KIND))
        self._hook = _HOOK.validate_json(stored[_KEY]) if _KEY in stored else None

    def check_polling(self) -> None:
        """Raise ApiError if a webhook is set, so that updates can't be fetched."""
        if self._hook:
            raise ApiError(409, _CONFLICT)

    def set(self, parameters: Parameters, kinds: frozenset[str] | None) -> bool:
        """Set the webhook, or with an empty URL delete it (Bot API, setWebhook)."""
        if not parameters.text("url"):
            return self.delete(parameters)
        secret = parameters.text("secret_token")
        if secret and not _SECRET.fullmatch(secret):
            raise bad_request("secret token contains unallowed characters")
        self._check(parameters.text("url"))
        connections = parameters.integer("max_connections", _DEFAULT_CONNECTIONS, 1, _MOST_CONNECTIONS)
        if kinds is not None:
            self._updates.allow(kinds)
        self._drop(parameters)
        self._updates.interrupt(_REPLACED)
        self._put(_Hook(url=parameters.text("url"), secret=secret, connections=connections))
        return True

    def delete(self, parameters: Parameters) -> bool:
        """Delete the webhook, if there is one (Bot API, deleteWebhook)."""
        self._drop(parameters)
        self._put(None)
        return True

    def info(self) -> JsonObject:
        """Return the state of the webhook (Bot API, WebhookInfo)."""
        about: JsonObject = {"has_custom_certificate": False, "pending_update_count": len(self._updates.pending)}
        allowed: JsonObject = {"allowed_updates": sorted(self._updates.allowed)} if self._updates.allowed else {}
        if not self._hook:
            return {"url": "", **about, **allowed}
        failure: JsonObject = {"last_error_date": self._hook.failed_at, "last_error_message": self._hook.failure}
        failed = failure if self._hook.failed_at else {}
        return {"url": self._hook.url, **about, **failed, "max_connections": self._hook.connections, **allowed}

    async def deliver(self) -> None:
        """Post updates as long as a webhook is set, until it is cancelled."""
        posts: dict[int, asyncio.Task[None]] = {}
        async with httpx.AsyncClient(timeout=_ANSWER_SECONDS, trust_env=False) as client:
            try:
                while True:
                    change = self._chats.next_change  # of what comes after this look
                    posts = {number: task for number, task in posts.items() if not task.done()}
                    for update in self._due(posts):
                        number = _number(update)
                        posts[number] = asyncio.create_task(self._post(client, update))
                    await self._next(posts, change)
            finally:
                for task in posts.values():
                    task.cancel()
                await asyncio.gather(*posts.values(), return_exceptions=True)

    def _due(self, posts: dict[int, "asyncio.Task[None]"]) -> list[JsonObject]:
        """Return the updates to post now: the first of each chat whose next attempt is due, as connections are free."""
        if not self._hook:
            return []
        first = dict[object, JsonObject]()
        for update in sorted(self._updates.pending, key=_number):
            first.setdefault(_chat(update), update)
        now, never = time.monotonic(), _Failed(0, 0)
        due = [it for it in first.values() if _number(it) not in posts]
        due = [it for it in due if self._failed.get(_number(it), never).due <= now]
        return due[: max(0, self._hook.connections - len(posts))]

    async def _next(self, posts: dict[int, "asyncio.Task[None]"], change: asyncio.Event) -> None:
        """Wait until a post ends, something changes, or an attempt is due."""
        soon = min((it.due - time.monotonic() for it in self._failed.values()), default=None)
        changed = asyncio.create_task(change.wait())
        try:
            wait = max(0.0, soon) if soon is not None and self._hook and not posts else None
            await asyncio.wait([changed, *posts.values()], timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()

    async def _post(self, client: httpx.AsyncClient, update: JsonObject) -> None:
        hook, number = self._hook, _number(update)
        if hook is None:
            return
        failure = await self._attempt(client, hook, update)
        if not failure:
            self._failed.pop(number, None)
            self._updates.acknowledge(number)
            self._chats.announce()
            return
        attempts = self._failed.get(number, _Failed(0, 0)).attempts + 1
        wait = min(_FIRST_RETRY_SECONDS * 2 ** min(attempts, 10), _LAST_RETRY_SECONDS)
        self._failed[number] = _Failed(attempts, time.monotonic() + wait)
        if attempts >= _MOST_ATTEMPTS:
            self._failed.pop(number)
            self._updates.acknowledge(number)
        if self._hook and self._hook.url == hook.url:
            self._put(replace(self._hook, failed_at=int(time.time()), failure=failure))

    async def _attempt(self, client: httpx.AsyncClient, hook: _Hook, update: JsonObject) -> str:
        """Post an update once, and return the error in Telegram's words, empty if the bot has taken it."""
        parts = urlsplit(hook.url)
        to = self.hosts.get(parts.hostname or "", f"{parts.scheme}://{parts.netloc}")
        headers = {"Host": parts.netloc, "X-Forwarded-For": "149.154.160.1", "X-Forwarded-Proto": parts.scheme}
        if hook.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = hook.secret
        faults = self._faults.due(DELIVERY)
        try:
            await strike(faults, after_effect=False)
            answer = await client.post(f"{to}{parts.path}", json=update, headers=headers)
            await strike(faults, after_effect=True)
        except (httpx.ConnectError, httpx.RemoteProtocolError, httpx.ReadError, Dropped, ApiError) as error:
            return "Connection refused" if isinstance(error, httpx.ConnectError) else "Connection reset by peer"
        except httpx.TimeoutException:
            return "Read timeout expired"
        if answer.is_success:
            return ""
        return f"Wrong response from the webhook: {answer.status_code} {HTTPStatus(answer.status_code).phrase}"

    def _check(self, url: str) -> None:
        parts = urlsplit(url)
        if self._chats.local_folder:  # any address will do
            return
        if parts.scheme != "https" or not parts.hostname:
            raise _bad_webhook("An HTTPS URL must be provided for webhook")
        if parts.port not in _PORTS:
            raise _bad_webhook("Webhook can be set up only on ports 80, 88, 443 or 8443")
        try:
            reserved = not ip_address(parts.hostname).is_global
        except ValueError:
            reserved = False
        if reserved:
            raise _bad_webhook(f"IP address {parts.hostname} is reserved")
        if parts.hostname not in self.hosts:
            raise _bad_webhook("Failed to resolve host: Name or service not known")

    def _drop(self, parameters: Parameters) -> None:
        if parameters.flag("drop_pending_updates"):
            self._updates.clear()

    def _put(self, hook: _Hook | None) -> None:
        self._hook = hook
        if hook:
            self._records.put(_KIND, _KEY, _HOOK.dump_json(hook).decode())
        else:
            self._records.remove(_KIND, _KEY)
            self._failed.clear()
        self._chats.announce()


def _chat(update: JsonObject) -> object:
    """Return the id of an update's chat, or of its sender if it has none."""
    event = next((it for it in update.values() if isinstance(it, dict)), {})
    message = event.get("message", event)
    held = message if isinstance(message, dict) else {}
    about = held.get("chat") or event.get("from") or event.get("user")
    return about.get("id") if isinstance(about, dict) else None


def _number(update: JsonObject) -> int:
    number = update["update_id"]
    return number if isinstance(number, int) else 0


def _bad_webhook(reason: str) -> ApiError:
    return bad_request(f"bad webhook: {reason}")
