"""The commands of `hwatu` and what they are given; `webui.cli` puts them together."""
