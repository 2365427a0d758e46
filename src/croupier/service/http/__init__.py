"""HTTP below the routes: the server's protocols, the guard before the application, rate limits, and problems."""
