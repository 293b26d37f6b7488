"""All data of a user: what may be done with it."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bot.feature import AddCommand, Feature, InChat, Loop, Parts, sections_of
from bot.features.data.telegram import erase, export
from bot.kit.language import mark
from bot.telegram.help import Use
from bot.telegram.turn_commands import carry_out


def _in_chat(parts: Parts) -> InChat:
    sections = partial(sections_of, parts.features)
    erasing = partial(carry_out, parts.services, partial(erase, parts.services, sections))
    exporting = partial(export, parts.timezone, sections)
    return InChat(lookups={"export": exporting}, turn_commands={"erase": erasing})


def _loops(parts: Parts) -> Sequence[Loop]:
    settings = parts.settings
    if settings.mirror_dir is None:
        return []
    from bot.features.data.mirror import keep_mirrored  # noqa: PLC0415 - only those who set a folder need it

    services, pages = parts.services, [it.pages for it in parts.features if it.pages]
    return [
        keep_mirrored(
            services.database, pages, settings.mirror_dir, settings.bot_id, services.people, settings.timezone
        )
    ]


def _add_commands(add: AddCommand, features: Sequence[Feature]) -> None:
    from bot.features.data import cli  # noqa: PLC0415 - only the command line needs it

    sections = partial(sections_of, features)
    added = add(cli.export)
    added.add_argument("--user", type=int, help="Telegram user id. Needed if several people use the bot.")
    added.add_argument("place", type=Path, help="Folder, or new file ending in .json.")
    added.set_defaults(sections=sections)
    added = add(cli.import_, name="import")
    added.add_argument("file", type=Path, help="JSON file written by `export` or /export.")
    added.add_argument("--user", type=int, help="Telegram user id of the new owner. Default: the exported user.")
    added.add_argument("--bot", type=int, help="Bot id. Default: the bot in the settings.")
    added.set_defaults(sections=sections)
    added = add(cli.erase)
    added.add_argument("--user", type=int, required=True, help="Telegram user id.")
    added.add_argument("--yes", action="store_true", help="Don't ask.")
    added.set_defaults(sections=sections)


DATA = Feature(
    name="data",
    uses=[
        Use("export", mark("Get everything I know of you, as files")),
        Use("erase", mark("Erase everything I know of you")),
    ],
    in_chat=_in_chat,
    loops=_loops,
    add_commands=_add_commands,
    routes=["bot.features.data.http"],
)
