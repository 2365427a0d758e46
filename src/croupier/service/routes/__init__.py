"""Routes of the service: for everybody, for players and for staff, and what they have in common."""
