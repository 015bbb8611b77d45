#!/usr/bin/env python3
"""Times chartgen and its real peers on many files and on large ones, side by side in one run, and
prints tables in Markdown: medians, ratios, and the targets. Called by benches/compare.sh.

    benches/many.py [target/release/chartgen]

Peers (those that are not there are named as such): `ajv` and `js-yaml` from npm in
target/peers/node, `check-jsonschema`, `yamllint` and `kubernetes-validate` from PyPI and helm as
`.ci/peers` installs them in target/peers.
"""

import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PEERS = f"{ROOT}/target/peers"
POD = """---
apiVersion: v1
kind: Service
metadata:
  name: {name}
  namespace: kubeflow
spec:
  selector:
    training.kubeflow.org/job-name: {name}-pytorchjob
  ports:
    - port: 80
"""


def main():
    chartgen = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else f"{ROOT}/target/release/chartgen")
    with tempfile.TemporaryDirectory() as work:
        print(report(chartgen, work), end="")


def once(command):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def median(command, runs):
    taken = [once(command) for _ in range(runs)]
    return [statistics.median(column) for column in zip(*taken)]


def tool(name):
    own = f"{PEERS}/venv/bin/{name}"
    return own if os.path.exists(own) else shutil.which(name)


def numbered(folder, count, text):
    os.makedirs(folder)
    paths = [f"{folder}/{index}.yaml" for index in range(count)]
    for index, path in enumerate(paths):
        with open(path, "w") as file:
            file.write(text(index))
    return paths


def many(work, count, values):
    return numbered(f"{work}/values-{count}", count,
                    lambda index: re.sub(r"(?m)^  name: .*", f"  name: job-{index}", values, count=1))


def manifests(work, count, rendered):
    return numbered(f"{work}/manifests", count,
                    lambda index: rendered.replace("medical-meadow", f"job-{index}") + POD.format(name=f"job-{index}"))


def large(work, values, rendered):
    with open(f"{work}/large.yaml", "w") as file:
        file.write(values + "\nextraEnv:\n")
        for index in range(182_500):
            file.write(f'  VARIABLE_NUMBER_{index}: "the text of variable {index}"\n')
    with open(f"{work}/stream.yaml", "w") as file:
        while file.tell() < 50_000_000:
            file.write(rendered.replace("medical-meadow", f"job-{file.tell()}"))
    return f"{work}/large.yaml", f"{work}/stream.yaml"


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def report(chartgen, work):
    values = open(f"{ROOT}/use-cases/medical_meadow.yaml").read()
    rendered = run([chartgen, "render", "-f", f"{ROOT}/use-cases/medical_meadow.yaml"])
    schema = f"{work}/schema.json"
    open(schema, "w").write(run([chartgen, "schema", "llm-finetune"]))
    thousand, ten_thousand = many(work, 1000, values), many(work, 10_000, values)
    objects = manifests(work, 1000, rendered)
    first, rest = ten_thousand[:100], f"{work}/values-10000"
    out = [f"Measured on {platform.machine()}, {os.cpu_count()} cores, Linux {platform.release()}; "
           f"load before the run {os.getloadavg()[0]:.1f}.", "",
           "| what | wall, s | CPU, s | memory, MiB |", "|---|---|---|---|"]

    def row(name, command, runs=3):
        if not command or not command[0]:
            out.append(f"| {name} | not installed | | |")
            return None
        wall, cpu, memory, status = median(command, runs)
        note = "" if status in (0, 1) else f" (ended with {status:.0f})"
        out.append(f"| {name}{note} | {wall:.3f} | {cpu:.3f} | {memory:.0f} |")
        return wall, cpu, memory

    validate = row("`validate`, 1,000 files", [chartgen, "validate", *thousand])
    node = shutil.which("node") if os.path.exists(f"{PEERS}/node/node_modules/ajv") else None
    os.environ["PEERS_NODE"] = f"{PEERS}/node"
    ajv = row("ajv and js-yaml, the same", [node, f"{ROOT}/benches/ajv.mjs", schema, *thousand])
    jsonschema = row("check-jsonschema, the same",
                     [tool("check-jsonschema"), "--schemafile", schema, *thousand], 1)
    yamllint = row("yamllint, the same", [tool("yamllint"), *thousand], 1)
    row("`validate --render`, 100 files", [chartgen, "validate", "--render", *first])
    render = row("`validate --render`, 10,000 files", [chartgen, "validate", "--render", rest], 1)
    check = row("`check`, 1,000 files of four objects", [chartgen, "check", *objects])
    kubernetes = row("kubernetes-validate, the first 20 of them",
                     [tool("kubernetes-validate"), *objects[:20]], 1)
    helm = f"{PEERS}/helm3/helm"
    folder = f"{work}/chart"
    packed = subprocess.run([chartgen, "export", "-f", f"{ROOT}/use-cases/medical_meadow.yaml", "-o", folder],
                            capture_output=True, check=False).returncode == 0
    row("`helm template` of the exported chart, once",
        [helm, "template", "x", folder] if packed and os.path.exists(helm) else None)
    big, stream = large(work, values, rendered)
    read = row("`validate`, a values file of 10 MB", [chartgen, "validate", big])
    streamed = row("`check`, a stream of 50 MB", [chartgen, "check", stream])
    out += ["", "| target | wanted | found |", "|---|---|---|"]

    def target(name, wanted, found):
        out.append(f"| {name} | {wanted} | {found} |")

    target("`validate --render` of 10,000 files", "1.0 s", f"{render[0]:.2f} s wall, {render[1]:.2f} s CPU")
    target("`check` of 1,000 files", "0.25 s", f"{check[0]:.2f} s wall, {check[1]:.2f} s CPU")
    for name, peer, wanted, ours, scale in [
        ("`validate` and ajv", ajv, 3, validate, 1), ("`validate` and check-jsonschema", jsonschema, 50, validate, 1),
        ("`check` and kubernetes-validate (20 files times 50)", kubernetes, 100, check, 50),
        ("`validate` and yamllint", yamllint, "-", validate, 1),
    ]:
        if peer:
            target(name, f"{wanted} times", f"{peer[0] * scale / ours[0]:.1f} times by wall, "
                   f"{peer[1] * scale / ours[1]:.1f} by CPU")
    target("values file of 10 MB, one core", "25 MB/s, 120 MB", f"{10 / read[1]:.0f} MB/s, {read[2]:.0f} MiB")
    target("stream of 50 MB, a core", "25 MB/s, 600 MB", f"{50 / streamed[1]:.0f} MB/s, {streamed[2]:.0f} MiB")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    main()
