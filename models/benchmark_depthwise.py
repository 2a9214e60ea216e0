"""Times the trunk that photographs taught as it learns in bf16: with depthwise.py and without.

    python models/benchmark_depthwise.py [--crops 64] [--steps 4]

On one thread, in turns, in one run; the fewest milliseconds of all steps, forth and back. Where
bf16 does not pay (see fast_cpu.py) nothing learns in it.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from unittest.mock import patch

import torch
from torch import Tensor, nn

from depthwise import Depthwise
from lite_net import LiteRecogniser
from train_recogniser import CROP_SHAPE
from vision.faces import OUTPUTS


def step_ms(net: LiteRecogniser, crops: Tensor) -> float:
    """One step forth and back."""
    start = time.perf_counter()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        embedding, _, _ = net.features(crops)
    net.logits(embedding).square().mean().backward()
    return (time.perf_counter() - start) * 1000


def plainly(step: Callable[[], float]) -> float:
    """The same step by torch's own convolutions."""
    with patch.object(Depthwise, "forward", nn.Conv2d.forward):
        return step()


def main(argv: Sequence[str] | None = None) -> int:
    """0 when the times are printed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--crops", type=int, default=64, help="a step")
    parser.add_argument("--steps", type=int, default=4, help="of each")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    net = LiteRecogniser(OUTPUTS).to(memory_format=torch.channels_last).train()
    crops = torch.rand(args.crops, *CROP_SHAPE).contiguous(memory_format=torch.channels_last)
    quick, plain = [], []
    for _ in range(args.steps):
        quick.append(step_ms(net, crops))
        plain.append(plainly(lambda: step_ms(net, crops)))
    print(f"a step of {args.crops} crops, one thread, bf16: {min(quick):.0f} ms")
    print(f"by torch's own convolutions: {min(plain):.0f} ms, {min(plain) / min(quick):.1f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
