"""Imported first, makes the scripts of `datasets/` importable from those here."""

import sys
from pathlib import Path

DATASETS = Path(__file__).resolve().parents[2] / "datasets"

if str(DATASETS) not in sys.path:
    sys.path.append(str(DATASETS))
