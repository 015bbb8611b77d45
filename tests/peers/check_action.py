#!/usr/bin/env python3
"""The GitHub action's own script as a process, and the examples of docs/ci.md as YAML.

    check_action.py CHARTGEN
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent


def run(script, program, folder, **inputs):
    defaults = {"COMMAND": "validate", "FILES": "", "FLAGS": "", "SARIF": ""}
    path = str(Path(program).parent) + os.pathsep + os.environ["PATH"]
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder, env={"PATH": path, **defaults, **inputs},
        capture_output=True, text=True, check=False,
    )


def expect(truth, what):
    if not truth:
        sys.exit(f"action.yml: {what}")


def main():
    program = os.path.abspath(sys.argv[1])
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    steps = action["runs"]["steps"]
    scripts = [step["run"] for step in steps if "run" in step]
    expect(not any("${{" in script for script in scripts), "an input is pasted into a script")
    script = scripts[-1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = "metadata: {name: a}\ndistributed: {train: {datasetName: owner/name}}\n"
        (folder / "good.yaml").write_text(good)
        (folder / "bad.yaml").write_text(good + "metdata: 1\n")
        done = run(script, program, folder, FILES="good.yaml", FLAGS="--render")
        expect(done.returncode == 0 and not done.stdout, f"a good file: {done.stdout}{done.stderr}")
        done = run(script, program, folder, FILES="good.yaml\n  bad.yaml", SARIF="out.sarif")
        expect(done.returncode == 1, f"a bad file: {done.returncode} {done.stderr}")
        expect("::error file=bad.yaml,line=3," in done.stdout and "col=1," in done.stdout, done.stdout)
        expect('"2.1.0"' in (folder / "out.sarif").read_text(), "no SARIF report")
        marker = folder / "marker"
        done = run(script, program, folder, FILES=f"good.yaml $(touch {marker}) ; touch {marker}")
        expect(not marker.exists(), "an input ran as a command")
        done = run(script, program, folder, COMMAND="render", FILES="good.yaml")
        expect(done.returncode == 2, "an unknown command is taken")
    blocks = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(), re.DOTALL)
    expect(len(blocks) >= 5, "docs/ci.md has lost its examples")
    for block in blocks:
        expect(isinstance(yaml.safe_load(block), dict), f"no YAML: {block}")
    print(f"action.yml: its script holds; docs/ci.md: {len(blocks)} examples are YAML")


if __name__ == "__main__":
    main()
