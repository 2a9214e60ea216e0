"""The live table: one object for pages and camera, what is shown of it, and who watches it."""
