"""Where evenings are kept: the log of their events in a database, whole or recovered."""
