"""Commands about recordings, receipts and keys.

`audit` checks a recording, `results` adds up its settlements, `segments` checks a long recording on all cores,
`incident` reports one round, `rounds` runs rounds written by hand and replays recordings, `verify` checks receipts, and
`keys` makes and reads keys.
"""
