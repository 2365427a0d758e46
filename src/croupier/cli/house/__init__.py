"""Commands about a house, on its own machine.

`serve` is `croupier serve`. The others are `croupier house ...`: `check` reads house.toml, `reload` has a running house
read it again, `admin` has people, tables and backups, `inspect` has verify, export, ledger and recall, and `house_keys`
has the keys.
"""
