"""Imported first, makes the scripts of `datasets/` importable from those of `models/`."""

import sys
from pathlib import Path

DATASETS = Path(__file__).resolve().parent.parent / "datasets"

if str(DATASETS) not in sys.path:
    sys.path.append(str(DATASETS))
