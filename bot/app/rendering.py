"""What answers and acts read like in a chat, whatever they are about."""

from typing import Final

from bot.app.features import FEATURES
from bot.memory.telegram.files import import_offer, without_former
from bot.telegram.acts import ActTexts
from bot.telegram.outcomes import Rendering

ACTS: Final = ActTexts(
    {name: words for feature in FEATURES for name, words in feature.offers.items()},
    next((feature.below for feature in FEATURES if feature.below), None),
)
RENDERING: Final = Rendering(acts=ACTS, offered_import=import_offer, replaced_import=without_former)
