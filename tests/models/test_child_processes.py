"""Scripts run beside each other: nobody waits for the dead, and none outlives the run."""

import time
from pathlib import Path

import pytest

import child_processes
from child_processes import Child, killed_at_the_end, started, wait_for
from scene_faces import BadInput

SLEEPS = "import time; time.sleep(60)"


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_processes, "LOOK_EVERY_S", 0.01)


def child(tmp_path: Path, name: str, code: str) -> Child:
    script = tmp_path / f"{name}.py"
    script.write_text(code)
    return started([str(script)], name, tmp_path)


def test_all_that_ends_well_is_waited_for(tmp_path: Path) -> None:
    with killed_at_the_end() as children:
        children += [child(tmp_path, name, "print('done')") for name in ("one", "two")]
        wait_for(children)
        assert [each.process.poll() for each in children] == [0, 0]
        assert children[0].last_words() == "done"


@pytest.mark.parametrize("failing", ["learner", "scenes"])
def test_where_one_fails_all_end_and_its_words_are_told(tmp_path: Path, failing: str) -> None:
    codes = dict.fromkeys(("learner", "scenes"), SLEEPS)
    codes[failing] = "raise SystemExit('no such module')"
    begun = time.monotonic()
    with killed_at_the_end() as children:
        children += [child(tmp_path, name, code) for name, code in codes.items()]
        with pytest.raises(BadInput, match=f"{failing} ended with 1: no such module"):
            wait_for(children[:1], watched=children[1:])
    assert time.monotonic() - begun < 30
    assert all(each.process.poll() is not None for each in children)


def test_scripts_find_the_project_without_its_being_installed(tmp_path: Path) -> None:
    code = f"import sys; print(sys.path.count({str(child_processes.ROOT)!r}))"
    with killed_at_the_end() as children:
        children.append(child(tmp_path, "looks", code))
        wait_for(children)
    assert children[0].last_words() != "0"


def test_where_one_that_is_waited_for_fails_it_is_told_at_once_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_processes, "TELL_EVERY_S", 0.2)
    goes_on = "import time; print('at it', flush=True); time.sleep(1.5); print('done')"
    with killed_at_the_end() as children:
        children.append(child(tmp_path, "good", goes_on))
        children.append(child(tmp_path, "bad", "raise SystemExit('no number')"))
        with pytest.raises(BadInput, match="bad ended with 1: no number"):
            wait_for(children)
        assert children[0].last_words() == "done"
    said = capsys.readouterr().out
    assert said.count("bad failed: no number") == 1
    assert "good: at it" in said, "how far they are is told meanwhile"
