"""An evening as values: what can happen in it, what it comes to, and how a person corrects it."""
