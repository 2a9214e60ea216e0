"""How the store's tables came to be, one step a file (Alembic); run when a store is opened."""
