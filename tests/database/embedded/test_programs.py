"""The wheel's programs."""

import os
import pwd
import shutil

from tests.database.embedded.stage import ROOT_ONLY, Person, Stage, mode


@ROOT_ONLY
def test_a_wheel_out_of_reach_is_copied_once_for_each_version(stage: Stage, root: Person) -> None:
    closed = stage.folder / "closed"
    shutil.copytree(stage.wheel, closed)
    closed.chmod(0o700)
    actor = stage.actor(root, wheel=closed)
    actor.start()
    assert actor.query("CREATE EXTENSION vector") == ""
    actor.stop()
    assert mode(closed) == 0o700
    copies = list((root.data_dir / "postgres").glob("programs*"))
    assert len(copies) == 1
    paths = [copies[0], *copies[0].rglob("*")]
    assert {path.lstat().st_uid for path in paths} == {0}
    assert [path for path in paths if mode(path) & 0o027] == []

    made = copies[0].stat().st_ino
    again = stage.actor(root, wheel=closed)
    again.start()
    again.stop()
    assert copies[0].stat().st_ino == made

    older = copies[0].rename(copies[0].with_name("programs-0.1"))
    stage.actor(root, wheel=closed).start()
    assert copies[0].exists()
    assert not older.exists()


def test_lock_files_of_others_in_the_temporary_folder_do_not_matter(stage: Stage, person: Person) -> None:
    temporary = stage.folder / "temporary"
    temporary.mkdir()
    temporary.chmod(0o1777)
    lock = temporary / ".lockfile"
    lock.touch(mode=0o600)
    if os.geteuid() == 0:
        stranger = pwd.getpwnam("daemon")
        os.chown(lock, stranger.pw_uid, stranger.pw_gid)
    actor = stage.actor(person, environment={"TMPDIR": str(temporary)})
    actor.start()
    assert actor.query("SELECT 1") == "1"
