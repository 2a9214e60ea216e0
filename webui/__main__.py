"""`python -m webui` is `hwatu`."""

from webui.cli import main

main()
