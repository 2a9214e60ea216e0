"""Films: the demo that is shipped, those of this table, and the picture of a round's end."""
