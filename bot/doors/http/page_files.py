"""The page at `/` and the API's description at `/docs`.

Their files are below an address that changes whenever one of them does. A browser can install the page, which other
apps then share texts and links with (https://www.w3.org/TR/web-share-target/).
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.kit.language import DEFAULT, LANGUAGES, speaking_to, t
from bot.kit.language.languages import RIGHT_TO_LEFT, catalogue
from bot.kit.program import called

_SENTENCE: Final = re.compile(r'\b(?:t|mark|plural)\(\s*("(?:[^"\\]|\\.)+")')
_SAMPLES: Final = (0, 1_000_000, *range(1_000, 0, -1))
"""Numbers that have every plural form; where two of a category differ, the last one here decides."""
_FOLDER: Final = Path(__file__).parent / "page"
_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SHARE: Final = "/share"
"""Where what was shared with the installed page arrives; no page of another site may open it."""
_GREEN: Final = "#2f7d6b"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)
_SECURITY: Final = {
    "Content-Security-Policy": f"{_POLICY}'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_KEPT: Final = {**_SECURITY, "Cache-Control": "public, max-age=31536000, immutable"}


def page_routes(language_of: Callable[[Request], Awaitable[str]], ancestors: str) -> list[Route]:
    """Return the routes of both and of their files, which are read now; pages of `ancestors` may frame the page.

    `language_of` returns the language of who asks for the page.
    """
    served = (it for it in sorted(_FOLDER.rglob("*")) if it.suffix in _TYPES)
    files = {it.relative_to(_FOLDER).as_posix(): it.read_bytes() for it in served}
    index = (_FOLDER / "index.html").read_text().replace("{program}", called())
    docs = (_FOLDER / "docs.html").read_text()
    version = sha256(b"".join([index.encode(), docs.encode(), *files.values(), *_catalogues()])).hexdigest()[:16]
    modules = [name for name in files if name.endswith(".js") and name != "docs.js"]
    said = sentences(files[it].decode() for it in modules)
    preloads = "\n    ".join(f'<link rel="modulepreload" href="/page/{version}/{name}">' for name in modules)
    whole = index.replace("{version}", version).replace("{preloads}", preloads)

    async def page(request: Request) -> Response:
        language = await language_of(request)
        content = whole.replace("{language}", language).replace("{direction}", direction(language))
        with speaking_to(language):
            content = content.replace("{no_script}", t("This page needs JavaScript."))
        return _index(request, content, f'"{version}-{language}"', ancestors)

    async def manifest(request: Request) -> Response:
        language = await language_of(request)
        content = _manifest(f"/page/{version}/icon.svg", language)
        return _index(request, content, f'"{version}-{language}"', "'none'", "application/manifest+json")

    async def description(request: Request) -> Response:
        return _index(request, docs.replace("{version}", version), f'"{version}"', "'none'")

    catalogues = {f"{it}.json": partial(texts, it, said) for it in LANGUAGES}
    return [
        Route("/", page),
        Route(SHARE, page),
        Route("/manifest.webmanifest", manifest),
        Route("/docs", description),
        *(
            Route(f"/page/{version}/{it}", _kept(_TYPES[Path(it).suffix], partial(files.__getitem__, it)))
            for it in files
        ),
        *(Route(f"/page/{version}/texts/{name}", _kept("application/json", its)) for name, its in catalogues.items()),
    ]


def _manifest(icon: str, language: str) -> str:
    """Return the web app manifest (https://www.w3.org/TR/appmanifest/)."""
    manifest = {
        "id": "/",
        "name": "Keepsake",
        "lang": language,
        "dir": direction(language),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": _GREEN,
        "background_color": _GREEN,
        "icons": [{"src": icon, "type": "image/svg+xml", "sizes": "any"}],
        "share_target": {
            "action": SHARE,
            "method": "GET",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    return json.dumps(manifest)


def _index(request: Request, content: str, etag: str, ancestors: str, media_type: str = "text/html") -> Response:
    policy = {"Content-Security-Policy": f"{_POLICY}{ancestors}"}
    headers = {**_SECURITY, **policy, "Cache-Control": "no-cache", "ETag": etag, "Vary": "Accept-Language, Cookie"}
    if request.headers.get("If-None-Match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


def _kept(media_type: str, content: Callable[[], bytes]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return Response(content(), headers=_KEPT, media_type=media_type)

    return answer


def sentences(scripts: Iterable[str]) -> frozenset[str]:
    """Return the English sentences that scripts say; of those with a number, the singular."""
    return frozenset(json.loads(it) for script in scripts for it in _SENTENCE.findall(script))


def _catalogues() -> Iterable[bytes]:
    """Return the catalogues' files, whose change makes other texts."""
    files = (it for it in resources.files("bot.kit.language").joinpath("po").iterdir() if it.name.endswith(".po"))
    return [it.read_bytes() for it in sorted(files, key=lambda it: it.name)]


def texts(language: str, said: frozenset[str]) -> bytes:
    """Return a language's catalogue for the page, as JSON."""
    found = catalogue(language)
    return json.dumps(
        {
            "language": language,
            "direction": direction(language),
            "plurals": plurals(language, found.form),
            "texts": {it: found.sentences[it] for it in sorted(said & found.sentences.keys())},
        },
        ensure_ascii=False,
    ).encode()


def direction(language: str) -> str:
    """Return how a language is written, as HTML's `dir` has it."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


def plurals(language: str, form: Callable[[int], int]) -> Mapping[str, int]:
    """Return the plural form, as gettext counts them, of each plural category that CLDR has for a language."""
    if language == DEFAULT:
        return {}
    from babel import Locale  # noqa: PLC0415 - whoever speaks English needs none of it

    category = Locale.parse(language).plural_form
    return {category(it): form(it) for it in _SAMPLES}
