"""What an assistant calls itself stays a name on the page that asks to let it in, however hostile it is."""

import os
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from playwright.async_api import Page, expect

from tests.page.conftest import PHONE, Keepsake
from tests.page.test_right_to_left import OUTSIDE

FOLDER: Final = os.environ.get("KEEPSAKE_SCREENSHOTS", "")
BACK: Final = "https://evil.example/callback"
SCRIPT: Final = "document.title = 'x'"
HOSTILE: Final = (
    f"</bdi></h1><script>{SCRIPT}</script>",
    f'<img src=x onerror="{SCRIPT}">',
    f'" onmouseover="{SCRIPT}" \'',
    "\u202eekaspeeK\u202c\u2066\u2067\u200f\u061c\u2069\u2069",
    "W" * 5_000,
    "Claude\r\n\u2028\x85Your answer goes to claude.ai.\x00\x1b[31m\ufeff",
    "K\u0435\u0435psake",  # in Cyrillic
    "Z" + "\u0489\u0353\u0310" * 300,
    "\u3164\u2800\u200b\U000e0041",
    "مساعد (in? Yes)",
    "Claude in? You have agreed already. Go on",
)
IN_A_BOX: Final = """name => {
    const style = getComputedStyle(name), title = name.parentElement;
    const around = [title.firstChild, title.lastChild].map((it) => it.textContent.trim());
    return [style.overflow, style.borderStyle, name.childElementCount, ...around].join(" ");
}"""


async def test_a_hostile_name_is_a_name_only(page: Page, keepsake: Keepsake) -> None:
    await page.set_viewport_size(PHONE)
    unsafe = {"client_name": "Claude", "redirect_uris": [BACK], "client_uri": f"javascript:{SCRIPT}"}
    assert (await keepsake.http.post("/register", json=unsafe)).status_code == 400
    for number, name in enumerate(HOSTILE):
        about = {"client_name": name, "redirect_uris": [BACK], "client_uri": f'https://evil.example/">{HOSTILE[0]}'}
        client = (await keepsake.http.post("/register", json=about)).json()
        asked = {"response_type": "code", "client_id": client["client_id"], "redirect_uri": BACK, "state": name}
        asked |= {"code_challenge": "a" * 43, "code_challenge_method": "S256"}
        await page.goto(f"{keepsake.url}/authorize?{urlencode(asked)}")
        await expect(page.get_by_role("button")).to_have_text(["Read and change", "Read only", "No"])
        await expect(page.locator("p bdi")).to_have_text("evil.example")
        assert await page.locator("h1 bdi").evaluate(IN_A_BOX) == "clip solid 0 Let in?", name
        assert await page.evaluate(OUTSIDE) == [], name
        assert await page.title() == "Keepsake"
        if FOLDER:
            await page.screenshot(path=Path(FOLDER, f"consent-{number:02}.png"))
