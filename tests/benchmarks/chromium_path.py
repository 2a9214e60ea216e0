"""The browser that benchmarks look at pages with."""

import os
import shutil

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
"""None where there is none."""
MISSING = "no Chromium was found: name it in CHROMIUM"
FLAGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--lang=en"]
