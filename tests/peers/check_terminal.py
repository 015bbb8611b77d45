#!/usr/bin/env python3
"""What only a terminal gets: the progress bar, links to files, tables that fit its width.

    check_terminal.py CHARTGEN
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pexpect
import pyte

GOOD = "metadata: {name: job}\ndistributed: {train: {datasetName: owner/name}}\n"
LINK = "\x1b]8;;"
FAILURES = []


def expect(truth, what):
    if not truth:
        FAILURES.append(what)


class Terminal:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments, columns=80, **environment):
        """Everything that the program writes to a terminal."""
        environment = {"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment}
        child = pexpect.spawn(self.program, list(arguments), cwd=self.folder, env=environment,
                              encoding="utf-8", dimensions=(500, columns), timeout=60)
        child.expect(pexpect.EOF)
        return child.before

    def screen(self, *arguments, columns=80, **environment):
        """The lines that a person sees in the end."""
        screen = pyte.Screen(columns, 500)
        pyte.Stream(screen).feed(re.sub(r"\x1b\]8;[^\x1b\x07]*(\x1b\\|\x07)", "", self.run(*arguments, columns=columns, **environment)))
        return [line.rstrip() for line in screen.display]

    def pipe(self, *arguments, **environment):
        return subprocess.run([self.program, *arguments], cwd=self.folder, env={"PATH": "/usr/bin:/bin", **environment},
                              capture_output=True, text=True, check=False)


def progress(terminal):
    many, few = terminal.run("validate", "many"), terminal.run("validate", "few")
    expect("of 60 files" in many, "no bar over many files")
    expect("of 5 files" not in few, "a bar over a few files")
    expect("60 of 60" not in "".join(terminal.screen("validate", "many")), "the bar stays")
    expect(not any(terminal.screen("validate", "many")), "something stays after a clean run")
    lines = terminal.screen("validate", "many-faulty")
    expect(lines[0].startswith("error["), f"the report does not open the screen: {lines[0]!r}")
    expect(not any(" of 61 files" in line for line in lines), "the bar stays above the report")
    expect("of 60 files" not in terminal.run("validate", "many", TERM="dumb"), "a bar on a dumb terminal")
    piped = terminal.pipe("validate", "many")
    expect(piped.stdout == piped.stderr == "", "a bar in a pipe")


def links(terminal):
    folder = Path(terminal.folder).resolve()
    shown = terminal.run("validate", "bad.yaml", VTE_VERSION="7000")
    expect(f"{LINK}file://" in shown and f"{folder}/bad.yaml" in shown, f"no link: {shown!r}")
    for name, arguments, environment in (
        ("a terminal without links", (), {}),
        ("--color never", ("--color", "never"), {"VTE_VERSION": "7000"}),
        ("NO_COLOR", (), {"VTE_VERSION": "7000", "NO_COLOR": "1"}),
        ("FORCE_HYPERLINK=0", (), {"VTE_VERSION": "7000", "FORCE_HYPERLINK": "0"}),
        ("a dumb terminal", (), {"VTE_VERSION": "7000", "TERM": "dumb"}),
    ):
        shown = terminal.run("validate", "bad.yaml", *arguments, **environment)
        expect("bad.yaml" in shown and LINK not in shown, f"a link with {name}: {shown!r}")
    for environment in ({}, {"VTE_VERSION": "7000"}, {"CLICOLOR_FORCE": "1", "VTE_VERSION": "7000"}):
        piped = terminal.pipe("validate", "bad.yaml", **environment)
        expect(LINK not in piped.stdout + piped.stderr, f"a link in a pipe with {environment}")
        expect("\x1b" not in piped.stdout or "CLICOLOR_FORCE" in environment, "colour in a pipe")


def widths(terminal):
    # A line that the terminal had to break has a character in its last column and goes on below.
    for columns in (80, 120):
        for arguments in (("--help",), ("render", "--help"), ("list",), ("validate", "bad.yaml"),
                          ("values", "-f", "few/0.yaml", "--set", "distributed.workers=2,distributed.train.epochs=5", "--origins")):
            wide = terminal.run(*arguments, columns=columns)
            plain = re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\", "", wide)
            longest = max(plain.replace("\r", "").split("\n"), key=len)
            expect(len(longest) <= columns, f"{arguments} at {columns} columns: {longest!r}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for sub, count in (("many", 60), ("few", 5), ("many-faulty", 60)):
            (folder / sub).mkdir()
            for number in range(count):
                (folder / sub / f"{number}.yaml").write_text(GOOD)
        bad = GOOD.replace("datasetName", "datasetNme")
        (folder / "many-faulty/bad.yaml").write_text(bad)
        (folder / "bad.yaml").write_text(bad)
        terminal = Terminal(os.path.abspath(sys.argv[1]), name)
        for check in (progress, links, widths):
            check(terminal)
    print("\n".join(FAILURES))
    print(f"terminal: {len(FAILURES)} failed")
    sys.exit(bool(FAILURES))


if __name__ == "__main__":
    main()
