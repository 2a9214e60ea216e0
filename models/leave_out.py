"""Measures the detector on decks that its networks never saw: left out of everything.

    python models/leave_out.py --art FOLDER ... --leave NAME ... --out FOLDER \\
        [--turns N] [--steps N] [--localizer FILE] [--refiner FILE] [--begin EARLIER] [--seed N] \\
        [--networks FOLDER] [--lite]

Makes scenes in all --art folders but those of --leave and in decks that are invented, trains the
networks on them from nothing, fits the settings on other scenes in the same decks and in invented
ones that they were not shown, and measures scenes in each deck of --leave as it is drawn:
`weights/figures.json` in --out, each picture alone; `weights/together.json`, all pictures of a deck
looked at together; `weights/enrolled_NAME.json`, after the deck was enrolled by two photographs.
That takes hours, and needs the package resvg-py. What is done is noted in `done/`; run again, it
goes on where it was broken off. --localizer and --refiner take these networks as they are: the one
finds boxes, the other sets them right, neither names a face. --begin:
the networks begin with those of an earlier such run, its --out, that left these decks out, too; a
--seed of its own shows them other scenes. --networks: those that teach_fresh.py left in its --out
are measured, and none is trained; give --refiner, too. Where no run_jokers is beside them the
recogniser tells jokers apart, and where no run_second is it has the only say. --lite: the
recogniser on a trunk that photographs taught, see lite_net.py; the refiner, if it is trained,
begins with nothing then.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from invented_deck import folders
from scene_faces import BadInput
from vision.weights import JOKERS, POINTER, SECOND, find_weights

ROOT = Path(__file__).resolve().parent.parent
SEED = 9301
"""Of the first scenes; those of each part that follows have the next one."""
GENTLY = {"localizer": 1.2e-3, "recogniser": 1.5e-3}
"""Highest learning rates of networks that begin with an earlier run's."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Scenes to train on."""

    count: int
    special: tuple[str, ...] = ()
    """What make_scenes.py is told beside."""
    invented: int = 0
    """Decks of artists who are not, beside the others."""


SCENES = {
    "any": Shown(3200),
    "near": Shown(350, ("--card-px", "90-210")),
    "small": Shown(350, ("--card-px", "18-40")),
    "jokers": Shown(350, ("--jokers", "8")),
    "nasty": Shown(350, ("--difficulty", "nasty")),
    "invented": Shown(3200, invented=60),
    "aslant": Shown(350, ("--difficulty", "aslant")),
    "stretched": Shown(350, ("--difficulty", "stretched")),
    "clutter": Shown(350, ("--difficulty", "clutter")),
    "tiled": Shown(350, ("--difficulty", "tiled")),
}
TUNE, TUNE_UNSEEN, UNSEEN, JUDGE = 100, 80, 12, 50
"""Scenes that the settings come from, those of them in decks of artists who are not and whom the
networks were not shown, so many such decks, and scenes in each deck left out."""
TURNS, STEPS, REFINER_STEPS, JOKER_STEPS = 60, 8000, 1500, 1500
"""Of the localizer, of the recogniser, of the refiner, and of the reader of jokers."""
BESIDE = {"second": SECOND, "jokers": JOKERS}
"""Networks that have a say beside the recogniser's, and what their files are called."""
MANY, MANY_JOKERS = "many_jokers", Shown(900, ("--jokers", "16"), invented=60)
"""What the reader of jokers learns from, and nothing else: the other scenes hold few."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is left out of what."""

    art: tuple[Path, ...]
    """Folders of card pictures to train on."""
    left: tuple[Path, ...]
    """And of those to measure on."""
    out: Path
    turns: int = TURNS
    steps: int = STEPS
    refiner: Path | None = None
    """One that is taken as it is."""
    begin: "Plan | None" = None
    """An earlier run whose networks these begin with."""
    seed: int = SEED
    networks: Path | None = None
    """A folder of such that are taken as they are."""
    localizer: Path | None = None
    """One that is taken as it is, too."""
    lite: bool = False
    """Whether the recogniser is on a trunk that photographs taught."""

    @property
    def trunk(self) -> tuple[str, ...]:
        """What the trainings of the recogniser and of the reader of jokers are told of it."""
        return ("--lite",) if self.lite else ()

    @property
    def weights(self) -> Path:
        """The folder of what is measured."""
        return self.out / "weights"

    def scenes(self, name: str) -> str:
        """The folder of scenes of this name."""
        return str(self.out / "scenes" / name)

    def judged(self) -> tuple[str, ...]:
        """The folders of scenes in the decks left out."""
        return tuple(self.scenes(f"left_{folder.name}") for folder in self.left)

    def run(self, network: str) -> Path:
        """The folder of a network's training."""
        return (self.networks or self.out) / f"run_{network}"

    def checkpoint(self, network: str) -> Path:
        """The last one of a network's training."""
        inner = ("run", "weights") if network == "localizer" else ()
        return self.run(network).joinpath(*inner, "last.pt")

    def network(self, network: str) -> Path:
        """The ONNX file that is measured."""
        given = {"localizer": self.localizer, "refiner": self.refiner}.get(network)
        return given or self.run(network) / f"{network}.onnx"

    def reader(self, network: str) -> Path:
        """One of BESIDE: where there is none, the recogniser itself."""
        own = self.network(network)
        return own if own.exists() else self.network("recogniser")

    def begun(self, network: str) -> tuple[str, ...]:
        """What a training script is told where there is an earlier run."""
        if self.begin is None:
            return ()
        return ("--start", str(self.begin.checkpoint(network)), "--lr", str(GENTLY[network]))


@dataclass(frozen=True, slots=True)
class Part:
    """One command of the whole."""

    name: str
    command: tuple[str, ...]
    """A script of this project, and what it is told."""
    checkpoint: Path | None = None
    """Where there is one, the script can go on."""


def planned(
    art: Sequence[Path],
    leave: Sequence[str],
    out: Path,
    turns: int,
    steps: int,
    refiner: Path | None,
    begin: Path | None = None,
    seed: int = SEED,
    networks: Path | None = None,
    localizer: Path | None = None,
    *,
    lite: bool = False,
) -> Plan:
    """The plan that leaves the folders of these names out.

    Raises:
        BadInput: a name is no folder's, or none is left to train on; the run to begin with, or
            the networks, were shown a deck that is to be left out.
    """
    names = [folder.name for folder in art]
    for name in leave:
        if name not in names:
            raise BadInput(f"--leave {name}: not among --art; expected one of {', '.join(names)}")
    kept = tuple(folder.resolve() for folder in art if folder.name not in leave)
    left = tuple(folder.resolve() for folder in art if folder.name in leave)
    if not kept:
        raise BadInput("--leave: names every deck; expected one to train on")
    earlier, localizer = None, localizer and localizer.resolve()
    if begin is not None:
        earlier = Plan(kept, left, begin.resolve(), localizer=localizer)
        check_shown(earlier, f"--begin {begin}")
    told = (turns, steps, refiner and refiner.resolve(), earlier, seed)
    given = (networks and networks.resolve(), localizer)
    plan = Plan(kept, left, out.resolve(), *told, *given, lite=lite)
    if plan.networks:
        if plan.refiner is None:
            raise BadInput("--networks: without --refiner; expected one, for none is trained")
        check_shown(plan, f"--networks {networks}")
    return plan


def check_shown(plan: Plan, option: str) -> None:
    """Nothing where its networks saw no deck that it leaves out; else BadInput names the deck."""
    for name in sorted(decks_shown(plan, option) & {folder.name for folder in plan.left}):
        raise BadInput(f"{option}: was shown {name}, which is to be left out")


def decks_shown(plan: Plan, option: str) -> set[str]:
    """The decks that the networks of a finished run were taught on.

    Raises:
        BadInput: its networks do not say so.
    """

    def told(network: str) -> dict[str, Any]:
        path = plan.run(network) / f"{network}.json"
        report: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return report

    try:
        boxes = [] if plan.localizer else told("localizer")["data"]["train"]["decks"]
        there = (name for name in BESIDE if plan.network(name).exists())
        named = [deck for name in ("recogniser", *there) for deck in told(name)["decks"]]
        return {*boxes, *named}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{option}: no finished run: {error}") from None


def trained(plan: Plan) -> Iterator[Part]:
    """From the art to the networks."""
    yield from _judged_scenes(plan)
    if plan.networks is None:
        yield from _taught(plan)


def _taught(plan: Plan) -> Iterator[Part]:
    yield from _taught_scenes(plan)
    taught, judged = [plan.scenes(name) for name in SCENES], plan.judged()
    if plan.localizer is None:
        yield from _localizer(plan, taught, judged)
    localizer = str(plan.network("localizer"))
    for folder in (*taught, plan.scenes(MANY), *judged):
        mine = ("models/mine_boxes.py", "--localizer", localizer, "--scenes", folder)
        yield Part(f"boxes {Path(folder).name}", mine)
    recogniser = str(plan.checkpoint("recogniser"))
    begun = (*plan.begun("recogniser"), *plan.trunk)
    yield _network(plan, "recogniser", plan.steps, SCENES, begun)
    yield _network(plan, "jokers", JOKER_STEPS, (MANY,), ("--start", recogniser, *plan.trunk))
    if plan.refiner is None:
        first_stages = () if plan.lite else ("--recogniser", recogniser)
        yield _network(plan, "refiner", REFINER_STEPS, SCENES, first_stages)


def _localizer(plan: Plan, taught: Sequence[str], judged: Sequence[str]) -> Iterator[Part]:
    windows, val = str(plan.out / "windows"), str(plan.out / "windows_left")
    yield Part("windows", _cut(taught, windows, 1))
    yield Part("windows left", _cut(judged, val, 2))
    run = ("--run", str(plan.run("localizer")), "--turns", str(plan.turns))
    told = ("--crops", windows, "--val", val, *run, *plan.begun("localizer"))
    yield Part("localizer", ("models/train_localizer.py", *told), plan.checkpoint("localizer"))


def measured(plan: Plan) -> Iterator[Part]:
    """From the networks to the figures."""
    weights = ("--weights", str(plan.weights))
    tune = _each("--tune", [plan.scenes(name) for name in ("tune", "tune_unseen")])
    yield Part("settings", ("models/fit_detector.py", *weights, *tune))
    evaluate = ("models/evaluate.py", "--thorough", *weights)
    judged = _each("--scenes", plan.judged())
    for name, special in (("figures", ()), ("together", ("--together",))):
        out = ("--out", str(plan.weights / f"{name}.json"))
        yield Part(name, (*evaluate, *judged, *special, *out))
    for folder, scenes in zip(plan.left, plan.judged(), strict=True):
        name, photographs = folder.name, str(plan.out / f"deck_{folder.name}")
        laid = ("datasets/lay_out_deck.py", "--art", str(folder), "--out", photographs)
        yield Part(f"deck {name}", laid)
        told = ("--scenes", scenes, "--deck", photographs)
        out = ("--out", str(plan.weights / f"enrolled_{name}.json"))
        yield Part(f"enrolled {name}", (*evaluate, *told, *out))


def _taught_scenes(plan: Plan) -> Iterator[Part]:
    for seed, (name, shown) in enumerate(SCENES.items(), plan.seed):
        yield from _shown_scenes(plan, name, shown, seed)
    judged = 2  # seeds, of the scenes to choose and to judge by
    yield from _shown_scenes(plan, MANY, MANY_JOKERS, plan.seed + len(SCENES) + judged)


def _shown_scenes(plan: Plan, name: str, shown: Shown, seed: int) -> Iterator[Part]:
    art = plan.art
    if shown.invented:
        decks = plan.out / "invented"
        yield _invented(f"decks {name}", decks, shown.invented, seed)
        art = (*art, *folders(decks, shown.invented, seed))
    yield _made(plan, name, art, shown.count, seed, ("--size", "1280x720", *shown.special))


def _judged_scenes(plan: Plan) -> Iterator[Part]:
    other, as_drawn = plan.seed + len(SCENES), ("--as-drawn",)
    yield _made(plan, "tune", plan.art, TUNE, other, ())
    unseen = plan.out / "unseen"
    yield _invented("unseen decks", unseen, UNSEEN, other)
    yield _made(plan, "tune_unseen", folders(unseen, UNSEEN, other), TUNE_UNSEEN, other, as_drawn)
    for folder in plan.left:
        yield _made(plan, f"left_{folder.name}", (folder,), JUDGE, other + 1, as_drawn)


def _invented(name: str, out: Path, count: int, seed: int) -> Part:
    told = ("--out", str(out), "--count", str(count), "--seed", str(seed))
    return Part(name, ("datasets/invented_deck.py", *told))


def _made(
    plan: Plan, name: str, art: Sequence[Path], count: int, seed: int, special: tuple[str, ...]
) -> Part:
    told = ("--masks", "--count", str(count), "--seed", str(seed), "--out", plan.scenes(name))
    command = ("datasets/make_scenes.py", *_each("--art", map(str, art)), *told, *special)
    return Part(f"scenes {name}", command)


def _cut(scenes: Sequence[str], out: str, seed: int) -> tuple[str, ...]:
    return ("models/cut_crops.py", *_each("--scenes", scenes), "--out", out, "--seed", str(seed))


def _network(
    plan: Plan, name: str, steps: int, shown: Iterable[str], special: tuple[str, ...]
) -> Part:
    run = plan.run(name)
    told = ("--run", str(run), "--steps", str(steps), *special)
    scenes = _each("--scenes", [plan.scenes(each) for each in shown])
    command = (f"models/train_{name}.py", *scenes, *_each("--val", plan.judged()), *told)
    return Part(name, command, plan.checkpoint(name))


def _each(option: str, values: Iterable[str]) -> tuple[str, ...]:
    return tuple(word for value in values for word in (option, value))


def gather(plan: Plan) -> None:
    """Lays the networks into one folder, as the detector expects them."""
    plan.weights.mkdir(exist_ok=True)
    shipped = find_weights()
    for network in ("localizer", "recogniser", "refiner"):
        shutil.copyfile(plan.network(network), plan.weights / f"{network}.onnx")
    shutil.copyfile(shipped.pointer, plan.weights / POINTER)  # no still picture asks it
    for network, name in BESIDE.items():
        shutil.copyfile(plan.reader(network), plan.weights / name)


def carry_out(parts: Iterator[Part], out: Path) -> None:
    """Runs what is not noted as done.

    Raises:
        BadInput: a part failed, or was done otherwise before.
    """
    done = out / "done"
    done.mkdir(parents=True, exist_ok=True)
    for part in parts:
        note, words = done / part.name.replace(" ", "_"), " ".join(part.command)
        if note.exists():
            if note.read_text(encoding="utf-8") != words:
                raise BadInput(f"{note}: {part.name} was made otherwise; expected: {words}")
            continue
        print(f"{part.name}: {words}", flush=True)
        again = ("--resume",) if part.checkpoint and part.checkpoint.exists() else ()
        code = subprocess.run([sys.executable, *part.command, *again], cwd=ROOT).returncode
        if code:
            raise BadInput(f"{part.name}: {part.command[0]} ended with {code}")
        note.write_text(words, encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the figures are written; 2 with one line on standard error where that cannot be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--leave", action="append", required=True, metavar="NAME", help="one of them; repeat")
    add("--out", type=Path, required=True, help="folder for everything")
    add("--turns", type=int, default=TURNS, help="of the localizer's training")
    add("--steps", type=int, default=STEPS, help="of the recogniser's training")
    add("--localizer", type=Path, help="localizer.onnx to take as it is")
    add("--refiner", type=Path, help="refiner.onnx to take as it is")
    add("--begin", type=Path, help="folder of an earlier run to begin with")
    add("--seed", type=int, default=SEED, help="of the scenes; another one shows others")
    add("--networks", type=Path, help="folder of teach_fresh.py, whose networks are measured")
    add("--lite", action="store_true", help="recogniser on a trunk that photographs taught")
    args = parser.parse_args(argv)
    try:
        told = (args.turns, args.steps, args.refiner, args.begin, args.seed, args.networks)
        plan = planned(args.art, args.leave, args.out, *told, args.localizer, lite=args.lite)
        carry_out(trained(plan), plan.out)
        gather(plan)
        carry_out(measured(plan), plan.out)
    except (BadInput, OSError) as error:
        print(f"leave_out: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
