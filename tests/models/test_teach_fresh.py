"""Both networks taught beside each other: who is told what, and that nobody waits for the dead."""

import time
from argparse import Namespace
from pathlib import Path

import pytest

import teach_fresh
from scene_faces import BadInput
from teach_fresh import Child, killed_at_the_end, network_words, scene_words, started, wait_for

SLEEPS = "import time; time.sleep(60)"


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teach_fresh, "LOOK_EVERY_S", 0.01)


def child(tmp_path: Path, name: str, code: str) -> Child:
    script = tmp_path / f"{name}.py"
    script.write_text(code)
    return started([str(script)], name, tmp_path)


def arguments(tmp_path: Path, **others: object) -> Namespace:
    told: dict[str, object] = {
        "art": [tmp_path / "own", tmp_path / "korean"],
        "out": tmp_path / "out",
        "minutes": 11.0,
        "invented": 6,
        "each": 2,
        "workers": 3,
        "localizer": None,
        "start_localizer": None,
        "start_recogniser": tmp_path / "last.pt",
        "seed": 9,
    }
    return Namespace(**told | others)


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
    code = f"import sys; print(sys.path.count({str(teach_fresh.ROOT)!r}))"
    with killed_at_the_end() as children:
        children.append(child(tmp_path, "looks", code))
        wait_for(children)
    assert children[0].last_words() != "0"


def test_scenes_are_laid_where_the_networks_learn(tmp_path: Path) -> None:
    args, laid = arguments(tmp_path), {"localizer": Path("/m/w"), "recogniser": Path("/m/c")}
    words = " ".join(scene_words(args, Path("/m/decks"), laid))
    assert f"--art {tmp_path}/own --art {tmp_path}/korean --beside /m/decks --each 2" in words
    assert "--windows /m/w --crops /m/c --seed 9 --workers 3" in words
    for network, folder in laid.items():
        told = " ".join(network_words(args, network, folder))
        assert f"models/teach_{network}.py --fresh {folder} " in told
        assert f"--run {tmp_path}/out/run_{network} --minutes 11.0" in told
        assert ("--start" in told) == (network == "recogniser")


def test_without_invented_decks_none_are_asked_for(tmp_path: Path) -> None:
    words = scene_words(
        arguments(tmp_path, invented=0, localizer=tmp_path / "l.onnx"),
        Path("/m/decks"),
        {"localizer": Path("/m/w"), "recogniser": Path("/m/c")},
    )
    assert "--beside" not in words
    assert words[words.index("--localizer") + 1] == f"{tmp_path}/l.onnx"


def test_what_cannot_be_used_ends_it_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--art", str(tmp_path / "none"), "--out", str(tmp_path / "out"), "--minutes", "1"]
    assert teach_fresh.main([*told, "--invented", "0", "--memory", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("teach_fresh: scenes ended with 2: fresh_scenes: ")
    assert said.count("\n") == 1
    assert not list(tmp_path.glob("fresh-*")), "nothing is left in memory"
    assert teach_fresh.main([*told[:-1], "0"]) == 2
    assert capsys.readouterr().err == "teach_fresh: --minutes 0: expected more than 0\n"
