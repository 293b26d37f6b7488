"""Links lead somewhere."""

from tests.documentation.pages import PAGES, anchors, links, target
from tests.forks import REPOSITORY


def test_every_relative_link_leads_to_a_file_and_to_a_heading_in_it() -> None:
    broken = []
    for page, link in ((page, link) for page, text in PAGES.items() for link in links(text) if "://" not in link):
        file, anchor = target(page, link)
        if not file.exists() or (anchor and anchor not in anchors(file.read_text())):
            broken.append((page, link))
    assert broken == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, coming = set[str](), ["README.md"]
    while coming:
        page = coming.pop()
        if page in reached or page not in PAGES:
            continue
        reached.add(page)
        files = (target(page, link)[0].resolve() for link in links(PAGES[page]) if "://" not in link)
        coming += [str(file.relative_to(REPOSITORY)) for file in files if file.is_relative_to(REPOSITORY)]
    assert reached == set(PAGES)


def test_every_picture_is_shown_by_a_page() -> None:
    shown = {target(page, link)[0].resolve() for page, text in PAGES.items() for link in links(text)}
    pictures = {it for it in (REPOSITORY / "docs").iterdir() if it.suffix in {".png", ".gif", ".webp"}}
    assert pictures - shown == set()
