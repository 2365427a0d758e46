"""Records derived from the journal: recall, statements, figures, exports, shares, and the transparency log."""
