#!/usr/bin/env python3
"""Times a cold run of chartgen beside a bare process and, where they are installed, real Helm and
check-jsonschema on the same job, in turn, and prints tables in Markdown. Called by
benches/compare.sh.

    benches/cold.py [target/release/chartgen]
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile

from many import PEERS, ROOT, once, tool

RUNS = 10
MEADOW = f"{ROOT}/use-cases/medical_meadow.yaml"


def rows(chartgen, work):
    yield "bare process", ["/bin/true"]
    yield "`render`, all checks", [chartgen, "render", "-f", MEADOW]
    yield "`validate`", [chartgen, "validate", MEADOW]
    broken = f"{work}/broken.yaml"
    open(broken, "w").write(open(MEADOW).read().replace("datasetName:", "datasetNme:"))
    yield "`render`, refused with an error report", [chartgen, "render", "-f", broken]
    chart = f"{work}/chart"
    subprocess.run([chartgen, "export", "-f", MEADOW, "-o", chart], capture_output=True, check=True)
    for name in ("helm3", "helm4"):
        helm = f"{PEERS}/{name}/helm"
        yield f"{name} template, the exported chart", [helm, "template", "x", chart] if os.path.exists(helm) else None
    schema = f"{work}/schema.json"
    with open(schema, "w") as file:
        subprocess.run([chartgen, "schema", "llm-finetune"], stdout=file, check=True)
    checker = tool("check-jsonschema")
    yield "check-jsonschema, the same file and schema", checker and [checker, "--schemafile", schema, MEADOW]


def memory(command):
    """The most memory held, in MiB. By GNU time: what this process forks starts out with its own."""
    if not shutil.which("time"):
        return None
    timed = ["time", "--quiet", "-f", "%M", *command]
    done = subprocess.run(timed, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    return int(done.stderr.split()[-1]) / 1024


def main():
    chartgen = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{ROOT}/target/release/chartgen")
    with tempfile.TemporaryDirectory() as work:
        compare(chartgen, work)


def compare(chartgen, work):
    commands = list(rows(chartgen, work))
    present = [(name, command) for name, command in commands if command]
    for _, command in present:
        once(command)
    taken = {name: [] for name, _ in present}
    for _ in range(RUNS):
        for name, command in present:
            taken[name].append(once(command))
    bare = [run[0] for run in taken["bare process"]]
    own = memory(["/bin/true"])
    print(f"Medians of {RUNS} runs in turn. The ratio is to the bare process beside it.\n")
    print("| what | wall, ms | CPU, ms | wall in bare processes | memory beyond a bare process, MiB |")
    print("|---|---|---|---|---|")
    for name, command in commands:
        if not command:
            print(f"| {name} | not installed | | | |")
            continue
        wall, cpu = (statistics.median(run[index] for run in taken[name]) for index in (0, 1))
        ratio = statistics.median(run[0] / start for run, start in zip(taken[name], bare))
        held = "" if own is None else f"{memory(command) - own:.1f}"
        print(f"| {name} | {wall * 1000:.1f} | {cpu * 1000:.1f} | {ratio:.1f} | {held} |")
    each = ", ".join(f"{run[0] * 1000:.1f}" for run in taken["`render`, all checks"])
    starts = ", ".join(f"{start * 1000:.1f}" for start in bare)
    print(f"\nThe ten runs of `render`, ms: {each}; of the bare process: {starts}.")
    print(f"\nThe binary has {os.path.getsize(chartgen) / 1_000_000:.1f} MB.")


if __name__ == "__main__":
    main()
