"""The host over HTTP and WebSockets: routes, people and their tokens, rate limits, and answers. It contains no rules of games."""
