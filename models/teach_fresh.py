"""Teaches localizer and recogniser beside each other on fresh scenes: one command for a GPU.

    python models/teach_fresh.py --art FOLDER ... --out FOLDER --minutes M [--workers N] \\
        [--leave NAME ...] [--network NAME ...] [--localizer FILE] [--start EARLIER] \\
        [--lite] [--invented N] [--each N] [--memory /dev/shm] [--seed N]

Invents decks, has fresh_scenes.py make scenes in these and in those of --art, and teaches the
networks on them until the minutes are over. What comes of it lies in `run_localizer/` and
`run_recogniser/` of --out. --leave: beside them others are taught that never see this deck of
--art, from the same scenes but for those that show it, in `without-NAME/` of --out, where
leave_out.py --networks finds them. --network: only this one, of all. --localizer: an ONNX file or
a checkpoint, whose boxes half of the crops are cut by. --lite: recognisers on a trunk that
photographs taught. --start: the --out of an earlier run, whose
networks these begin with. A scene maker that fails ends all, and its last words are told, for a
GPU waits for nothing; a network that fails is told of at once, and the others go on.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from child_processes import LOOK_EVERY_S, Child, check, killed_at_the_end, started, wait_for
from fresh_scenes import EACH
from make_scenes import count
from scene_faces import BadInput

NETWORKS = {"localizer": "--windows", "recogniser": "--crops"}
"""And what fresh_scenes.py calls that which they learn from."""
DECKS = "decks"
"""The folder of those that are invented."""
WORKERS = 13
"""Beside two trainings, on 16 cores."""
INVENTED = 176
"""Decks: sixteen cores draw them in twenty seconds."""
STEPS = "1000000"
"""More than there is time for."""
GENTLY = "1.5e-3"
"""Highest learning rate of networks that do not begin with nothing."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One network that is taught."""

    network: str
    """One of NETWORKS."""
    left: str | None = None
    """The deck that it never sees, if there is one."""

    @property
    def name(self) -> str:
        """Of its process."""
        return f"{self.network}-without-{self.left}" if self.left else self.network

    @property
    def exports(self) -> bool:
        """Whether its training leaves a checkpoint alone, which is no ONNX file yet."""
        return self.network == "localizer"

    def run(self, out: Path) -> Path:
        """Where what comes of it lies in a run's `out`."""
        folder = out / f"without-{self.left}" if self.left else out
        return folder.resolve() / f"run_{self.network}"

    def checkpoint(self, out: Path) -> Path:
        """The file that another training may begin with."""
        return self.run(out) / ("run/weights/last.pt" if self.exports else "last.pt")

    def fresh(self, memory: Path) -> Path:
        """Where lies what it learns from."""
        return memory / self.name

    def export_words(self, out: Path) -> tuple[str, ...]:
        """What localizer_export.py is told."""
        told = ("--weights", str(self.checkpoint(out)))
        return ("models/localizer_export.py", *told, "--out", str(self.run(out) / "localizer.onnx"))


@dataclass(frozen=True, slots=True)
class Maker:
    """Processes that make scenes."""

    name: str
    art: tuple[Path, ...]
    learners: tuple[Learner, ...]
    """Who may see these."""
    workers: int
    seed: int

    def has_begun(self, memory: Path) -> bool:
        """Whether all who learn from it are told what it makes scenes of."""
        told = (learner.fresh(memory) / f"recipe-{self.seed}.json" for learner in self.learners)
        return all(path.is_file() for path in told)


def learners(args: argparse.Namespace) -> tuple[Learner, ...]:
    """The networks that are asked for: those that see every deck, then those that lack one."""
    networks = args.network or list(NETWORKS)
    return tuple(Learner(network, left) for left in (None, *args.leave) for network in networks)


def makers(args: argparse.Namespace) -> tuple[Maker, ...]:
    """Who makes scenes: half of the workers such as all networks may see, if any deck is left out.

    Raises:
        BadInput: a deck of --leave is none of --art, or there is nobody to make scenes in it.
    """
    art = {folder.resolve().name: folder for folder in args.art}
    for name in args.leave:
        if name not in art:
            raise BadInput(f"--leave {name}: not one of --art, {', '.join(art)}")
        if args.leave.count(name) > 1:
            raise BadInput(f"--leave {name}: named more than once")
    kept = tuple(folder for name, folder in art.items() if name not in args.leave)
    everyone = learners(args)
    each = args.workers // (2 * len(args.leave)) if args.leave else 0
    if args.leave and not each:
        raise BadInput(f"--workers {args.workers}: expected {2 * len(args.leave)} or more")
    found = [Maker("scenes", kept, everyone, args.workers - each * len(args.leave), args.seed)]
    for k, name in enumerate(args.leave, 1):
        some = tuple(learner for learner in everyone if learner.left != name)
        found.append(Maker(f"scenes-with-{name}", (art[name], *kept), some, each, args.seed + k))
    return tuple(found)


def deck_words(args: argparse.Namespace, decks: Path) -> tuple[str, ...]:
    """What invented_deck.py is told."""
    told = ("--count", str(args.invented), "--seed", str(args.seed), "--workers", str(args.workers))
    return ("datasets/invented_deck.py", "--out", str(decks), *told)


def scene_words(args: argparse.Namespace, maker: Maker, memory: Path) -> tuple[str, ...]:
    """What fresh_scenes.py is told."""
    art = (word for folder in maker.art for word in ("--art", str(folder.resolve())))
    decks = ("--beside", str(memory / DECKS), "--each", str(args.each)) if args.invented else ()
    mined = ("--localizer", str(args.localizer.resolve())) if args.localizer else ()
    places = (
        word
        for learner in maker.learners
        for word in (NETWORKS[learner.network], str(learner.fresh(memory)))
    )
    told = ("--seed", str(maker.seed), "--workers", str(maker.workers))
    return ("models/fresh_scenes.py", *art, *decks, *mined, *places, *told)


def network_words(args: argparse.Namespace, learner: Learner, memory: Path) -> tuple[str, ...]:
    """What the training of this network is told."""
    told = ("--fresh", str(learner.fresh(memory)), "--run", str(learner.run(args.out)))
    begun: tuple[str, ...] = ()
    if args.start:
        begun = ("--start", str(learner.checkpoint(args.start)), "--lr", GENTLY)
    minutes = ("--minutes", str(args.minutes), "--steps", STEPS)
    trunk = ("--lite",) if args.lite and learner.network == "recogniser" else ()
    return (f"models/teach_{learner.network}.py", *told, *trunk, *minutes, *begun)


def taught(args: argparse.Namespace, memory: Path) -> None:
    """All networks in --out; `memory`: a folder for what is laid down meanwhile.

    Raises:
        BadInput: an option is wrong, or one of the processes failed.
    """
    everyone, made_by = learners(args), makers(args)
    for learner in everyone:
        if args.start and not learner.checkpoint(args.start).is_file():
            raise BadInput(f"--start: no {learner.checkpoint(args.start)}; expected a checkpoint")
    with killed_at_the_end() as children:

        def begin(name: str, command: Sequence[str]) -> Child:
            children.append(started(command, name, args.out))
            return children[-1]

        if args.invented:
            wait_for([begin("decks", deck_words(args, memory / DECKS))])
        scenes = [begin(maker.name, scene_words(args, maker, memory)) for maker in made_by]
        while not all(maker.has_begun(memory) for maker in made_by):
            check(scenes)
            time.sleep(LOOK_EVERY_S)
        learning = {each: begin(each.name, network_words(args, each, memory)) for each in everyone}
        try:
            wait_for(list(learning.values()), watched=scenes)
        finally:
            well = [each for each, child in learning.items() if child.process.poll() == 0]
            wait_for(
                [begin(f"export-{e.name}", e.export_words(args.out)) for e in well if e.exports]
            )
        (everyone[0].fresh(memory) / "over").touch()  # all scene makers fill this folder
        wait_for(scenes)


def main(argv: Sequence[str] | None = None) -> int:
    """0 when all networks are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="folder for networks and logs")
    add("--minutes", type=float, required=True, help="how long the networks learn")
    add("--invented", type=count, default=INVENTED, help="decks that nobody drew, beside --art")
    add("--each", type=count, default=EACH, help="of these in a scene")
    add("--workers", type=count, default=WORKERS, help="processes that make scenes")
    add("--localizer", type=Path, help="whose boxes crops are cut by")
    add("--leave", action="append", default=[], metavar="NAME", help="deck for others; repeat")
    add("--network", action="append", choices=tuple(NETWORKS), help="of all only this; repeat")
    add("--lite", action="store_true", help="recognisers on a trunk that photographs taught")
    add("--start", type=Path, metavar="EARLIER", help="--out of the run to go on from")
    add("--memory", type=Path, default=Path("/dev/shm"), help="a folder that is fast")
    add("--seed", type=count, default=1)
    args = parser.parse_args(argv)
    memory = None
    try:
        if args.minutes <= 0:
            raise BadInput(f"--minutes {args.minutes:g}: expected more than 0")
        args.out.mkdir(parents=True, exist_ok=True)
        memory = Path(tempfile.mkdtemp(prefix="fresh-", dir=args.memory.resolve()))
        taught(args, memory)
    except (BadInput, OSError) as error:
        print(f"teach_fresh: {error}", file=sys.stderr)
        return 2
    finally:
        if memory is not None:
            shutil.rmtree(memory, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
