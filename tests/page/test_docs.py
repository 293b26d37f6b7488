"""The API's description at `/docs`: from the package alone, with an example of every request."""

import httpx
import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, expect

from tests.browser.conftest import Complaints
from tests.page.conftest import DESK, PHONE, Keepsake

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_request_is_described_with_an_example(
    context: BrowserContext, keepsake: Keepsake, complaints: Complaints, size: dict[str, int], scheme: str
) -> None:
    complaints.expected = ()
    page = await context.new_page()
    await page.set_viewport_size({"width": size["width"], "height": size["height"]})
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    asked: list[str] = []
    page.on("request", lambda it: asked.append(it.url))
    await page.goto(f"{keepsake.url}/docs")
    api = (await keepsake.http.get("/openapi.json")).json()
    operations = [
        method for its in api["paths"].values() for method in its if method in {"get", "post", "put", "delete"}
    ]
    await expect(page.locator("details")).to_have_count(len(operations))
    create = page.locator("details", has_text="POST/api/memory/").first
    await create.locator("summary").click()
    example = create.locator("pre").first
    await expect(example).to_contain_text(f"{keepsake.url}/api/memory/")
    await expect(example).to_contain_text('"content":"Alec is the user\'')
    await page.locator("details").evaluate_all("all => all.forEach((it) => (it.open = true))")
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= size["width"]
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert all(it.startswith((keepsake.url, "data:")) for it in asked), asked
    await page.close()


async def test_its_policy_allows_own_files_only_and_bodies_have_examples(keepsake: Keepsake) -> None:
    async with httpx.AsyncClient(base_url=keepsake.url) as http:
        docs = await http.get("/docs", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"})
        api = (await http.get("/openapi.json")).json()
    assert docs.status_code == 200
    policy = docs.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; ")
    assert "unsafe" not in policy
    for path, its in api["paths"].items():
        for method, of in its.items():
            for kind, body in of.get("requestBody", {}).get("content", {}).items():
                model = api["components"]["schemas"].get(body["schema"].get("$ref", "").rpartition("/")[2], {})
                assert body.get("example") or model.get("examples"), (method, path, kind)


async def test_each_example_is_as_its_model_says(keepsake: Keepsake) -> None:
    api = (await keepsake.http.get("/openapi.json")).json()
    models = api["components"]["schemas"]
    examined = 0
    for name, model in models.items():
        for example in model.get("examples", []):
            required = {it for it in model.get("required", ()) if "null" not in str(model["properties"][it])}
            assert required <= example.keys() <= model["properties"].keys(), name  # FastAPI leaves out what is null
            examined += 1
    assert examined >= 10
