"""People of the house: accounts, roles, permissions, passwords, cookies and tokens, dealers on duty, exclusions."""
