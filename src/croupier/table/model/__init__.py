"""The table's data model: commands in, events out, and the state between them.

`command` and `declaration` are the types of commands, `catalog` declares each one, `validation` checks them and
`json_schema` describes them. `events` lists events with their audiences, `apply` folds them into the `state`, and
`state_loader` reads a dumped state. `steps` and `next_step` tell the step that is due.
"""
