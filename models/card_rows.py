"""Measures the rows of the model card, and prints them as it has them.

    python models/card_rows.py --photos FOLDER [--art FOLDER ...] --made FOLDER --out FILE \\
        [--row NAME ...] [--workers N]

Makes each row's decks and scenes by its seed in --made, unless they lie there, and looks at all of
them as `hwatu detect` does, in full floats. --photos: labelled photographs of a deck that nothing
was trained on, which is cut out of them, too. --art: decks that the networks know; a row in one
that is not given is left out. --row: only these; what --out tells of the others stays.
"""

import argparse
import json
import multiprocessing
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from cut_deck import main as cut_deck
from evaluate import fingerprints
from invented_deck import main as invented_deck
from judge_cards import Case, Result, judge, photo_cases, reliability, scene_cases, scores
from make_scenes import main as make_scenes
from scene_faces import BadInput
from vision.detector import CardDetector, open_detector
from vision.pictures import BadPicture
from vision.runtime import NoRuntime
from vision.weights import NoWeights, find_weights

PHOTOGRAPHS, PHOTOGRAPHED, INVENTED = "photographs", "photographed", "invented"
"""Pictures that are there, and what decks are made of: these pictures, and nothing."""
INVENTED_COUNT, INVENTED_SEED = 40, 82001
"""None that was taught has a seed from 80000 to 89999."""


@dataclass(frozen=True, slots=True)
class Row:
    """Pictures that are reported together."""

    name: str
    title: str
    """As the card has it."""
    deck: str
    """PHOTOGRAPHED, INVENTED or the name of an art folder; PHOTOGRAPHS where none are made."""
    count: int = 0
    seed: int = 0
    options: tuple[str, ...] = ()
    """Of make_scenes.py."""


def _photographed(name: str, count: int, seed: int, title: str, *options: str) -> Row:
    return Row(name, title, PHOTOGRAPHED, count, seed, options)


def _known(deck: str, title: str) -> Row:
    return Row(f"in-{deck}", title, deck, 40, 9905)


OWN = "**100 scenes in the deck cut out of those photographs**"
NEAR = "50 such scenes of near cards, 90 to 210 px wide"
ASLANT = "60 such scenes taken from the side, by 22 to 54°"
TILED = "50 such scenes on tiles and checked cloths"
CLUTTER = "80 such scenes of clutter, some without cards"
ROWS = (
    Row("photographs", "**68 real photographs** of a Japanese deck by a phone", PHOTOGRAPHS),
    _photographed("photographed", 100, 9205, OWN),
    _photographed("others", 90, 9405, "90 other scenes in that deck"),
    _photographed("near", 50, 9406, NEAR, "--card-px", "90-210"),
    _photographed("aslant", 60, 9505, ASLANT, "--difficulty", "aslant"),
    _photographed("tiled", 50, 9705, TILED, "--difficulty", "tiled"),
    _photographed("clutter", 80, 9605, CLUTTER, "--difficulty", "clutter"),
    _photographed("small", 40, 9805, "40 such scenes at 1280x720", "--size", "1280x720"),
    _photographed("large", 20, 9806, "20 such scenes at 3840x2160", "--size", "3840x2160"),
    Row("invented", "**100 scenes in 40 invented decks**", INVENTED, 100, 80105),
    _known("kr-hwatu-commons", "40 scenes in Wikimedia's deck"),
    _known("kr-minhwa-pk0001", "in minhwa's"),
    _known("jp-mantia-color", "in Mantia's"),
    _known("jp-stylised-timomt", "in Steurer's"),
)


def decks(deck: str, made: Path, photos: Path, art: Sequence[Path]) -> list[Path]:
    """The art folders of a row's deck, made if they are to be; none where it was not given."""
    folder = made / "decks" / deck
    if deck == PHOTOGRAPHED:
        once(folder, cut_deck, "--photos", photos)
        return [folder]
    if deck == INVENTED:
        once(folder, invented_deck, "--count", INVENTED_COUNT, "--seed", INVENTED_SEED)
        return sorted(folder.iterdir())
    return [given for given in art if given.name == deck]


def scenes(row: Row, arts: Sequence[Path], made: Path) -> Path:
    """The folder of a row's scenes, made unless they lie there."""
    folder = made / "rows" / f"{row.name}-{row.seed}"
    given = [each for art in arts for each in ("--art", art)]
    lot = ("--count", row.count, "--seed", row.seed, "--as-drawn", *row.options)
    once(folder, make_scenes, *given, *lot)
    return folder


def once(folder: Path, command: Callable[[Sequence[str]], int], *words: object) -> None:
    """One of the scripts' commands makes a folder, unless it has: a file beside it tells so.

    Raises:
        BadInput: it failed; it told why itself.
    """
    done = folder.with_name(f"{folder.name}.done")
    if done.is_file():
        return
    if command([str(word) for word in (*words, "--out", folder)]):
        raise BadInput(f"{folder}: it was not made, and nothing is measured without it")
    done.touch()


@cache
def detector(weights: Path | None) -> CardDetector:
    """As `hwatu detect` looks, on one core."""
    return open_detector(find_weights(weights), threads=1, numbers="float", thorough=True)


def judged(weights: Path | None, case: Case) -> Result:
    """A picture, looked at and judged."""
    return judge(case, detector(weights).detect(case.read()))


def markdown(row: Row, figures: dict[str, Any]) -> str:
    """The card's line of a row."""
    told = (f"{figures[name]:.3f}" for name in ("precision", "recall"))
    return f"| {row.title} | {figures['cards']:,} | {' | '.join(told)} | **{figures['f1']:.3f}** |"


def sure(report: dict[str, Any]) -> list[str]:
    """The card's lines of how often it is right, of what it says with about this confidence."""
    bins: defaultdict[int, list[tuple[float, float, int]]] = defaultdict(list)
    for figures in report.values():
        for each in figures["reliability"]:
            bins[int(10 * each["said"])].append((each["said"], each["right"], each["count"]))
    lines = []
    for tenth in sorted(bins):
        said, right, count = np.array(bins[tenth]).T
        shares = (np.average(said, weights=count), np.average(right, weights=count))
        lines.append(f"| {shares[0]:.3f} | {shares[1]:.3f} | {int(count.sum()):,} |")
    return lines


def measured(
    asked: Iterable[tuple[Row, Sequence[Case]]], weights: Path | None, workers: int
) -> dict[str, Any]:
    """Figures by the names of rows, each printed as it comes."""
    report: dict[str, Any] = {}
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        for row, cases in asked:
            results = list(pool.map(partial(judged, weights), cases))
            report[row.name] = scores(results) | {"reliability": reliability(results)}
            print(markdown(row, report[row.name]), flush=True)
    return report


def cases_of(row: Row, args: argparse.Namespace) -> list[Case]:
    """The pictures of a row; none where its deck was not given."""
    if row.deck == PHOTOGRAPHS:
        return list(photo_cases(args.photos))
    arts = decks(row.deck, args.made, args.photos, args.art)
    return list(scene_cases(scenes(row, arts, args.made))) if arts else []


def told_before(path: Path, prints: dict[str, str]) -> dict[str, Any]:
    """The rows of an earlier file.

    Raises:
        BadInput: it is of other networks.
    """
    if not path.is_file():
        return {}
    report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if report["weights_sha256"] != prints:
        raise BadInput(f"{path}: measured with other networks; measure every row anew, elsewhere")
    rows: dict[str, Any] = report["rows"]
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the rows are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--photos", type=Path, required=True, help="`images/` and YOLO boxes in `labels/`")
    add("--art", type=Path, action="append", default=[], help="a deck that is known; repeat")
    add("--made", type=Path, required=True, help="folder for decks and scenes")
    add("--out", type=Path, required=True, help="the figures, as JSON")
    add("--weights", type=Path, help="folder of the detector's files")
    add("--row", choices=[row.name for row in ROWS], action="append", help="only this; repeat")
    add("--workers", type=int, default=2, help="processes that look")
    args = parser.parse_args(argv)
    try:
        prints = fingerprints(find_weights(args.weights).localizer.parent)
        before = told_before(args.out, prints) if args.row else {}
        asked = [row for row in ROWS if not args.row or row.name in args.row]
        given = [(row, cases) for row in asked if (cases := cases_of(row, args))]
        rows = before | measured(given, args.weights, args.workers)
        report = {"rows": rows, "weights_sha256": prints}
        args.out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    except (BadInput, BadPicture, NoRuntime, NoWeights, OSError) as error:
        print(f"card_rows: {error}", file=sys.stderr)
        return 2
    print("\n".join(sure(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
