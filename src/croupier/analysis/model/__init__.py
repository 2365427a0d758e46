"""The model that every solver shares: tree, information state, paths, payoffs, symmetry, question and solution."""
