"""Input and output of the command line.

`input_files` reads files that a user names, `output_files` writes files atomically, `streams` guards the three standard
streams, `text` escapes control characters, `show` prints lines and tables, `progress` draws progress bars, `cards`
writes cards, `errors` has `InputError` and the exit codes, and `clock` tells the date.
"""
