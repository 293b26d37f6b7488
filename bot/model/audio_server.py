"""Which server transcribes or speaks, with which model."""

from dataclasses import dataclass
from typing import Final

from bot.kit.settings import Settings

_PRACTICE_MODEL: Final = "practice"


@dataclass(frozen=True, slots=True)
class AudioServer:
    """A model, and the address of its server; without one it is OpenAI's."""

    model: str
    url: str | None


def audio_server(
    settings: Settings, address: str | None, *, url: str | None, model: str, at_openai: str, elsewhere: str
) -> AudioServer | None:
    """Return the server of a setting's `url`, else the model's, which may be reached at an `address`; or None.

    Unless a `model` is set, it is the usual one `at_openai`, on a server of one's own the name `elsewhere`, and on the
    model's server none.
    """
    if url:
        model = model or elsewhere
    elif not settings.has_model:
        model = _PRACTICE_MODEL if address else ""
    elif settings.at_openai:
        model = model or at_openai
    return AudioServer(model, url or address or settings.openai_base_url) if model else None
