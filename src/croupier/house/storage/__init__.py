"""Storage of a house: the database and its schema, the journal, and the vault that seals secrets at rest."""
