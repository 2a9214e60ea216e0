"""All networks taught beside each other: who is shown which deck, and who is told what."""

from argparse import Namespace
from pathlib import Path

import pytest

import teach_fresh
from scene_faces import BadInput
from teach_fresh import Learner, Maker, learners, makers, network_words, scene_words

MEMORY = Path("/m")


def arguments(tmp_path: Path, **others: object) -> Namespace:
    told: dict[str, object] = {
        "art": [tmp_path / "own", tmp_path / "korean", tmp_path / "folk"],
        "out": tmp_path / "out",
        "minutes": 11.0,
        "invented": 6,
        "each": 2,
        "workers": 12,
        "leave": [],
        "network": None,
        "localizer": None,
        "start": None,
        "lite": False,
        "seed": 9,
    }
    return Namespace(**told | others)


def test_without_a_deck_left_out_all_scenes_are_shown_to_both_networks(tmp_path: Path) -> None:
    args = arguments(tmp_path)
    both = (Learner("localizer"), Learner("recogniser"))
    assert learners(args) == both
    assert makers(args) == (Maker("scenes", tuple(args.art), both, 12, 9),)


def test_who_lacks_a_deck_is_shown_no_scene_in_it(tmp_path: Path) -> None:
    args = arguments(tmp_path, leave=["korean", "folk"])
    assert sum(maker.workers for maker in makers(args)) == args.workers
    assert len({maker.seed for maker in makers(args)}) == len(makers(args))
    for learner in learners(args):
        shown = [m for m in makers(args) if learner in m.learners]
        decks = {folder.name for maker in shown for folder in maker.art}
        assert decks == {"own", "korean", "folk"} - {learner.left}


def test_one_network_alone_is_taught_where_it_is_asked_for(tmp_path: Path) -> None:
    args = arguments(tmp_path, leave=["folk"], network=["recogniser"])
    assert learners(args) == (Learner("recogniser"), Learner("recogniser", "folk"))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"leave": ["chinese"]}, "--leave chinese: not one of --art, own, korean, folk"),
        ({"leave": ["folk", "folk"]}, "--leave folk: named more than once"),
        ({"leave": ["folk"], "workers": 1}, "--workers 1: expected 2 or more"),
    ],
)
def test_what_cannot_be_left_out_is_told(
    tmp_path: Path, wrong: dict[str, object], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        makers(arguments(tmp_path, **wrong))


def test_scenes_are_laid_where_the_networks_learn(tmp_path: Path) -> None:
    args = arguments(tmp_path, leave=["folk"], localizer=tmp_path / "l.onnx")
    everyone, with_folk = makers(args)
    words = " ".join(scene_words(args, everyone, MEMORY))
    assert f"--art {tmp_path}/own --art {tmp_path}/korean --beside /m/decks --each 2" in words
    assert f"--localizer {tmp_path}/l.onnx" in words
    assert "--windows /m/localizer --crops /m/recogniser" in words
    assert "--windows /m/localizer-without-folk --crops /m/recogniser-without-folk" in words
    assert words.endswith("--seed 9 --workers 6")
    words = " ".join(scene_words(args, with_folk, MEMORY))
    assert f"--art {tmp_path}/folk" in words
    assert "without-folk" not in words


def test_without_invented_decks_none_are_asked_for(tmp_path: Path) -> None:
    args = arguments(tmp_path, invented=0)
    assert "--beside" not in scene_words(args, makers(args)[0], MEMORY)


@pytest.mark.parametrize(
    ("learner", "folder", "file"),
    [
        (Learner("localizer"), "run_localizer", "run/weights/last.pt"),
        (Learner("recogniser", "folk"), "without-folk/run_recogniser", "last.pt"),
    ],
)
def test_each_network_learns_where_the_next_run_finds_it(
    tmp_path: Path, learner: Learner, folder: str, file: str
) -> None:
    words = " ".join(network_words(arguments(tmp_path), learner, MEMORY))
    assert f"models/teach_{learner.network}.py --fresh /m/{learner.name} " in words
    assert f"--run {tmp_path}/out/{folder} --minutes 11.0" in words
    assert "--start" not in words
    words = " ".join(network_words(arguments(tmp_path, start=tmp_path / "old"), learner, MEMORY))
    assert f"--start {tmp_path}/old/{folder}/{file} --lr" in words


def test_only_recognisers_know_photographs(tmp_path: Path) -> None:
    args = arguments(tmp_path, lite=True)
    assert "--lite" in network_words(args, Learner("recogniser", "folk"), MEMORY)
    assert "--lite" not in network_words(args, Learner("localizer"), MEMORY)
    assert "--lite" not in network_words(arguments(tmp_path), Learner("recogniser"), MEMORY)


def test_what_cannot_be_used_ends_it_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["--art", str(tmp_path / "none"), "--out", str(tmp_path / "out"), "--minutes", "1"]
    assert teach_fresh.main([*told, "--invented", "0", "--memory", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("teach_fresh: scenes ended with 2: fresh_scenes: ")
    assert said.count("\n") == 1
    assert not list(tmp_path.glob("fresh-*")), "nothing is left in memory"
    assert teach_fresh.main([*told, "--start", str(tmp_path / "old")]) == 2
    assert "old/run_localizer/run/weights/last.pt; expected a checkpoint" in capsys.readouterr().err
    assert teach_fresh.main([*told[:-1], "0"]) == 2
    assert capsys.readouterr().err == "teach_fresh: --minutes 0: expected more than 0\n"
