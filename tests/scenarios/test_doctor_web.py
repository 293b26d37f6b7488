"""`python -m bot doctor` checks the search server, if one is set."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from practice.serving import serve
from practice.web.site import Site
from tests.examined import Examined
from tests.process import run


async def examined(folder: Path, **settings: str) -> Examined:
    """Run the doctor in practice mode."""
    return Examined(*await run("doctor", cwd=folder, DATA_DIR=str(folder / "data"), **settings))


async def test_a_search_server_is_well_or_a_warning_that_says_what_to_do(tmp_path: Path) -> None:
    async with serve(Site().app) as url:
        found = await examined(tmp_path, SEARXNG_URL=url)
    assert found.marks()["web search"] == "ok"
    assert found.text("web search") == "SearXNG, 1 results for “weather”"
    app = Starlette(routes=[Route("/search", lambda _: PlainTextResponse("Forbidden", 403))])
    async with serve(app) as url:
        refused = await examined(tmp_path, SEARXNG_URL=url)
    assert refused.marks()["web search"] == "warning"
    assert "search.formats" in refused.text("web search")
    assert refused.code == 0
