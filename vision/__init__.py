"""From pixels to sightings: which cards lie where on the table."""
