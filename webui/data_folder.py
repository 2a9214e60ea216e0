"""Where this program keeps a user's data where nobody says another folder."""

from pathlib import Path

from webui.bad_input import NotHere


def data_folder() -> Path:
    """The platform's folder for a user's data of this program; it need not be there yet.

    Raises:
        NotHere: this user has no home, so nobody can tell where it would be.
    """
    from platformdirs import user_data_path

    try:
        folder = user_data_path("hwatu-table", appauthor=False)
    except RuntimeError:  # as newer versions of platformdirs say it
        folder = Path()
    if not folder.is_absolute():
        raise NotHere("no home folder is known here: set HOME, or say --data FOLDER")
    return folder


def rule_folders() -> list[Path]:
    """Where a user keeps presets of his own: `rules/*.toml`; nowhere where he has no home."""
    try:
        return [data_folder() / "rules"]
    except NotHere:
        return []
