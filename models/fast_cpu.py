"""An ultralytics trainer that is 2 to 3 times as fast on a CPU, and counts its work in short turns.

Where a CPU is quick at bf16 it trains in bf16 autocast with channels_last (without, bf16 is slower
than fp32).
One `epoch` of ultralytics is here one turn: so many pictures of an endless shuffled run through the
data. So checkpoints come often and the learning rate changes often, however large the data is.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from typing import Any

import torch

import cpu_torchvision
from vision.processor import this_processor
from vision.runtime import default_threads

TORCHVISION = cpu_torchvision.install()
# Only now can ultralytics be imported; it does not say which of its names are public or typed.
_engine: Any = import_module("ultralytics.engine.trainer")
_loading: Any = import_module("ultralytics.data.build")
_obb: Any = import_module("ultralytics.models.yolo.obb")


@cache
def has_fast_bf16() -> bool:
    """Whether this CPU trains faster in bf16; emulated, or in vectors of Intel's, it does not."""
    return this_processor(import_module("openvino").Core()).bf16_pays


def _cpu_autocast(enabled: object, device: str = "cpu") -> AbstractContextManager[object]:
    """Stands in for ultralytics' own, which refuses bf16 on a CPU."""
    if device == "cpu":
        return torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_fast_bf16())
    dtype = enabled if isinstance(enabled, torch.dtype) else None
    return torch.autocast(device, dtype=dtype, enabled=bool(enabled))


_engine.autocast = _cpu_autocast


class Turns(torch.utils.data.Sampler[int]):
    """Each pass gives the next turn of an endless run through the data, shuffled anew each round.

    >>> turns = Turns(count=4, per_turn=3, seed=1)
    >>> first, second = list(turns), list(turns)
    >>> sorted([*first, *second][:4])
    [0, 1, 2, 3]
    """

    def __init__(self, count: int, per_turn: int, seed: int) -> None:
        self.count, self.per_turn, self.seed = count, per_turn, seed
        self.turn = 0
        """The next one; set it to go on where a run was broken off."""

    def __len__(self) -> int:
        return self.per_turn

    def __iter__(self) -> Iterator[int]:
        start = self.turn * self.per_turn
        self.turn += 1
        orders: dict[int, list[int]] = {}
        for i in range(start, start + self.per_turn):
            lap, at = divmod(i, self.count)
            if lap not in orders:
                shuffler = torch.Generator().manual_seed(self.seed + lap)
                orders[lap] = torch.randperm(self.count, generator=shuffler).tolist()
            yield orders[lap][at]


class TurnTrainer(_obb.OBBTrainer):  # type: ignore[misc]
    """OBBTrainer with turns; set `per_turn` on a subclass."""

    per_turn = 1000
    model: Any

    def get_dataloader(
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> Any:
        """The loader of ultralytics for validation, one by turns for training."""
        if mode != "train":
            return super().get_dataloader(dataset_path, batch_size, rank, mode)
        dataset = self.build_dataset(dataset_path, mode, batch_size)
        self.turns = Turns(len(dataset), self.per_turn, self.args.seed)
        workers = 0 if self.device.type == "cpu" else self.args.workers
        return _loading.InfiniteDataLoader(
            dataset,
            batch_size=batch_size,
            sampler=self.turns,
            num_workers=workers,
            collate_fn=dataset.collate_fn,
            worker_init_fn=_loading.seed_worker,
            drop_last=True,
        )

    def _setup_train(self, *args: Any, **kwargs: Any) -> Any:
        result = super()._setup_train(*args, **kwargs)
        # ultralytics leaves one core idle: of two, half.
        torch.set_num_threads(default_threads())
        self.turns.turn = self.start_epoch
        if self.device.type == "cpu":
            self.model = self.model.to(memory_format=torch.channels_last)
        return result

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The batch as ultralytics wants it, its pictures in channels_last on a CPU."""
        batch = super().preprocess_batch(batch)
        if self.device.type == "cpu":
            batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch
