"""A checkpoint to go on training from, made out of the ONNX file of a trained network.

    python models/begin_again.py --network recogniser --scenes FOLDER --out last.pt
    python models/begin_again.py --network localizer --crops FOLDER --out last.pt
    python models/begin_again.py --network pointer --films FOLDER --out last.pt

Checkpoints are large and stay where they were made; the ONNX files are kept. What comes of one
answers as it does, and is what the training's --start takes. Its normalisation is measured on what
the network is shown: windows of cut_crops.py, moments of film_hands.py, or crops of make_scenes.py
(mined, for the refiner).
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

import pointer_data
import refiner_data
import train_localizer
import train_refiner
from lite_net import LiteRecogniser
from made_scenes import scene_files
from pointer_net import PointerNet
from recogniser_data import batches
from recogniser_net import Recogniser
from refiner_net import Refiner
from scene_faces import BadInput
from train_recogniser import tensors
from unfolding import Folded, read_onnx, unfold
from vision.faces import OUTPUTS
from vision.localizer import shown
from vision.pictures import BadPicture, read_picture
from vision.runtime import planes_of

CROPS, AT_A_TIME = 768, 64
"""Crops that normalisation is measured on, and how many at a time."""
WINDOWS, WINDOWS_AT_A_TIME = 96, 8
"""The same of the localizer's, which are larger."""
MOMENTS, MOMENTS_AT_A_TIME = 192, 24
"""And of the pointer's."""
SHOWN = {
    "localizer": "crops",
    "refiner": "scenes",
    "recogniser": "scenes",
    "pointer": "films",
}
"""The networks, and the option that names what each is shown."""
AGREES = 5e-3
"""How far the checkpoint's answers may be from the ONNX file's, as a share of the largest.

What was taken back wrongly is off by far more."""


def shown_crops(network: str, folders: Sequence[Path]) -> Iterator[Tensor]:
    """What the recogniser or the refiner is shown of made scenes, batch by batch."""
    paths = [path for folder in folders for path in scene_files(folder)]
    rng, cpu = np.random.default_rng(1), torch.device("cpu")
    if network == "recogniser":
        stream = (tensors(some, cpu)[0] for some in batches(paths, AT_A_TIME, CROPS, rng))
    else:
        mined = refiner_data.batches(paths, AT_A_TIME, CROPS, rng)
        stream = (train_refiner.shown(some, cpu) for some in mined)
    return islice(stream, CROPS // AT_A_TIME)


def shown_windows(folders: Sequence[Path]) -> Iterator[Tensor]:
    """What the localizer is shown of windows, batch by batch; BadInput where there are too few."""
    paths = [path for folder in folders for path in sorted((folder / "images").glob("*.jpg"))]
    if len(paths) < WINDOWS:
        raise BadInput(f"{folders[0]}: {len(paths)} images/*.jpg; expected {WINDOWS} or more")
    order = np.random.default_rng(1).permutation(len(paths))[:WINDOWS]
    for some in order.reshape(-1, WINDOWS_AT_A_TIME):
        read = [planes_of(shown(read_picture(paths[i]))) for i in some]
        yield torch.from_numpy(np.concatenate(read))


def shown_moments(folders: Sequence[Path]) -> Iterator[Tensor]:
    """What the pointer is shown of filmed games, batch by batch."""
    paths = [path for folder in folders for path in pointer_data.film_files(folder)]
    moments = [moment for path in paths for moment in pointer_data.read_moments(path)]
    stream = pointer_data.batches(moments, MOMENTS_AT_A_TIME, np.random.default_rng(1))
    for planes_shown, _ in islice(stream, MOMENTS // MOMENTS_AT_A_TIME):
        yield torch.from_numpy(planes_shown).float()


def shown_to(network: str, folders: Sequence[Path]) -> Iterator[Tensor]:
    """What this network is shown of these folders, batch by batch."""
    if network == "localizer":
        return shown_windows(folders)
    if network == "pointer":
        return shown_moments(folders)
    return shown_crops(network, folders)


def empty(network: str, folded: Folded) -> nn.Module:
    """The network of this file before it was taught anything."""
    if network == "refiner":
        return Refiner()
    if network == "recogniser":
        # What is never taught keeps its name.
        lite = folded.convolution("stem.1") is not None
        return LiteRecogniser(OUTPUTS) if lite else Recogniser(OUTPUTS)
    if network == "pointer":
        return PointerNet()
    with tempfile.TemporaryDirectory() as folder:
        told = train_localizer.write_net(Path(folder), train_localizer.KNOBS)
        net: nn.Module = import_module("ultralytics").YOLO(told, task="obb").model
    return net


def checkpoint(network: str, net: nn.Module) -> dict[str, Any]:
    """As --start of the network's training takes it."""
    if network == "localizer":
        return {"model": net, "epoch": -1, "ema": None, "optimizer": None, "train_args": {}}
    return {"mean": net.state_dict()}


def off_by(net: nn.Module, onnx: Path, shown: Tensor) -> float:
    """The most that the first answer differs from the ONNX file's, as a share of the largest."""
    session = import_module("onnxruntime").InferenceSession(
        onnx, providers=["CPUExecutionProvider"]
    )
    expected = session.run(None, {session.get_inputs()[0].name: shown.numpy()})[0]
    with torch.no_grad():
        answer = net.eval()(shown)
    got = (answer if isinstance(answer, Tensor) else answer[0]).numpy()
    return float(np.abs(got - expected).max() / np.abs(expected).max())


def begin_again(network: str, onnx: Path, shown: Sequence[Tensor]) -> nn.Module:
    """The network with the weights of this file; BadInput where it is not the network's."""
    folded = read_onnx(onnx)
    net = empty(network, folded)
    unfold(net, folded, shown)
    off = off_by(net, onnx, shown[0])
    if off > AGREES:
        raise BadInput(f"{onnx}: what came of it answers otherwise, by {off:.2g} of the largest")
    return net


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the checkpoint is written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--network", choices=tuple(SHOWN), required=True)
    add("--onnx", type=Path, help="its ONNX file; the shipped one where none is named")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--scenes", type=Path, action="append", help="made scenes; repeat")
    source.add_argument("--crops", type=Path, action="append", help="windows of them; repeat")
    source.add_argument("--films", type=Path, action="append", help="filmed games; repeat")
    add("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    folders = getattr(args, SHOWN[args.network])
    if not folders:
        parser.error(f"the {args.network} is shown --{SHOWN[args.network]}")
    onnx = args.onnx or Path(__file__).with_name(f"{args.network}.onnx")
    cv2.setNumThreads(1)
    try:
        shown = list(shown_to(args.network, folders))
        torch.save(checkpoint(args.network, begin_again(args.network, onnx, shown)), args.out)
    except (BadInput, BadPicture, OSError) as error:
        print(f"begin_again: {error}", file=sys.stderr)
        return 2
    print(f"{args.out}: answers as {onnx}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
