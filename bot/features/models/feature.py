"""The choice of a model: all that it brings."""

from collections.abc import Sequence

from bot.feature import Feature, InChat, Loop, Parts
from bot.features.models.choice import EffortButton, ModelButton, ModelCommand, ModelPage
from bot.features.models.shutdowns import ShutdownNotices
from bot.kit.language import mark
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.telegram.help import SETTINGS, Use


def _in_chat(parts: Parts) -> InChat:
    command = ModelCommand(parts.services.chosen_models, parts.services.preferences)
    return InChat(
        lookups={"model": command.answer},
        actions={
            ModelPage.NAME: command.turn_page,
            ModelButton.NAME: command.choose,
            EffortButton.NAME: command.set_effort,
        },
        before=dict.fromkeys(("model", ModelPage.NAME), command.look),
    )


def _loops(parts: Parts) -> Sequence[Loop]:
    services = parts.services
    notices = ShutdownNotices(
        database=services.database,
        choices=services.chosen_models.choices,
        people=services.people,
        languages=services.languages,
        outbox=parts.outbox,
        bot_id=parts.settings.bot_id,
    )

    def wake(owner: Owner, place: Place) -> None:
        parts.chats.get(owner.user_id, place).channel.wake()

    return [notices.run(wake)]


MODELS = Feature(
    name="models",
    uses=[Use("model", mark("Choose the model that answers"), under=SETTINGS)],
    in_chat=_in_chat,
    loops=_loops,
)
