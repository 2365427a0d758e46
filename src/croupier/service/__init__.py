"""The house over HTTP and sockets: sessions, who may do what, and what each viewer is sent."""
