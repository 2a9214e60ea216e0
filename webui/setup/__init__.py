"""The setup wizard: camera, table, people, zones, house rules, checks."""
