"""The host over HTTP and WebSockets: who asks, how often, from where, and in which words it is answered. No rule of a game."""
