"""Messages between a house and its clients, each declared once.

The service builds and encodes them, the client decodes them, and the OpenAPI description derives from them. Bodies of
requests (`Body`) refuse unknown fields; answers are read with unknown fields passed over.
"""
