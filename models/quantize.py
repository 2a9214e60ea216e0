"""Makes the networks' int8 form, for processors that compute int8 faster than float.

    python models/quantize.py --scenes FOLDER [--scenes ...] [--weights FOLDER]

FOLDER of --weights holds localizer.onnx, refiner.onnx and recogniser.onnx, else the shipped ones;
beside them are written `localizer_int8.xml` and `.bin`, the others' likewise, and
detector_int8.json. They are OpenVINO's own format: it runs an int8 ONNX file of the localizer to
wrong numbers (2026.4), and onnxruntime runs one slower than floats. Ranges are measured by NNCF on
what the networks are given in --scenes, made scenes to train on. Only convolutions become int8: of
the localizer's answer, confidences beside coordinates, and of the recogniser's cosines too little
would be left.
"""

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import cv2

from judge_cards import Case, scene_cases
from scene_faces import BadInput
from vision.boxes import Array
from vision.brightness import brightened
from vision.localizer import Localizer
from vision.pictures import BadPicture
from vision.recogniser import Recogniser
from vision.refiner import Refiner
from vision.runtime import SOURCE, Net, NoRuntime, int8_form, load, planes_of
from vision.weights import CLONE, INT8_NOTE

PICTURES = 84
"""Scenes looked at, as many of each folder."""
INPUTS = 120
"""Of what a network was given there, this many measure its ranges."""
SEED = 5
LONG_SIDE_PX = 1920
"""Of the pictures; two in three are enlarged to it, the others are as made."""
LEAST_CONFIDENCE = 0.15
FLOAT = {
    "localizer": (r"/model\.23/(?!cv).*", r"/model\.(10|22)/.*attn/(?!qkv|proj|pe).*"),
    "refiner": (r"(?!/(stem|near|edges)/).*",),
    "recogniser": (r"(?!/(stem|near|far|squeeze|own/own\.[02])/).*",),
}
"""Nodes that stay as they are: behind the heads' last convolutions, and in between of attention."""


def kept_inputs(net: Net, kept: list[Array], shown: Array) -> tuple[Array, ...]:
    """What the network says; its input is kept."""
    kept.append(shown)
    return net(shown)


def inputs(weights: Path, cases: Sequence[Case]) -> dict[str, list[Array]]:
    """What the networks are given when the detector looks at these pictures."""
    kept: dict[str, list[Array]] = {name: [] for name in FLOAT}
    nets = {
        name: partial(
            kept_inputs,
            load(weights / f"{name}.onnx", numbers="float", pictures=True).net,
            kept[name],
        )
        for name in kept
    }
    localizer = Localizer(nets["localizer"], LEAST_CONFIDENCE)
    refiner, recogniser = Refiner(nets["refiner"]), Recogniser(nets["recogniser"])
    for number, case in enumerate(cases):
        frame = brightened(case.read())
        if number % 3:
            scale = LONG_SIDE_PX / max(frame.shape[:2])
            frame = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        located = refiner.refine(frame, localizer.locate(frame))
        recogniser.recognise(frame, located.quads_px)
    return kept


def chosen(folders: Sequence[Path]) -> list[Case]:
    """PICTURES scenes, as many of each folder."""
    lot = random.Random(SEED)
    cases: list[Case] = []
    for folder in folders:
        some = list(scene_cases(folder))
        cases += lot.sample(some, min(len(some), -(-PICTURES // len(folders))))
    lot.shuffle(cases)
    return cases


def quantized(onnx: Path, shown: Sequence[Array]) -> Any:
    """The OpenVINO model of an ONNX file, its convolutions in int8."""
    nncf: Any = import_module("nncf")
    # Converted, not read: so are a convolution and its activation one, and rounded once.
    model = import_module("openvino").convert_model(onnx)
    some = random.Random(SEED).sample(list(shown), min(INPUTS, len(shown)))
    result = nncf.quantize(
        model,
        nncf.Dataset(some, planes_of),
        preset=nncf.QuantizationPreset.MIXED,
        target_device=nncf.TargetDevice.CPU,
        subset_size=len(some),
        ignored_scope=nncf.IgnoredScope(patterns=list(FLOAT[onnx.stem]), validate=False),
    )
    for note in list(result.rt_info):  # places and times of the machines it was made on
        del result.rt_info[note]
    result.set_rt_info(sha256(onnx), SOURCE)
    return result


def sha256(path: Path) -> str:
    """The hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the files are written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--scenes", type=Path, action="append", required=True, help="of make_scenes.py; repeat")
    add("--weights", type=Path, default=CLONE, help="folder of the networks")
    args = parser.parse_args(argv)
    sources = [args.weights / f"{name}.onnx" for name in FLOAT]
    try:
        given = inputs(args.weights, chosen(args.scenes))
        made: list[Path] = []
        for source in sources:
            xml = int8_form(source)
            model = quantized(source, given[source.stem])
            import_module("openvino").save_model(model, xml, compress_to_fp16=False)
            made += [xml, xml.with_suffix(".bin")]
    except (BadInput, BadPicture, NoRuntime, OSError) as error:
        print(f"quantize: {error}", file=sys.stderr)
        return 2
    note = {"sha256": {path.name: sha256(path) for path in made}}
    (args.weights / INT8_NOTE).write_text(json.dumps(note, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(note, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
