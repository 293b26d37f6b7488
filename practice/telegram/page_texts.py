"""The sentences of the page in the browser's language: `po/` has a file in gettext's format for each but English."""

from functools import cache
from gettext import c2py
from importlib import resources
from typing import Final

from babel import Locale
from babel.messages.pofile import read_po
from starlette.requests import Request

from practice.telegram.updates import JsonObject

_FOLDER: Final = resources.files("practice.telegram").joinpath("po")
_SAMPLES: Final = (0, 1_000_000, *range(1_000, 0, -1))
"""Numbers that have every plural form; where two of a category differ, the last one here decides."""


def language_of(request: Request) -> str:
    """Return the language that a browser prefers (RFC 9110, section 12.5.4): the code of its first one."""
    header = request.headers.get("Accept-Language", "")
    return header.partition(",")[0].partition(";")[0].partition("-")[0].strip().lower() or "en"


@cache
def texts(language: str) -> JsonObject:
    """Return a language's catalogue as the page reads it; without a file, the page speaks English."""
    file = _FOLDER.joinpath(f"{language}.po")
    if not language.isalpha() or not file.is_file():
        return {"language": "en", "direction": "ltr", "plurals": {}, "texts": {}}
    with file.open("rb") as opened:
        catalogue = read_po(opened, locale=language)
    locale, form = Locale.parse(language), c2py(catalogue.plural_expr)
    said = {it.id if isinstance(it.id, str) else it.id[0]: it.string for it in catalogue if it.id and it.string}
    return {
        "language": language,
        "direction": "rtl" if locale.character_order == "right-to-left" else "ltr",
        "plurals": {locale.plural_form(it): form(it) for it in _SAMPLES},
        "texts": said,
    }
