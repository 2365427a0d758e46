"""Presentations of rulebooks: as data, as a form, as a diff, as search results, and as a trace to code and tests.

`rulebook_data` makes JSON, `submission_form` a form for an operator's options, `edition_diff` and `word_diff` compare
texts, `search` finds words, and `trace` tells how each clause is kept.
"""
