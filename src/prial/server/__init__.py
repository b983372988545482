"""The server of tables over HTTP and WebSockets: routes, tokens of people, rate limits, answers. It contains no game's rules."""
