"""The API's description at `/docs`: from the package alone, with an example of every request."""

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, expect

from tests.page.conftest import PHONE, Keepsake


async def test_every_request_is_described_with_an_example(context: BrowserContext, keepsake: Keepsake) -> None:
    page = await context.new_page()
    await page.set_viewport_size(PHONE)
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
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    await page.locator("details").evaluate_all("all => all.forEach((it) => (it.open = true))")
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    assert all(it.startswith((keepsake.url, "data:")) for it in asked), asked
    await page.close()
