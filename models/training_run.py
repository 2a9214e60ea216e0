"""A run of training under way: its checkpoints, its learning rate, its steps."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from optimizers import optimizers
from peers import ALONE, Peers
from recogniser_net import Block
from scene_faces import BadInput

Each = TypeVar("Each")

AHEAD = 4
"""Batches that are made before they are asked for."""


@dataclass(frozen=True, slots=True)
class RunKnobs:
    """What the steps of any run depend on."""

    steps: int = 2000
    minutes: float | None = None
    """It ends after so many, if any are named; the learning rate falls by what comes first."""
    batch: int = 128
    lr: float = 2e-3
    warmup: int = 80
    """Steps."""
    weight_decay: float = 0.02
    muon: bool = False
    """Whether layers learn by Muon, see `optimizers`; else all do by AdamW."""
    mean_decay: float = 0.99
    """Of the running mean of the weights, a step."""
    seed: int = 5
    threads: int = 1
    """One serves two runs beside each other better than two."""
    clip: float | None = None
    """The most that all gradients together may be, if anything."""
    keep_every: int = 100
    """Steps between checkpoints."""


class Stream(IterableDataset[Any]):
    """What `items` gives, as a loader takes it."""

    def __init__(self, items: Callable[[], Iterator[Any]]) -> None:
        self.items = items

    def __iter__(self) -> Iterator[Any]:
        return self.items()


def ahead(items: Callable[[], Iterator[Each]]) -> Iterator[Each]:
    """What `items` gives, made ahead by a process of its own while the network learns.

    It is begun anew, not forked: threads of a runtime that was loaded before would be dead in it.
    """
    return iter(
        DataLoader(
            Stream(items),
            batch_size=None,
            num_workers=1,
            prefetch_factor=AHEAD,
            multiprocessing_context="spawn",
        )
    )


def losses_of(
    run: "Run",
    seed: int,
    items: Callable[[np.random.Generator], Iterator[Each]],
    loss_of: Callable[[Each], Tensor],
) -> Callable[[], Tensor]:
    """What gives the loss of the next of these items, which are made ahead.

    They are drawn by the seed, by the step from which the run goes on, and by who of its peers
    draws them.
    """
    drawn_by = (seed, run.step, run.peers.rank) if run.peers.rank else (seed, run.step)
    stream = ahead(partial(items, np.random.default_rng(drawn_by)))
    return lambda: loss_of(next(stream))


def begin_with(net: nn.Module, start: Path) -> None:
    """Takes over the weights of a checkpoint; blocks that it lacks begin by adding nothing.

    Raises:
        BadInput: it is of another network.
    """
    answers = net.load_state_dict(torch.load(start, "cpu", weights_only=True)["mean"], strict=False)
    adding = [
        f"{name}."
        for name, module in net.named_modules()
        if isinstance(module, Block) and isinstance(module.around, nn.Identity)
    ]
    lacking = [key for key in answers.missing_keys if not key.startswith(tuple(adding))]
    for key in (*answers.unexpected_keys, *lacking):
        raise BadInput(f"{start}: another network's by its {key}; expected this one's")


class Run:
    """What a checkpoint holds."""

    def __init__(
        self,
        net: nn.Module,
        knobs: RunKnobs,
        start: Path | None,
        device: torch.device,
        peers: Peers = ALONE,
    ) -> None:
        if start:
            begin_with(net, start)
        peers.agree(net)
        self.peers = peers
        self.net = net.to(device, memory_format=torch.channels_last)
        decay = torch.optim.swa_utils.get_ema_multi_avg_fn(knobs.mean_decay)
        self.mean = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=decay, use_buffers=True)
        self.optimizers = optimizers(self.net, knobs.lr, knobs.weight_decay, muon=knobs.muon)
        self.device = device
        self.step = 0

    def save(self, path: Path) -> None:
        """Written whole or not at all."""
        state: dict[str, Any] = {
            "net": self.net.state_dict(),
            "mean": self.mean.module.state_dict(),
            "optimizers": [each.state_dict() for each in self.optimizers],
            "step": self.step,
        }
        torch.save(state, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)

    def load(self, path: Path) -> None:
        """Where the checkpoint left off.

        Raises:
            BadInput: what it learned by is not what this run learns by.
        """
        state = torch.load(path, self.device, weights_only=True)
        if len(state.get("optimizers", ())) != len(self.optimizers):
            raise BadInput(f"{path}: of a run that learned otherwise; begin a new one with --start")
        self.net.load_state_dict(state["net"])
        self.mean.module.load_state_dict(state["mean"])
        for each, theirs in zip(self.optimizers, state["optimizers"], strict=True):
            each.load_state_dict(theirs)
        self.step = state["step"]

    def train(self, loss_of_next: Callable[[], Tensor], knobs: RunKnobs, folder: Path) -> None:
        """Goes on to the last step; checkpoints in folder/last.pt.

        Raises:
            BadInput: the loss is no number any more, and nothing will come of it.
        """
        self.net.train()
        start, begun, gone = time.perf_counter(), self.step, 0.0
        while self.step < knobs.steps and gone < 1:
            for group in (g for each in self.optimizers for g in each.param_groups):
                group["lr"] = knobs.lr * rate(self.step, knobs, gone)
            loss = loss_of_next()
            self.net.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self.peers.share_gradients(self.net)
            if knobs.clip is not None:
                nn.utils.clip_grad_norm_(self.net.parameters(), knobs.clip)
            for each in self.optimizers:
                each.step()
            self.mean.update_parameters(self.net)
            self.step += 1
            seconds = time.perf_counter() - start
            gone = self.peers.told(seconds / 60 / knobs.minutes if knobs.minutes else 0.0)
            if self.peers.rank:
                continue
            if self.step % 50 == 0:
                per_s = (self.step - begun) * knobs.batch * self.peers.count / seconds
                now = loss.item()
                if not np.isfinite(now):
                    raise BadInput(f"step {self.step}: the loss is {now}; a lower --lr may help")
                print(f"step {self.step} loss {now:.3f} {per_s:.0f} a second", flush=True)
            if self.step % knobs.keep_every == 0 or self.step == knobs.steps or gone >= 1:
                self.save(folder / "last.pt")


def rate(step: int, knobs: RunKnobs, gone: float = 0.0) -> float:
    """The learning rate as a share of its highest: a ramp, then a cosine to nothing.

    `gone`: the share of the run's time.
    """
    if step < knobs.warmup:
        return (step + 1) / knobs.warmup
    done = max(gone, (step - knobs.warmup) / max(1, knobs.steps - knobs.warmup))
    return float(0.5 * (1 + np.cos(np.pi * min(1.0, done))))
