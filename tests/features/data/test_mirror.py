"""The copy's folder: only what changed is written, and only what is ours is changed; and when that is done."""

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.features.data.mirror import LIST, MirrorRefused, Written, next_night, write

PAGES = {"Memories/Person/Alec.md": b"# Alec\n", "Notes/Groceries.md": b"milk\n"}


def states(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return each file's identity, time of change, and content."""
    files = (it for it in folder.rglob("*") if it.is_file())
    return {str(it.relative_to(folder)): (it.stat().st_ino, it.stat().st_mtime_ns, it.read_bytes()) for it in files}


def test_an_unchanged_night_changes_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "mirror"
    assert write(folder, 1, PAGES) == Written(written=2)
    before = states(folder)
    assert before.keys() == {*PAGES, LIST}
    (folder / "Notes" / ".keepsake-new-abc").write_text("half, at a sudden end")
    assert write(folder, 1, PAGES) == Written()
    assert states(folder) == before


def test_what_is_gone_is_removed_with_its_empty_folders(tmp_path: Path) -> None:
    write(tmp_path, 1, PAGES)
    (tmp_path / "Notes" / "Mine.md").write_text("of the owner's")
    assert write(tmp_path, 1, {}) == Written(removed=2)
    assert states(tmp_path).keys() == {"Notes/Mine.md", LIST}
    assert not (tmp_path / "Memories").exists()


def test_edits_are_overwritten_and_others_files_are_left(tmp_path: Path) -> None:
    (tmp_path / "Notes").mkdir()
    (tmp_path / "Notes" / "Groceries.md").write_text("of the owner's")
    assert write(tmp_path, 1, PAGES) == Written(written=1, left_out=1)
    (tmp_path / "Memories/Person/Alec.md").write_text("edited")
    assert write(tmp_path, 1, PAGES) == Written(written=1, left_out=1)
    assert (tmp_path / "Memories/Person/Alec.md").read_bytes() == PAGES["Memories/Person/Alec.md"]
    assert write(tmp_path, 1, {}) == Written(removed=1)
    assert (tmp_path / "Notes" / "Groceries.md").read_text() == "of the owner's"


def test_a_file_where_a_folder_must_be_is_named_and_the_rest_is_copied(tmp_path: Path) -> None:
    (tmp_path / "Notes").write_text("of the owner's")
    assert write(tmp_path, 1, PAGES) == Written(written=1, in_the_way=("Notes",))
    assert (tmp_path / "Notes").read_text() == "of the owner's"
    assert json.loads((tmp_path / LIST).read_bytes())["files"] == ["Memories/Person/Alec.md"]
    (tmp_path / "Notes").unlink()
    assert write(tmp_path, 1, PAGES) == Written(written=1)


def test_only_what_was_written_is_ours_after_a_sudden_end(tmp_path: Path) -> None:
    ending = {"Memories/Person/Alec.md": b"# Alec\n", f"Notes/{'long' * 100}.md": b"", "Notes/Groceries.md": b"milk\n"}
    with pytest.raises(OSError, match="too long"):
        write(tmp_path, 1, ending)
    (tmp_path / "Notes" / "Groceries.md").write_text("of the owner's")
    assert write(tmp_path, 1, PAGES) == Written(left_out=1)
    assert (tmp_path / "Notes" / "Groceries.md").read_text() == "of the owner's"
    assert write(tmp_path, 1, {}) == Written(removed=1)


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "mirror"
    write(folder, 1, PAGES)
    assert {it.stat().st_mode & 0o777 for it in (folder, *folder.rglob("*")) if it.is_dir()} == {0o700}
    assert {it.stat().st_mode & 0o777 for it in folder.rglob("*") if it.is_file()} == {0o600}


def test_a_list_that_was_tampered_with_removes_nothing_elsewhere(tmp_path: Path) -> None:
    folder, other = tmp_path / "mirror", tmp_path / "other.md"
    write(folder, 1, PAGES)
    other.write_text("elsewhere")
    listed = {"bot_id": 1, "files": ["../other.md", str(other), "..\\other.md", "Notes/../../other.md", 7]}
    (folder / LIST).write_text(json.dumps(listed))
    write(folder, 1, {})
    assert other.read_text() == "elsewhere"


def test_the_folder_of_another_bot_and_a_damaged_list_are_refused(tmp_path: Path) -> None:
    write(tmp_path, 1, PAGES)
    before = states(tmp_path)
    with pytest.raises(MirrorRefused, match="another bot"):
        write(tmp_path, 2, PAGES)
    assert states(tmp_path) == before
    (tmp_path / LIST).write_text("{")
    with pytest.raises(MirrorRefused, match="damaged"):
        write(tmp_path, 1, PAGES)


@pytest.mark.parametrize(
    ("now", "at"),
    [
        ("2026-11-25T01:59", "2026-11-25T02:00"),
        ("2026-11-25T02:00", "2026-11-26T02:00"),
        ("2027-03-28T00:30", "2027-03-28T01:00"),
    ],
)
def test_the_next_night_begins_at_three_in_berlin(now: str, at: str) -> None:
    moments = [datetime.fromisoformat(it).replace(tzinfo=UTC) for it in (now, at)]
    assert next_night(moments[0], ZoneInfo("Europe/Berlin")) == moments[1]
