"""Every reader: those of texts, of stores and of pictures."""

from tests.fuzz import read_pictures, read_stores, read_texts
from tests.fuzz.reading import READERS, Fault, thrown

__all__ = ["READERS", "Fault", "read_pictures", "read_stores", "read_texts", "thrown"]
