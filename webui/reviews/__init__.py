"""Recorded games reviewed: in the background, on pages, as a report."""
