#!/usr/bin/env python3
"""How many instructions the main commands take, held against benches/instructions.json.

    check_instructions.py CHARTGEN            compare
    check_instructions.py CHARTGEN --write    take the present numbers as the baseline

Instructions are counted by valgrind (Debian's package of that name), so the numbers do not depend
on how busy the machine is. They do depend on the compiler and the C library: where these are those
of the baseline, a command may take 3 % more than it; elsewhere 25 %, and that is said. On another
architecture nothing can be compared, and that is said as well.
"""

import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BASELINE = ROOT / "benches" / "instructions.json"
SAME, OTHER = 1.03, 1.25
RUNS = 3
MEADOW = "use-cases/medical_meadow.yaml"


def install():
    """Makes sure that valgrind is there; ends with a clear word where it cannot be had."""
    if shutil.which("valgrind"):
        return
    rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "valgrind"]):
        try:
            done = subprocess.run(rights + command, capture_output=True, text=True, check=False)
            reason = done.stderr.strip()
        except OSError as error:
            reason = str(error)
    if not shutil.which("valgrind"):
        sys.exit(f"valgrind is not here and cannot be installed, so nothing was counted: {reason}")


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def surroundings():
    """What the numbers depend on besides the code."""
    return {
        "architecture": platform.machine(),
        "compiler": said("rustc", "--version"),
        "C library": said("ldd", "--version").splitlines()[0].split()[-1],
        "valgrind": said("valgrind", "--version"),
    }


def count(command):
    """The median of some runs: hash tables are seeded anew in each."""
    counts = []
    for _ in range(RUNS):
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
            cwd=ROOT, capture_output=True, text=True, check=False,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )
        found = re.search(r"Collected : (\d+)", done.stderr)
        if not found or done.returncode not in (0, 1):
            sys.exit(f"valgrind could not run {command}: {done.stderr[-2000:]}")
        counts.append(int(found.group(1)))
    return int(statistics.median(counts))


def measured(program, folder):
    stream = Path(folder) / "stream.yaml"
    rendered = subprocess.run([program, "render", "-f", MEADOW], cwd=ROOT, capture_output=True, check=True)
    stream.write_bytes(rendered.stdout)
    commands = {
        "render": ["render", "-f", MEADOW],
        "render, an error": ["render", "-f", "use-cases/custom.yaml"],
        "validate": ["validate", MEADOW],
        "validate --render": ["validate", "--render", MEADOW],
        "check": ["check", str(stream)],
    }
    return {name: count([program, *arguments]) for name, arguments in commands.items()}


def compare(baseline, here, counts):
    then = baseline["measured with"]
    if then["architecture"] != here["architecture"]:
        print(f"the baseline is of {then['architecture']}, this is {here['architecture']}: not compared")
        return []
    changed = [f"{what} {then[what]} -> {here[what]}" for what in here if then[what] != here[what]]
    if changed:
        print(f"measured with something else than the baseline ({'; '.join(changed)}): "
              f"{OTHER - 1:.0%} more are let pass instead of {SAME - 1:.0%}")
    bound = OTHER if changed else SAME
    worse = []
    for name, now in counts.items():
        before = baseline["instructions"].get(name)
        if before is None:
            worse.append(f"`{name}` is not in the baseline")
            continue
        print(f"{name:20} {now:12,} instructions, {now / before - 1:+.1%}")
        if now > before * bound:
            worse.append(f"`{name}` takes {now:,} instructions, {now / before - 1:.1%} more than {before:,}")
    return worse


def main():
    program = os.path.abspath(sys.argv[1])
    install()
    here = surroundings()
    with tempfile.TemporaryDirectory() as folder:
        counts = measured(program, folder)
    if "--write" in sys.argv:
        text = json.dumps({"measured with": here, "instructions": counts}, indent=2)
        BASELINE.write_text(text + "\n")
        print(text)
        return
    worse = compare(json.loads(BASELINE.read_text()), here, counts)
    if worse:
        sys.exit("\n".join([*worse, "if that is meant to be: check_instructions.py CHARTGEN --write"]))


if __name__ == "__main__":
    main()
