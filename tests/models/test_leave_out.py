"""What is left out is left out of everything, and what is done is not done twice."""

import json
from pathlib import Path

import pytest

from leave_out import Part, Plan, carry_out, gather, main, measured, planned, trained
from scene_faces import BadInput

DECKS = tuple(Path("/art") / name for name in ("own", "korean", "japanese"))
READS = ("--scenes", "--tune", "--crops", "--deck")
LEARNS = ("models/train", "models/fit")


def plan(*leave: str, refiner: Path | None = None) -> Plan:
    return planned(DECKS, leave, Path("/out"), 3, 5, refiner)


def after(part: Part, option: str) -> list[str]:
    """What a command says after each of its options of this name."""
    words = part.command
    return [words[k + 1] for k, word in enumerate(words) if word == option]


@pytest.mark.parametrize("leave", [("korean",), ("korean", "japanese")])
def test_nothing_learns_from_a_deck_left_out(leave: tuple[str, ...]) -> None:
    shows: dict[str, set[str]] = {}  # which decks are in a folder
    for part in (*trained(plan(*leave)), *measured(plan(*leave))):
        drawn = {Path(each).name for each in after(part, "--art")}
        decks = {name for name in drawn if not name.startswith("invented-")}
        decks = decks.union(*(shows[each] for option in READS for each in after(part, option)))
        shows |= dict.fromkeys((*after(part, "--out"), *after(part, "--run")), decks)
        if part.command[0].startswith(LEARNS):
            assert decks == {folder.name for folder in DECKS} - {*leave}, part.name
        if part.name in ("figures", "together"):
            assert decks == {*leave}
        if part.name.startswith("enrolled"):
            assert decks == {part.name.split()[1]}


def test_decks_are_invented_before_scenes_show_them() -> None:
    parts = list(trained(plan("korean")))
    names = [part.name for part in parts]
    assert names.index("decks invented") < names.index("scenes invented")
    shown = after(parts[names.index("scenes invented")], "--art")
    assert [each for each in shown if each.startswith("/art")] == ["/art/own", "/art/japanese"]
    assert len([each for each in shown if each.startswith("/out/invented/invented-")]) == 60


def test_each_part_reads_what_an_earlier_one_wrote() -> None:
    written: set[str] = set()
    for part in (*trained(plan("korean")), *measured(plan("korean"))):
        for option in (*READS, "--val", "--localizer", "--recogniser"):
            for place in after(part, option):
                assert any(place.startswith(each) for each in written), f"{part.name}: {place}"
        written |= {*after(part, "--out"), *after(part, "--run")}


def finished(out: Path, *decks: str) -> Path:
    """The folder of an earlier run that was shown these."""
    for network, report in (
        ("localizer", {"data": {"train": {"decks": decks}}}),
        ("recogniser", {"decks": decks}),
    ):
        run = out / f"run_{network}"
        run.mkdir(parents=True)
        (run / f"{network}.json").write_text(json.dumps(report))
    return out


def test_networks_begin_with_an_earlier_run_that_left_the_same_decks_out(tmp_path: Path) -> None:
    begin = finished(tmp_path / "first", "own", "japanese")
    longer = planned(DECKS, ("korean",), tmp_path / "out", 3, 5, None, begin, 77)
    commands = {part.name: part for part in trained(longer)}
    for network, place in (("localizer", "run/weights/last.pt"), ("recogniser", "last.pt")):
        (start,) = after(commands[network], "--start")
        assert start == str(begin / f"run_{network}" / place)
    assert after(commands["scenes any"], "--seed") == ["77"]


@pytest.mark.parametrize(
    ("decks", "says"), [(("own", "korean"), "was shown korean"), ((), "no finished run")]
)
def test_an_earlier_run_that_saw_a_deck_left_out_is_refused(
    tmp_path: Path, decks: tuple[str, ...], says: str
) -> None:
    begin = finished(tmp_path / "first", *decks) if decks else tmp_path
    with pytest.raises(BadInput, match=says):
        planned(DECKS, ("korean",), tmp_path / "out", 3, 5, None, begin)


def test_networks_that_were_taught_elsewhere_are_measured_as_they_are(tmp_path: Path) -> None:
    made, refiner = finished(tmp_path / "fresh", "own", "japanese"), tmp_path / "refiner.onnx"
    told = (DECKS, ("korean",), tmp_path / "out", 3, 5, refiner, None, 77)
    taken = planned(*told, made)
    names = [part.name for part in trained(taken)]
    assert names == ["scenes tune", "unseen decks", "scenes tune_unseen", "scenes left_korean"]
    again = {part.name: part for part in trained(planned(*told))}
    for part in trained(taken):
        assert part == again[part.name], "scenes to judge by are the same as of any run"
    for network in ("localizer", "recogniser"):
        (made / f"run_{network}" / f"{network}.onnx").write_text(network)
    refiner.touch()
    taken.out.mkdir()
    gather(taken)
    for name in ("recogniser", "second", "jokers"):
        assert (taken.weights / f"{name}.onnx").read_text() == "recogniser"


def test_a_trunk_that_photographs_taught_is_begun_with_everywhere_or_nowhere() -> None:
    told = (DECKS, ("korean",), Path("/out"), 3, 5, None)
    lite = {part.name: part for part in trained(planned(*told, lite=True))}
    plain = {part.name: part for part in trained(planned(*told))}
    asked = {name for name, part in lite.items() if "--lite" in part.command}
    assert asked == {"recogniser", "jokers"}
    # Its first stages are no refiner's.
    assert not after(lite["refiner"], "--recogniser")
    assert not any("--lite" in part.command for part in plain.values())


def test_jokers_are_read_by_a_reader_that_never_saw_the_deck_either(tmp_path: Path) -> None:
    parts = {part.name: part for part in trained(plan("korean"))}
    assert after(parts["jokers"], "--start") == after(parts["refiner"], "--recogniser")
    many = after(parts["scenes many_jokers"], "--out")
    for name in ("jokers", "boxes many_jokers"):
        assert after(parts[name], "--scenes") == many
    for name in ("windows", "recogniser", "refiner"):
        assert not {*many} & {*after(parts[name], "--scenes")}, name
    made = finished(tmp_path / "fresh", "own", "japanese")
    jokers = made / "run_jokers"
    jokers.mkdir()
    (jokers / "jokers.onnx").touch()
    told = (DECKS, ("korean",), tmp_path / "out", 3, 5, Path("r.onnx"), None, 77, made)
    (jokers / "jokers.json").write_text(json.dumps({"decks": ["own"]}))
    assert planned(*told).reader("jokers") == jokers / "jokers.onnx"
    (jokers / "jokers.json").write_text(json.dumps({"decks": ["own", "korean"]}))
    with pytest.raises(BadInput, match="was shown korean"):
        planned(*told)


def test_a_localizer_that_is_given_is_taken_as_it_is(tmp_path: Path) -> None:
    """It names no face: which decks it was shown is not asked."""
    made, localizer = finished(tmp_path / "fresh", "own", "japanese"), tmp_path / "localizer.onnx"
    (made / "run_localizer" / "localizer.json").unlink()
    told = (DECKS, ("korean",), tmp_path / "out", 3, 5, Path("r.onnx"), None, 77)
    parts = {part.name: part for part in trained(planned(*told, localizer=localizer))}
    assert not {"windows", "windows left", "localizer"} & parts.keys()
    assert after(parts["boxes any"], "--localizer") == [str(localizer)]
    taken = planned(*told, made, localizer)
    assert taken.network("localizer") == localizer
    assert taken.network("recogniser") == made / "run_recogniser" / "recogniser.onnx"


def test_settings_come_from_decks_that_were_not_taught_too() -> None:
    parts = {part.name: part for part in (*trained(plan("korean")), *measured(plan("korean")))}
    tuned = [Path(each).name for each in after(parts["settings"], "--tune")]
    assert tuned == ["tune", "tune_unseen"]
    unseen = {Path(each).name for each in after(parts["scenes tune_unseen"], "--art")}
    assert unseen.isdisjoint(Path(each).name for each in after(parts["scenes invented"], "--art"))


@pytest.mark.parametrize(
    ("decks", "refiner", "says"),
    [
        (("own", "korean"), Path("r.onnx"), "--networks .*: was shown korean"),
        (("own",), None, "without --refiner"),
        ((), Path("r.onnx"), "--networks .*: no finished run"),
    ],
)
def test_networks_that_cannot_be_measured_are_refused(
    tmp_path: Path, decks: tuple[str, ...], refiner: Path | None, says: str
) -> None:
    made = finished(tmp_path / "fresh", *decks) if decks else tmp_path
    with pytest.raises(BadInput, match=says):
        planned(DECKS, ("korean",), tmp_path / "out", 3, 5, refiner, networks=made)


def test_a_refiner_is_trained_unless_one_is_given() -> None:
    assert "refiner" in [part.name for part in trained(plan("korean"))]
    assert "refiner" not in [part.name for part in trained(plan("korean", refiner=Path("r.onnx")))]


@pytest.mark.parametrize(
    ("leave", "says"),
    [
        (("chinese",), "expected one of own, korean, japanese"),
        (("own", "korean", "japanese"), "every"),
    ],
)
def test_what_cannot_be_left_out_is_named(leave: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        plan(*leave)


def part(tmp_path: Path, code: str = "", *, checkpoint: Path | None = None) -> Part:
    """A script that notes how it was called."""
    script, log = tmp_path / "script.py", tmp_path / "log"
    script.write_text(f"import sys\nopen({str(log)!r}, 'a').write(str(sys.argv[1:]) + ';')\n{code}")
    return Part("a part", (str(script), "--count", "2"), checkpoint)


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    for _ in range(2):
        carry_out(iter([part(tmp_path)]), tmp_path / "out")
    assert (tmp_path / "log").read_text() == "['--count', '2'];"


def test_what_was_broken_off_goes_on(tmp_path: Path) -> None:
    checkpoint = tmp_path / "last.pt"
    with pytest.raises(BadInput, match=r"a part: .*script\.py ended with 3"):
        carry_out(iter([part(tmp_path, "sys.exit(3)")]), tmp_path / "out")
    checkpoint.touch()
    carry_out(iter([part(tmp_path, checkpoint=checkpoint)]), tmp_path / "out")
    assert (tmp_path / "log").read_text() == "['--count', '2'];['--count', '2', '--resume'];"


def test_what_was_made_otherwise_is_not_gone_on_with(tmp_path: Path) -> None:
    carry_out(iter([part(tmp_path)]), tmp_path / "out")
    other = Part("a part", ("script.py", "--count", "3"))
    with pytest.raises(BadInput, match=r"made otherwise; expected: script\.py --count 3"):
        carry_out(iter([other]), tmp_path / "out")


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    art = ["--art", str(tmp_path / "own"), "--art", str(tmp_path / "korean")]
    assert main([*art, "--leave", "chinese", "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        "leave_out: --leave chinese: not among --art; expected one of own, korean\n"
    )
