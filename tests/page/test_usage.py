"""Usage as charts."""

from playwright.async_api import Page, expect

from bot.kit.usage import Usage
from bot.turns.store import usages
from bot.turns.store.usages import Request
from bot.turns.values.turns import UsagePurpose
from tests.page.conftest import Keepsake, open_view


async def test_usage_is_charted_by_day_and_purpose(page: Page, keepsake: Keepsake) -> None:
    usage = Usage(input_tokens=30_000, cached_tokens=24_000, output_tokens=1_000)
    purposes = (UsagePurpose.ANSWER, UsagePurpose.ANSWER, UsagePurpose.REVIEW)
    asked = [Request(owner=keepsake.owner, turn_id=None, purpose=it, model="any", usage=usage) for it in purposes]
    async with keepsake.database.transaction() as tx:
        await usages.add(tx, asked)
    await open_view(page, keepsake, "usage")
    figures = page.locator(".figures")
    await expect(figures).to_contain_text("Requests3")
    await expect(figures).to_contain_text("Tokens93k")
    await expect(figures).to_contain_text("Cached80%")
    await expect(page.locator(".legend")).to_have_text("cached inputnew inputoutput")
    chart = page.get_by_role("img", name="Tokens by day, 30 days. Highest: 93k")
    await expect(chart.locator("g")).to_have_count(30)
    heights = (
        await chart.locator("g")
        .last.locator("rect:not(.hit)")
        .evaluate_all("all => all.map((it) => Number(it.getAttribute('height')))")
    )
    assert heights == [72.0, 18.0, 3.0]
    await expect(page.locator(".shares")).to_contain_text("Reviews31k")
    await page.get_by_role("button", name="7 days").click()
    await expect(chart).to_be_hidden()
    await page.get_by_text("Show as a table").click()
    await expect(page.get_by_role("table").get_by_role("row")).to_have_count(2)
