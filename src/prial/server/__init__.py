"""The server of tables over HTTP and WebSockets: routes, people's tokens, rate limits, answers. It contains no rules of games."""
