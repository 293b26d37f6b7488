"""The webhook: whether Telegram posts updates to it, and what keeps it from that."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.command_line.doctor.report import Finding, ok, warning
from bot.settings import Settings
from bot.telegram.check import WebhookState

_RECENT: Final = timedelta(hours=1)
"""How long a failed delivery is worth a warning after every update has been delivered."""
_WAYS_OUT: Final = (
    (r"certificate|SSL", "Telegram doesn't trust its certificate. Renew it, and serve the whole chain."),
    (r"resolve", "Telegram can't find {host}. Check its DNS entry."),
    (r"refused|timed out|reset|unreachable|timeout", "Telegram can't reach {host}. Check the firewall and the proxy."),
    (
        r"\b40[13]\b",
        "The proxy has to pass the header X-Telegram-Bot-Api-Secret-Token on. If it does, restart the bot.",
    ),
    (r"\b(?:404|405|421)\b", "The proxy has to pass {path} on to port {port} of this machine."),
    (r"\b413\b", "The proxy has to take bodies of 1 MB (nginx: client_max_body_size)."),
    (r"\b3\d\d\b", "The proxy redirects. Set WEBHOOK_URL to where that leads."),
    (r"\b50[24]\b", "The proxy doesn't reach Keepsake. Start it, and check that the proxy uses port {port}."),
    (r"\b503\b", "Keepsake was starting, or its database was away. Telegram sends the updates again."),
)
"""What Telegram's error contains, and what to do."""


def findings(settings: Settings, state: WebhookState) -> Iterator[Finding]:
    """Return what Telegram says of the bot's webhook (Bot API, getWebhookInfo)."""
    if state.url and state.url != settings.webhook_url:
        found = f"another program at {state.host} receives this bot's messages"
        yield warning("webhook", f"{found}. Stop that program: the next start takes the messages over.")
    elif settings.webhook_url is None:
        return
    elif not state.url:
        yield ok("webhook", f"not registered yet; the next start registers {settings.webhook_url}")
    else:
        yield _registered(settings, state)


def _registered(settings: Settings, state: WebhookState) -> Finding:
    """Return whether Telegram can deliver what it has."""
    found = f"registered at {state.url}"
    waiting = f", {state.waiting} update{'s' * (state.waiting > 1)} waiting" if state.waiting else ""
    is_recent = state.failed_at is not None and datetime.now(UTC) - state.failed_at < _RECENT
    if state.failed_at is None or not (state.waiting or is_recent):
        return ok("webhook", f"{found}{waiting}")
    failed = f"the last delivery failed on {state.failed_at:%d %b %Y at %H:%M} UTC: {state.failure.rstrip('.')}"
    return warning("webhook", f"{found}{waiting}; {failed}. {_way_out(settings, state)}")


def _way_out(settings: Settings, state: WebhookState) -> str:
    way = next((way for pattern, way in _WAYS_OUT if re.search(pattern, state.failure)), "See the proxy's log.")
    return way.format(host=state.host, path=settings.webhook_path, port=settings.webhook_listens_at)
