"""The results: accounts of wagers, their figures, and the findings of an analysis."""
