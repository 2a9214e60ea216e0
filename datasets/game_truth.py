"""What really happened in a filmed game, in the form of `hwatu review --json`."""

from typing import Any

from game_play import Game
from game_table import Stage
from scorer.replay import replay_json


def truth(game: Game, stage: Stage, video: str, frames: int) -> dict[str, Any]:
    """The round as the rules replay it, with the times at which its turns came to rest."""
    told = replay_json(game.replay)
    pairs = zip(told["turns"], stage.turn_times_s, strict=True)
    turns = [{"time_s": round(time_s, 3), **turn} for turn, time_s in pairs]
    return {
        "video": video,
        "seconds": round(stage.seconds, 3),
        "frames": frames,
        "rules": told["rules"],
        "rounds": [
            {
                "start_s": round(stage.start_s, 3),
                "end_s": round(stage.end_s, 3),
                **{key: each for key, each in told.items() if key != "rules"},
                "turns": turns,
            }
        ],
    }
