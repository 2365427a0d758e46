"""The live service: the hub, commands over the wire, channels to the sockets, and the messages on them."""
