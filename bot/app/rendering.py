"""What answers and acts read like in a chat, whatever they are about."""

from typing import Final

from bot.memory.acts import FAMILY
from bot.memory.telegram.files import import_offer, without_former
from bot.memory.telegram.offers import OFFERS
from bot.telegram.acts import ActTexts
from bot.telegram.outcomes import Rendering

ACTS: Final = ActTexts({FAMILY: OFFERS})
RENDERING: Final = Rendering(acts=ACTS, offered_import=import_offer, replaced_import=without_former)
