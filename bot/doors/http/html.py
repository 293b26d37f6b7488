"""Small pages beside the page itself, in its look, with a strict Content-Security-Policy."""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Final

from starlette.responses import HTMLResponse

from bot.doors.http.page_files import direction
from bot.kit.language import language

SUBMIT: Final = "document.forms[0].submit();"
"""A script that sends a page's form, as a button does where scripts are off."""
_TOKENS: Final = Path(__file__).parent / "page" / "tokens.css"
_STYLE: Final = """
body { margin: 0; background: linear-gradient(var(--glow), var(--back)) fixed; color: var(--text); }
main { box-sizing: border-box; min-height: 100dvh; display: grid; align-content: center; justify-items: center;
  gap: .8rem; padding: 1.5rem; text-align: center; }
main::before { content: "K"; width: 3.2rem; aspect-ratio: 1; display: grid; place-items: center; border-radius: 50%;
  background: var(--accent); color: var(--accent-text); font-size: 1.5rem; font-weight: 600; }
h1, p { margin: 0; max-width: 27rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; }
form { display: flex; flex-wrap: wrap; justify-content: center; gap: .6rem; }
form button { padding: .55rem 1.1rem; border: 1px solid var(--line); border-radius: .7rem; background: var(--bar); }
form button:hover { background: var(--field); }
bdi { display: inline-block; box-sizing: border-box; max-width: 100%; overflow: clip; vertical-align: bottom;
  padding: 0 .4rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--field); }
code { font-family: var(--mono); }
a { color: var(--accent); }
"""


def html(body: str, script: str = "", status: int = 200) -> HTMLResponse:
    """Return a page of trusted HTML in the language spoken now, which runs this script only.

    What others wrote in it stands in `bdi`, a box that no text leaves or can draw.
    """
    page = (
        f'<!doctype html><html lang="{language()}" dir="{direction(language())}">'
        '<meta charset="utf-8"><title>Keepsake</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<style>{_style()}</style><main>{body}</main>{f'<script>{script}</script>' if script else ''}</html>"
    )
    headers = {
        "Content-Security-Policy": (
            f"default-src 'none'; style-src {_hash(_style())}; script-src {_hash(script)}; base-uri 'none'; "
            "form-action 'self'; frame-ancestors 'none'"
        ),
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
    }
    return HTMLResponse(page, status, headers)


def form_of(action: str, fields: Mapping[str, str], *buttons: str) -> str:
    """Return a form with hidden fields and buttons, which are trusted HTML."""
    hidden = "".join(f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in fields.items())
    return f'<form method="post" action="{action}">{hidden}{"".join(buttons)}</form>'


@cache
def _style() -> str:
    return _TOKENS.read_text() + _STYLE


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
