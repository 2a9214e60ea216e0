"""A checkpoint out of a shipped ONNX file; skipped where the networks cannot be trained."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch is not installed: no weights are taken back")
pytest.importorskip("onnx", reason="onnx is not installed: no weights are taken back")


def test_a_checkpoint_of_the_recogniser_starts_its_training(
    weights: Path, made: Path, tmp_path: Path, run_alone: Callable[[str], str]
) -> None:
    printed = run_alone(
        "import begin_again, torch\n"
        f"argv = ['--network', 'recogniser', '--scenes', {str(made)!r}, '--out', 'last.pt']\n"
        "print('status', begin_again.main(argv))\n"
        "net = begin_again.Recogniser(begin_again.OUTPUTS)\n"
        "net.load_state_dict(torch.load('last.pt', weights_only=True)['mean'])\n"
        "print('loaded')\n"
    )
    assert "last.pt: answers as" in printed
    assert printed.endswith("status 0\nloaded\n")


def test_too_few_windows_are_told(tmp_path: Path, run_alone: Callable[[str], str]) -> None:
    printed = run_alone(
        "import begin_again, contextlib, sys\n"
        "argv = ['--network', 'localizer', '--crops', 'none', '--out', 'last.pt']\n"
        "with contextlib.redirect_stderr(sys.stdout):\n"
        "    print(begin_again.main(argv))\n"
    )
    assert "begin_again: none: 0 images/*.jpg; expected 96 or more\n2\n" in printed


def test_a_network_is_shown_what_it_learns_from(run_alone: Callable[[str], str]) -> None:
    printed = run_alone(
        "import begin_again, contextlib, sys\n"
        "argv = ['--network', 'pointer', '--scenes', 'none', '--out', 'last.pt']\n"
        "with contextlib.redirect_stderr(sys.stdout), contextlib.suppress(SystemExit):\n"
        "    begin_again.main(argv)\n"
    )
    assert "error: the pointer is shown --films" in printed
