"""Sessions of many rounds: the distribution of the net result, and the risk of ruin."""
