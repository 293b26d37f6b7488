"""Files that users send: what they bring besides what a message holds."""

from collections.abc import Sequence
from datetime import timedelta

from bot.feature import Feature, Loop, Parts
from bot.features.files.sweeping import keep_swept
from bot.features.files.tools import document_tools


def _loops(parts: Parts) -> Sequence[Loop]:
    settings, services = parts.settings, parts.services
    keeps = timedelta(days=settings.attachment_days) if settings.attachment_days else None
    return [keep_swept(services.database, services.files, settings.bot_id, keeps=keeps)]


FILES = Feature(name="files", families=lambda _: [document_tools()], loops=_loops)
