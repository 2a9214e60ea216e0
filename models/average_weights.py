"""A network halfway between two: the mean of the weights of two ONNX files of one shape.

    python models/average_weights.py --one models/localizer.onnx --other RUN/localizer.onnx \\
        --out localizer.onnx [--share 0.5]

A network that was taught on from the other keeps most of what it learned on the way back to where
it began, and most of what it would have forgotten: pictures unlike those it was taught on. All
normalisations are parts of convolutions in these files, so nothing need be measured anew.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import scene_maker_path  # noqa: F401  # before the modules of datasets/
from scene_faces import BadInput

UNLIKE = "of another shape than {one}; expected a network taught on from it"


def convolved(graph: Any) -> list[str]:
    """The names of weights and biases of the convolutions, in the order they are applied."""
    return [name for node in graph.node if node.op_type == "Conv" for name in node.input[1:]]


def lengths_told_anew(graph: Any) -> None:
    """Where rows are divided by lengths that are kept beside them, those of the rows of now.

    The recogniser's prototypes are: the mean of two is shorter than the mean of their lengths.
    """
    numpy_helper: Any = import_module("onnx").numpy_helper
    kept = {each.name: each for each in graph.initializer}
    made = {name: node for node in graph.node for name in node.output}

    def source(name: str) -> str:
        while name in made and made[name].input:
            name = made[name].input[0]
        return name

    for node in graph.node:
        if node.op_type == "Div" and all(source(name) in kept for name in node.input):
            rows, lengths = (kept[source(name)] for name in node.input)
            told = np.linalg.norm(numpy_helper.to_array(rows), axis=1, keepdims=True)
            lengths.CopyFrom(numpy_helper.from_array(told, lengths.name))


def averaged(one: Path, other: Path, share: float) -> Any:
    """The other network with so much of the one's weights; BadInput where their shapes differ."""
    onnx: Any = import_module("onnx")
    to_array, from_array = onnx.numpy_helper.to_array, onnx.numpy_helper.from_array
    first, second = onnx.load(one), onnx.load(other)
    of_one = {each.name: to_array(each) for each in first.graph.initializer}
    of_other = {each.name: each for each in second.graph.initializer}
    mine, its = convolved(first.graph), convolved(second.graph)
    if len(mine) != len(its):
        raise BadInput(f"{other}: {UNLIKE.format(one=one)}")
    told = dict(zip(its, mine, strict=True))
    # What is no convolution's keeps its name, if it was learned at all.
    told |= {name: name for name in of_one.keys() & of_other.keys() - told.keys()}
    for name, named in told.items():
        weights, taught = of_one[named], to_array(of_other[name])
        if weights.shape != taught.shape:
            raise BadInput(f"{other}: {name} is {UNLIKE.format(one=one)}")
        if weights.dtype == np.float32:
            mean = (share * weights + (1 - share) * taught).astype(np.float32)
            of_other[name].CopyFrom(from_array(mean, name))
    lengths_told_anew(second.graph)
    return second


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the file is written; 2 with one line on standard error on bad input."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--one", type=Path, required=True, help="ONNX file")
    add("--other", type=Path, required=True, help="ONNX file of a network taught on from it")
    add("--out", type=Path, required=True)
    add("--share", type=float, default=0.5, help="of the one, 0 to 1")
    args = parser.parse_args(argv)
    if not 0 <= args.share <= 1:
        parser.error(f"--share {args.share}: expected 0 to 1")
    try:
        import_module("onnx").save(averaged(args.one, args.other, args.share), args.out)
    except (BadInput, OSError) as error:
        print(f"average_weights: {error}", file=sys.stderr)
        return 2
    print(f"{args.out}: {args.share:.0%} of {args.one}, the rest of {args.other}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
