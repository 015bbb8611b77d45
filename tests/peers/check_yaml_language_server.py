#!/usr/bin/env python3
"""What an editor shows for a values file that `chartgen init` wrote: completion, hover and faults
of the real yaml-language-server (from npm), over its protocol.

    check_yaml_language_server.py CHARTGEN
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "target" / "peers" / "npm"
SERVER = FOLDER / "node_modules" / "yaml-language-server" / "bin" / "yaml-language-server"
VERSION = "1.25.0"


class Server:
    """A language server on standard input and output."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["node", str(SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        self.number = 0
        self.diagnostics = {}

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            name, _, value = line.decode().partition(":")
            if name.lower() == "content-length":
                length = int(value)
        if not length:
            sys.exit("the language server has ended")
        return json.loads(self.process.stdout.read(length))

    def handle(self, message):
        """Answers what the server asks of an editor and keeps its diagnostics."""
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            parameters = message["params"]
            self.diagnostics[parameters["uri"]] = parameters["diagnostics"]
        elif method and "id" in message:
            items = message.get("params", {}).get("items", [])
            settings = {"validate": True, "hover": True, "completion": True, "schemaStore": {"enable": False}}
            result = [settings if item.get("section") == "yaml" else {} for item in items]
            self.send({"id": message["id"], "result": result or None})

    def request(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']}")
                return message["result"]
            self.handle(message)

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def open(self, uri, text):
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def faults(self, uri):
        """The diagnostics of `uri`, once they have come."""
        end = time.time() + 60
        while uri not in self.diagnostics and time.time() < end:
            self.handle(self.receive())
        return self.diagnostics.get(uri, [])


def install():
    if not SERVER.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        package = f"yaml-language-server@{VERSION}"
        subprocess.run(
            ["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", str(FOLDER), package],
            check=True,
        )


def place(text, marker):
    """Line and column, from 0, of where `marker` ends in `text`."""
    before = text[: text.index(marker) + len(marker)]
    return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}


def expect(truth, what):
    if not truth:
        sys.exit(f"yaml-language-server: {what}")


def main():
    install()
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        path = folder / "my.yaml"
        subprocess.run([program, "init", "medical_meadow", "-o", str(path)], check=True, capture_output=True)
        text = path.read_text()
        expect(text.startswith("# yaml-language-server: $schema=.chartgen/"), "there is no modeline")
        server = Server()
        root = folder.as_uri()
        server.request("initialize", {
            "processId": None, "rootUri": root,
            "workspaceFolders": [{"uri": root, "name": "jobs"}],
            "capabilities": {"workspace": {"configuration": True}, "textDocument": {
                "completion": {"completionItem": {"snippetSupport": False}},
                "hover": {"contentFormat": ["plaintext"]}, "publishDiagnostics": {}}},
        })
        server.notify("initialized", {})

        sound = path.as_uri()
        server.open(sound, text)
        found = server.faults(sound)
        expect(found == [], f"a sound file has faults: {found}")

        hovered = server.request("textDocument/hover", {
            "textDocument": {"uri": sound}, "position": place(text, "\n  train:\n    dataset"),
        })
        said = json.dumps(hovered)
        expect("A data set on Hugging Face" in said, f"hover says {said}")

        draft = text.splitlines()[0] + "\ndistributed:\n  train:\n    lor\nimage:\n  pullPolicy: \n"
        uri = (folder / "draft.yaml").as_uri()
        server.open(uri, draft)
        answer = server.request("textDocument/completion", {
            "textDocument": {"uri": uri}, "position": place(draft, "    lor"),
        })
        labels = [item["label"] for item in answer["items"]]
        expect("loraRank" in labels, f"completion of keys: {labels}")
        answer = server.request("textDocument/completion", {
            "textDocument": {"uri": uri}, "position": place(draft, "pullPolicy: "),
        })
        labels = [item["label"] for item in answer["items"]]
        expect("IfNotPresent" in labels, f"completion of values: {labels}")

        wrong = text.splitlines()[0] + "\nchart: llm-finetune\ndistributed:\n  workerz: 4\n"
        uri = (folder / "wrong.yaml").as_uri()
        server.open(uri, wrong)
        found = server.faults(uri)
        expect(any("workerz" in one["message"] and one["range"]["start"]["line"] == 3 for one in found),
               f"the misspelt key is not found: {found}")
        server.request("shutdown", None)
        server.notify("exit", None)
        server.process.wait(timeout=30)
    print("yaml-language-server: no fault in a sound file, hover, completion of keys and values, a fault")


if __name__ == "__main__":
    main()
