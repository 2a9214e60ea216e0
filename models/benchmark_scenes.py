"""Times the scene maker beside the recogniser's training that its scenes feed.

    python models/benchmark_scenes.py --art FOLDER [--art ...] [--scenes 40] [--steps 20]

Both on one thread, one after the other, in one run. The ratio says how many crops one core makes
while another learns one: from 1 on making is not the bottleneck, and a training that sees each
scene several times needs less.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from made_scenes import read_scene, scene_files
from make_scenes import Job, count, make_all
from optimizers import optimizers
from recogniser_data import Sample, taught
from recogniser_net import Recogniser
from scene_faces import Art, BadInput, load_art
from train_recogniser import KNOBS, loss_of
from vision.faces import OUTPUTS

SIZE_PX = (1280, 720)
"""As training takes them."""
SEED = 1


def makes(arts: Sequence[Art], scenes: int, folder: Path) -> tuple[float, list[Sample]]:
    """The seconds it took to make these scenes, and the crops that they teach by."""
    job = Job(
        out=folder,
        count=scenes,
        first=0,
        seed=SEED,
        size_px=SIZE_PX,
        difficulty="mixed",
        card_px=None,
        as_drawn=False,
        jokers=0,
        yolo_obb=False,
        masks=True,
        min_visible=0.2,
    )
    seconds = make_all(arts, job)
    rng = np.random.default_rng(SEED)
    return seconds, [crop for path in scene_files(folder) for crop in taught(read_scene(path), rng)]


def learns(crops: Sequence[Sample], steps: int) -> float:
    """The seconds that so many steps of a training take, after one that is not counted."""
    device = torch.device("cpu")
    net = Recogniser(OUTPUTS, KNOBS.shape).to(device, memory_format=torch.channels_last).train()
    ways = optimizers(net, KNOBS.lr, KNOBS.weight_decay, muon=KNOBS.muon)
    rng, start = np.random.default_rng(SEED), 0.0
    for step in range(steps + 1):
        if step == 1:
            start = time.perf_counter()
        batch = [crops[i] for i in rng.integers(len(crops), size=KNOBS.batch)]
        net.zero_grad()
        loss = loss_of(net, batch, KNOBS, device)
        loss.backward()
        for way in ways:
            way.step()
    return time.perf_counter() - start


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the rates are printed; 2 with one line on standard error when the input is bad."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--art", type=Path, action="append", required=True, help="folder of card pictures; repeat")
    add("--scenes", type=count, default=40)
    add("--steps", type=count, default=20)
    args = parser.parse_args(argv)
    if not args.scenes or not args.steps:
        parser.error("--scenes and --steps: at least 1")
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    try:
        arts = [load_art(folder) for folder in args.art]
        with tempfile.TemporaryDirectory() as folder:
            making, crops = makes(arts, args.scenes, Path(folder))
        if not crops:
            raise BadInput("no card is to be seen in so few scenes; expected more --scenes")
    except (BadInput, OSError) as error:
        print(f"benchmark_scenes: {error}", file=sys.stderr)
        return 2
    made = len(crops) / making
    learnt = args.steps * KNOBS.batch / learns(crops, args.steps)
    print(f"made     {args.scenes / making:6.1f} scenes/s, {made:6.0f} crops/s that are taught")
    print(f"learnt   {learnt:6.0f} crops/s by the recogniser")
    print(f"ratio    {made / learnt:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
