"""Sits down with three bots and plays a whole game of Crash: crash.py [HOST:PORT]."""

import json
import sys
from base64 import b64decode
from http.client import HTTPConnection
from itertools import combinations
from struct import iter_unpack
from typing import Any

from websockets.sync.client import connect

server = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:8080"


def call(path: str, body: Any, token: str | None = None) -> Any:
    """Call the server's API."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    http = HTTPConnection(server)
    http.request("POST", path, json.dumps(body), headers)
    return json.load(http.getresponse())


def lay(hands: dict[str, Any], least: int) -> str:
    """The best hand of three first, then the best of the cards that are left, and so on."""
    laid: list[str] = []
    strengths = iter_unpack("<H", b64decode(hands["sizes"][0]["strengths"]))
    for (strength,), hand in sorted(zip(strengths, combinations(hands["cards"], 3), strict=True), reverse=True):
        if strength >= least and len(laid) < len(hands["shape"]) and not any(card in "".join(laid) for card in hand):
            laid.append("".join(hand))
    return "lay " + " ".join(laid)


token = call("/api/me?token=true", {"name": "Robin"})["token"]
bots = [None, "greedy", "greedy", "random"]
table = call("/api/tables", {"game": "crash", "preset": "online", "bots": bots, "start": True}, token)["id"]

with connect(f"ws://{server}/api/tables/{table}/socket", additional_headers={"Authorization": f"Bearer {token}"}) as socket:
    socket.send(json.dumps({"do": "hello"}))
    scene, asked, answered, me = dict[str, Any](), None, set[str](), None
    for message in map(json.loads, socket):
        if message["is"] in {"refused", "bye"}:
            sys.exit(message["text"])
        if message["is"] not in {"welcome", "update"}:
            continue
        said = [f"    » {talk['name']}: “{talk['text']}”" for talk in message["talk"]]
        for text in [line["text"] for line in message["lines"]] + said:
            print(text)
        scene, asked, me = message.get("scene", scene), message["asked"] or asked, message.get("viewer", me)
        if scene["result"]:
            print("Points:", scene["result"]["scores"])
            break
        key, command = scene["rest"] or scene["key"], dict[str, Any]()
        if scene["rest"]:
            command = {"do": "ready"}
        elif asked and asked["key"] == key and me in scene["waiting"]:
            command = {"do": "act", "seat": me, "action": lay(asked["guide"]["hands"], asked["guide"]["least_laid"])}
        if command and key not in answered:
            answered.add(key)
            socket.send(json.dumps({"id": key, "key": key} | command))
