"""Teaches localizer and recogniser beside each other on fresh scenes: one command for a GPU.

    python models/teach_fresh.py --art FOLDER ... --out FOLDER --minutes M [--workers N] \\
        [--invented N] [--each N] [--localizer FILE] [--start-localizer last.pt] \\
        [--start-recogniser last.pt] [--memory /dev/shm] [--seed N]

Invents decks, has fresh_scenes.py make scenes in these and in those of --art, and teaches both
networks on them until the minutes are over. --localizer: an ONNX file or a checkpoint, whose boxes
half of the crops are cut by. What comes of it lies in `run_localizer/` and `run_recogniser/` of
--out, where leave_out.py --networks finds it. As soon as one process fails, all end, and its last
words are told: a GPU waits for nothing.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from fresh_scenes import EACH
from make_scenes import count
from scene_faces import BadInput

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 13
"""Beside two trainings, on 16 cores."""
INVENTED = 176
"""Decks: sixteen cores draw them in twenty seconds."""
STEPS = "1000000"
"""More than there is time for."""
GENTLY = "1.5e-3"
"""Highest learning rate of networks that do not begin with nothing."""
LOOK_EVERY_S = 0.5


@dataclass(frozen=True, slots=True)
class Child:
    """A process of this run, and where its words go."""

    name: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def has_failed(self) -> bool:
        """Whether it ended, and not well."""
        return bool(self.process.poll())

    def last_words(self) -> str:
        """The last line that it wrote."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "without a word")


def started(command: Sequence[str], name: str, out: Path) -> Child:
    """A process that runs a script of this project; its words go to `out`/`name`.log."""
    log = out / f"{name}.log"
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    told = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as words:
        python = [sys.executable, *command]
        process = subprocess.Popen(python, cwd=ROOT, env=told, stdout=words, stderr=words)
    return Child(name, process, log)


def check(children: Sequence[Child]) -> None:
    """Nothing where all is well; BadInput names the first that failed."""
    for child in children:
        if child.has_failed():
            raise BadInput(f"{child.name} ended with {child.process.poll()}: {child.last_words()}")


def wait_for(children: Sequence[Child], watched: Sequence[Child] = ()) -> None:
    """Until all of these have ended; BadInput as soon as one of them or of `watched` failed."""
    while any(child.process.poll() is None for child in children):
        check((*children, *watched))
        time.sleep(LOOK_EVERY_S)
    check((*children, *watched))


@contextmanager
def killed_at_the_end() -> Iterator[list[Child]]:
    """A list of children; however it ends, none outlives it."""
    children: list[Child] = []
    try:
        yield children
    finally:
        for child in children:
            child.process.terminate()
        for child in children:
            with suppress(subprocess.TimeoutExpired):
                child.process.wait(10)
            child.process.kill()


def deck_words(args: argparse.Namespace, decks: Path) -> tuple[str, ...]:
    """What invented_deck.py is told."""
    told = ("--out", str(decks), "--count", str(args.invented), *shared_words(args))
    return ("datasets/invented_deck.py", *told)


def scene_words(args: argparse.Namespace, decks: Path, laid: Mapping[str, Path]) -> tuple[str, ...]:
    """What fresh_scenes.py is told."""
    art = (word for folder in args.art for word in ("--art", str(folder.resolve())))
    beside = ("--beside", str(decks), "--each", str(args.each)) if args.invented else ()
    mined = ("--localizer", str(args.localizer.resolve())) if args.localizer else ()
    places = ("--windows", str(laid["localizer"]), "--crops", str(laid["recogniser"]))
    return ("models/fresh_scenes.py", *art, *beside, *mined, *places, *shared_words(args))


def network_words(args: argparse.Namespace, network: str, fresh: Path) -> tuple[str, ...]:
    """What the training of this network is told."""
    run = str(args.out.resolve() / f"run_{network}")
    told = ("--fresh", str(fresh), "--run", run, "--minutes", str(args.minutes))
    start = getattr(args, f"start_{network}")
    begun = ("--start", str(start.resolve()), "--lr", GENTLY) if start else ()
    return (f"models/teach_{network}.py", *told, "--steps", STEPS, *begun)


def shared_words(args: argparse.Namespace) -> tuple[str, ...]:
    """What all who make something are told."""
    return ("--seed", str(args.seed), "--workers", str(args.workers))


def taught(args: argparse.Namespace, memory: Path) -> None:
    """Both networks in --out; `memory`: a folder for what is laid down meanwhile.

    Raises:
        BadInput: one of the processes failed.
    """
    out, decks = args.out.resolve(), memory / "decks"
    laid = {"localizer": memory / "windows", "recogniser": memory / "crops"}
    with killed_at_the_end() as children:

        def begin(name: str, command: Sequence[str]) -> Child:
            children.append(started(command, name, out))
            return children[-1]

        if args.invented:
            wait_for([begin("decks", deck_words(args, decks))])
        scenes = begin("scenes", scene_words(args, decks, laid))
        while not all(list(folder.glob("recipe-*.json")) for folder in laid.values()):
            check([scenes])
            time.sleep(LOOK_EVERY_S)
        learners = [begin(name, network_words(args, name, laid[name])) for name in laid]
        wait_for(learners, watched=[scenes])
        (laid["recogniser"] / "over").touch()
        run = out / "run_localizer"
        told = ("--weights", f"{run}/run/weights/last.pt", "--out", f"{run}/localizer.onnx")
        wait_for([scenes, begin("export", ("models/localizer_export.py", *told))])


def main(argv: Sequence[str] | None = None) -> int:
    """0 when both networks are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--out", type=Path, required=True, help="folder for networks and logs")
    add("--minutes", type=float, required=True, help="how long the networks learn")
    add("--invented", type=count, default=INVENTED, help="decks that nobody drew, beside --art")
    add("--each", type=count, default=EACH, help="of these in a scene")
    add("--workers", type=count, default=WORKERS, help="processes that make scenes")
    add("--localizer", type=Path, help="whose boxes crops are cut by")
    add("--start-localizer", type=Path, help="last.pt to begin with")
    add("--start-recogniser", type=Path, help="last.pt to begin with")
    add("--memory", type=Path, default=Path("/dev/shm"), help="a folder that is fast")
    add("--seed", type=count, default=1)
    args = parser.parse_args(argv)
    memory = None
    try:
        if args.minutes <= 0:
            raise BadInput(f"--minutes {args.minutes:g}: expected more than 0")
        args.out.mkdir(parents=True, exist_ok=True)
        memory = Path(tempfile.mkdtemp(prefix="fresh-", dir=args.memory))
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
