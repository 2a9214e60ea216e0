"""What really happened in a filmed game, in the form of `hwatu review --json`."""

from typing import Any

from game_evening import Sale, Seated
from game_table import Stage, Times
from scorer.replay import replay_json


def truth(rounds: tuple[Seated, ...], stage: Stage, video: str, frames: int) -> dict[str, Any]:
    """The rounds as the rules replay them, with the times at which their turns came to rest."""
    return {
        "video": video,
        "seconds": round(stage.seconds, 3),
        "frames": frames,
        "rules": rounds[0].game.replay.record.rules.name,
        "rounds": [
            _round(seated, times) for seated, times in zip(rounds, stage.rounds, strict=True)
        ],
    }


def _round(seated: Seated, times: Times) -> dict[str, Any]:
    told = replay_json(seated.game.replay)
    pairs = zip(told["turns"], times.turns_s, strict=True)
    sold = {"sold": [_sold(each) for each in seated.sales]} if seated.sales else {}
    return {
        "start_s": round(times.start_s, 3),
        "end_s": round(times.end_s, 3),
        **{key: each for key, each in told.items() if key != "rules"},
        "turns": [{"time_s": round(time_s, 3), **turn} for turn, time_s in pairs],
        **sold,
    }


def _sold(sale: Sale) -> dict[str, Any]:
    """What somebody who sat out sold, and who paid it."""
    return {
        "seller": sale.seller,
        "cards": [each.face for each in sale.brights],
        "transfers": {name: much for name, much in sale.paid if much},
    }
