"""What people write: sheets, rounds, rules, setups, command lines; spoilt."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np

from scorer.cards import FACES
from scorer.house_rules import RULES
from scorer.presets import presets
from tests.conftest import write_film
from tests.fuzz.hostile import Lot
from tests.fuzz.read_pictures import small_jpeg
from tests.fuzz.reading import Fault, Refused, command, reader, refusing
from vision.calibration import calibration_of
from vision.setup import BadSetup, read_setup
from vision.video import BadVideo
from webui.recordings.demo import SETUP
from webui.reviews.work import Outcome, Work
from webui.setup.desk import Desk
from webui.setup.draft import draft_json
from webui.setup.source import BadSource, source_of, straightened

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = [path.read_text() for path in sorted((ROOT / "tests" / "rounds").glob("*.hwatu"))]
CASES = sorted((ROOT / "tests" / "cases").rglob("*.json"))
PRESETS = [path.read_text() for path in presets().values()]
WORDS = (
    *FACES,
    "seats:",
    "Ann,",
    "pot:",
    "/",
    ";",
    "!",
    "took",
    "go",
    "stop",
    "gives",
    "bomb",
    "\n",
)


@cache
def _sheets() -> list[object]:
    found = [json.loads(path.read_text()) for path in CASES]
    return [sheet for each in found for sheet in _sheets_in(each)] or [{"captures": {"A": []}}]


def _sheets_in(value: object) -> Iterator[object]:
    if isinstance(value, dict) and "captures" in value:
        yield value
    for each in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from _sheets_in(each)


@reader("sheets (`hwatu score`)")
def _score(lot: Lot, folder: Path) -> None:
    sheets = [lot.choice(_sheets()) for _ in range(lot.randrange(1, 4))]
    value = lot.slipped(sheets) if lot.often(0.9) else lot.json()
    path = folder / "sheets.json"
    path.write_bytes(lot.json_text(value) if lot.often(0.9) else lot.rubbish())
    for found in json.loads(command("score", str(path))):
        if "error" in found and len(str(found["error"]).splitlines()) != 1:
            raise Refused(str(found["error"]))


@reader("notation (`hwatu replay`)")
def _replay(lot: Lot, folder: Path) -> None:
    lines = lot.choice(ROUNDS).splitlines()
    for _ in range(lot.choice((1, 1, 3))):
        row = lot.randrange(len(lines))
        found = lines[row].split(" ")
        place = lot.randrange(len(found))
        found[place : place + 1] = [lot.choice(WORDS) if lot.often(0.7) else lot.text()]
        lines[row] = " ".join(found)
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    path = folder / "round.hwatu"
    path.write_bytes(lot.spoilt(data) if lot.often(0.2) else data)
    command("replay", str(path), *(["--json"] if lot.often(0.3) else []))


@reader("preset files (`hwatu rules`)")
def _preset(lot: Lot, folder: Path) -> None:
    place = folder / "data" / "hwatu-table" / "rules"
    place.mkdir(parents=True, exist_ok=True)
    lines = [
        *lot.choice(PRESETS).splitlines(),
        'base = "matgo"',
        "[rules]",
        f"{lot.choice(list(RULES))} = {lot.text()[:50]}",
    ]
    lot.shuffle(lines)
    data = "\n".join(lines if lot.often(0.5) else lot.choice(PRESETS).splitlines()).encode(
        "utf-8", "surrogatepass"
    )
    path = place / f"ours{lot.randrange(10**9)}.toml"
    path.write_bytes(lot.spoilt(data) if lot.often(0.7) else data)
    try:
        command("rules", path.stem, "--seats", str(lot.choice((2, 3))))
    finally:
        path.unlink()


@reader("house-rule files (`--rules FILE`)")
def _rules(lot: Lot, folder: Path) -> None:
    from webui.bad_input import BadInput
    from webui.command_line.options import agreed

    changes = {lot.choice(list(RULES)): lot.json(1) for _ in range(lot.randrange(4))}
    path = folder / "ours.json"
    path.write_bytes(lot.json_text(lot.slipped({"preset": lot.choice(list(presets())), **changes})))
    with refusing(BadInput):
        agreed(str(path), None, lot.choice((2, 3, 4)))


@reader("setup files (`--setup FILE`)")
def _setup(lot: Lot, folder: Path) -> None:
    value = json.loads(SETUP.read_text())
    for _ in range(lot.choice((1, 2, 4))):
        value = lot.slipped(value)
    path = folder / "setup.json"
    path.write_bytes(lot.json_text(value))
    with refusing(BadSetup):
        setup = read_setup(path)
        calibration_of(setup)
        straightened(np.zeros((90, 160, 3), np.uint8), setup, 100 / max(setup.table_size_mm))


@reader("the wizard's own files")
def _wizard(lot: Lot, folder: Path) -> None:
    desk = Desk(folder)
    draft = {**draft_json(desk.draft()), "setup": json.loads(SETUP.read_text())}
    (folder / "setups").mkdir(exist_ok=True)
    for path in (folder / "wizard.json", folder / "setups" / "camera-0.json"):
        value = draft if path.name == "wizard.json" else {**draft["setup"], **draft}
        path.write_bytes(lot.json_text(lot.slipped(lot.slipped(value))))
    (folder / "wizard.jpg").write_bytes(lot.spoilt(small_jpeg()))
    found = desk.draft()
    found.agreed()
    desk.known(source_of("0"))
    desk.picture()
    with refusing(BadSource):
        desk.keep(found)


@reader("sources (a camera, a film, an address)")
def _source(lot: Lot, folder: Path) -> None:
    with refusing(BadSource):
        text = (
            lot.text()
            if lot.often(0.5)
            else lot.choice(("file:", "http://", "rtsp://", "")) + lot.text()
        )
        again = source_of(str(source_of(text)))
        if again != source_of(text):
            raise Fault(f"{text!r} is read otherwise when it is read again")


# Command lines

OPTIONS = (
    *(
        "--json",
        "--draw",
        "--deck",
        "--setup",
        "--rules",
        "--seats",
        "--report",
        "--fresh",
        "--jobs",
    ),
    *("--cluster", "--source", "--terminal", "--host", "--port", "--data", "--store", "--pace"),
    *("--no-browser", "--in-order", "-", "--", "--help", "--version"),
)


@reader("command lines")
def _command(lot: Lot, folder: Path) -> None:
    film = folder / "film.mp4"
    if not film.exists():
        write_film(film, [0.0, 0.1])
    name = lot.choice(
        ("demo", "detect", "deck", "review", "watch", "score", "replay", "rules", "", "nothing")
    )
    words = [
        lot.choice(OPTIONS) if lot.often(0.5) else _argument(lot, folder)
        for _ in range(lot.randrange(1, 6))
    ]
    if name == "deck":
        words.insert(0, lot.choice(("enrol", "list", "")))
    with (
        patch("webui.command_line.serve.serve", return_value=0),
        patch("webui.cli.serve", return_value=0),
        patch("webui.command_line.demo._in_terminal"),
        patch("webui.command_line.camera.opened", side_effect=_no_networks),
        patch("webui.command_line.review.opened", side_effect=_no_networks),
        patch("webui.reviews.work.reviewed", side_effect=BadVideo("x: holds no video")),
        patch("webui.reviews.work._on_cores", _none_worked_on),
        patch("webui.reviews.work._on_cluster", _none_worked_on),
    ):
        command(*filter(None, (name,)), *words)


def _argument(lot: Lot, folder: Path) -> str:
    own = (
        "film.mp4",
        "nothing.mp4",
        ".",
        "matgo",
        "2",
        "0",
        str(folder),
        str(folder / "film.mp4"),
        "127.0.0.1",
    )
    text = lot.choice(own) if lot.often(0.5) else lot.text()
    return text.replace("\x00", "").encode("utf-8", "replace").decode()[:3000]  # as a shell could


def _none_worked_on(works: Sequence[Work], where: object) -> Iterator[Outcome]:
    return (Outcome("x: not reviewed here") for _ in works)


def _no_networks(deck: str | None, **_: object) -> None:
    from webui.bad_input import NotHere

    raise NotHere("the networks are not opened here")
