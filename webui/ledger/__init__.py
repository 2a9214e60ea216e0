"""Settlement: the ledger of an evening, who owes whom, and what many evenings tell."""
