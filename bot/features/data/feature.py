"""All data of a user: what may be done with it."""

from collections.abc import Sequence
from functools import partial
from types import ModuleType

from bot.feature import Feature, InChat, Loop, Parts
from bot.features.data.telegram import erase, export
from bot.kit.language import mark
from bot.telegram.help import Use
from bot.telegram.turn_commands import carry_out


def _in_chat(parts: Parts) -> InChat:
    erasing = partial(carry_out, parts.services, partial(erase, parts.services))
    return InChat(lookups={"export": partial(export, parts.timezone)}, turn_commands={"erase": erasing})


def _loops(parts: Parts) -> Sequence[Loop]:
    settings = parts.settings
    if settings.mirror_dir is None:
        return []
    from bot.features.data.mirror import keep_mirrored  # noqa: PLC0415 - only those who set a folder need it

    services = parts.services
    return [keep_mirrored(services.database, settings.mirror_dir, settings.bot_id, services.people, settings.timezone)]


def _routes() -> list[ModuleType]:
    from bot.features.data import http  # noqa: PLC0415 - only once the API is asked

    return [http]


DATA = Feature(
    name="data",
    uses=[
        Use("export", mark("Get everything I know of you, as files")),
        Use("erase", mark("Erase everything I know of you")),
    ],
    in_chat=_in_chat,
    loops=_loops,
    routes=_routes,
)
