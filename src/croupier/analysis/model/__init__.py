"""The model that every solver shares: shape, paths, payoffs, symmetry, question and solution."""
