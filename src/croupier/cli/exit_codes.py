"""The exit codes of the command, beside 0 for all is well."""

NOT_WHOLE = 1  # a check has found something
BAD_INPUT = 2
INTERRUPTED = 130
