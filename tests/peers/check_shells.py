#!/usr/bin/env python3
"""Completions in real shells, typed into a terminal with the Tab key.

    check_shells.py CHARTGEN

Bash is the machine's; Zsh and Fish come from install_shells.py, by the variables ZSH and FISH, and are
passed over when they are not set. After the Tab, the line becomes an argument of printf, so that what
is compared are the words as the shell has them.
"""

import os
import shlex
import sys
import tempfile
from pathlib import Path

import pexpect

# What is typed before the Tab, and the words that the line has afterwards.
LINES = [
    ("chartgen rend", ["chartgen", "render"]),
    ("chartgen render --set distributed.wor", ["chartgen", "render", "--set", "distributed.workers="]),
    ("chartgen render --set distributed.workers=2,distributed.train.epo",
     ["chartgen", "render", "--set", "distributed.workers=2,distributed.train.epochs="]),
    ("chartgen render --set distributed.restartPolicy=Nev",
     ["chartgen", "render", "--set", "distributed.restartPolicy=Never"]),
    ("chartgen render --chart nfs-storage --set ser", ["chartgen", "render", "--chart", "nfs-storage", "--set", "service."]),
    ("chartgen render --chart=dee", ["chartgen", "render", "--chart=deepspeed"]),
    ("chartgen values -f medi", ["chartgen", "values", "-f", "medical_meadow"]),
    ("chartgen validate my-", ["chartgen", "validate", "my-job.yaml"]),
    ("chartgen values --chart own/ch", ["chartgen", "values", "--chart", "own/chart/"]),
    ("chartgen lint nfs", ["chartgen", "lint", "nfs-storage"]),
    ("chartgen init medi", ["chartgen", "init", "medical_meadow"]),
    ("chartgen explain unknown-k", ["chartgen", "explain", "unknown-k"]),
    ("chartgen explain unknown-ke", ["chartgen", "explain", "unknown-key"]),
    ("chartgen validate -D token-in-v", ["chartgen", "validate", "-D", "token-in-values-file"]),
]


def commands(folder):
    """Each shell's command line and the lines that make it quiet, with completions loaded."""
    shells = {"bash": (["bash", "--norc", "--noprofile", "-i"],
                       ["bind 'set bell-style none'", "bind 'set enable-bracketed-paste off'", f"source {folder}/chartgen.bash"])}
    if zsh := os.environ.get("ZSH"):
        tree = Path(zsh).resolve().parent.parent
        functions = " ".join(shlex.quote(str(one)) for one in (tree / "usr/share/zsh/functions").rglob("*") if one.is_dir())
        modules = next(tree.glob("usr/lib/*/zsh/*"))
        shells["zsh"] = ([zsh, "-f", "-i"], [
            f"module_path=({modules}); fpath=({functions} {folder}); bindkey -e; unsetopt beep; PROMPT_EOL_MARK=''",
            "autoload -U compinit && compinit -u -D"])
    if fish := os.environ.get("FISH"):
        shells["fish"] = ([fish, "--no-config", "-i"],
                          ["bind \\ca beginning-of-line; bind \\ce end-of-line", "set fish_autosuggestion_enabled 0", f"source {folder}/chartgen.fish"])
    return shells


def ask(child, typed, mark):
    """The words that the line has after Tab."""
    child.send(typed)
    child.expect_exact(typed[-6:])
    child.send("\t")
    child.send("\x01" + f"printf '{mark}%s;' " + "\x05\r")
    child.expect(rf"(?:^|[\r\n\x1b]|\x1b\S*){mark}(chartgen;.*;)")
    words = child.after.split(mark)
    return [word.rstrip(";") for word in words if word.endswith(";")]


def check(name, command, setup, folder):
    environment = {**os.environ, "TERM": "dumb", "HOME": str(folder), "HISTFILE": "", "PS1": "> ",
                   "LD_LIBRARY_PATH": os.environ.get("SHELL_LIBRARIES", "")}
    failures = []
    for index, (typed, expected) in enumerate(LINES):
        child = pexpect.spawn(command[0], command[1:], cwd=folder, env=environment, encoding="utf-8",
                              timeout=15, dimensions=(50, 250))
        for line in setup:
            child.sendline(line)
        child.sendline(f"printf 'ready%s;' {index}")
        child.expect_exact(f"ready{index};")
        try:
            words = ask(child, typed, f"w{index}")
        except pexpect.TIMEOUT:
            words = ["nothing came:", child.buffer]
        if words != expected:
            failures.append(f"{name}: {typed!r} became {words}, not {expected}")
        child.close(force=True)
    return failures


def main():
    program = Path(sys.argv[1]).resolve()
    os.environ["PATH"] = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "my-job.yaml").write_text("")
        (folder / "my-notes.txt").write_text("")
        (folder / "own/chart").mkdir(parents=True)
        (folder / "own/chart/Chart.yaml").write_text("apiVersion: v2\nname: chart\nversion: 0.1.0\n")
        for shell in ("bash", "zsh", "fish"):
            pexpect.run(f"{program} completions {shell} -o {folder}")
        shells, failures = commands(folder), []
        for shell, (command, setup) in shells.items():
            failures += check(shell, command, setup, folder)
    print("\n".join(failures))
    print(f"completions in {', '.join(shells)}: {len(LINES) * len(shells) - len(failures)} passed, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
