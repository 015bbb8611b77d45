#!/usr/bin/env bash
# Times chartgen and those of its peers that are installed, as whole processes, and prints the table
# of docs/performance.md in Markdown: medians of RUNS runs each (10 unless told), with the ratio to
# `/bin/true`, which is what starting a process costs here. Needs a release build and Python 3.
#   benches/compare.sh [target/release/chartgen]
set -euo pipefail
cd "$(dirname "$0")/.."
chartgen=${1:-target/release/chartgen}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/many" "$work/manifests"
for index in $(seq 1000); do
  sed "s/^  name: .*/  name: job-$index/" use-cases/medical_meadow.yaml >"$work/many/$index.yaml"
done
"$chartgen" render -f use-cases/medical_meadow.yaml >"$work/one.yaml"
for index in $(seq 1000); do
  sed "s/medical-meadow/job-$index/g" "$work/one.yaml" >"$work/manifests/$index.yaml"
done
"$chartgen" schema llm-finetune >"$work/schema.json" 2>/dev/null || rm -f "$work/schema.json"

python3 - "$chartgen" "$work" "${RUNS:-10}" <<'PYTHON'
import os, platform, resource, shutil, statistics, subprocess, sys, time

chartgen, work, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])

def files(folder):
    return sorted(os.path.join(work, folder, name) for name in os.listdir(os.path.join(work, folder)))

def once(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)

def medians(command, runs):
    once(command)
    taken = [once(command) for _ in range(runs)]
    return statistics.median(t[0] for t in taken), statistics.median(t[1] for t in taken)

many, manifests, schema = files("many"), files("manifests"), os.path.join(work, "schema.json")
rows = [
    ("bare process", ["/bin/true"], runs),
    ("cold `render`, all checks", [chartgen, "render", "-f", "use-cases/medical_meadow.yaml"], runs),
    ("cold `render`, an error", [chartgen, "render", "-f", "use-cases/custom.yaml"], runs),
    ("`validate`, 1,000 files", [chartgen, "validate", *many], 3),
    ("`validate --render`, 1,000 files", [chartgen, "validate", "--render", *many], 3),
    ("`check`, 1,000 files", [chartgen, "check", *manifests], 3),
    ("`yamllint`, 1,000 files", ["yamllint", *many], 1),
    ("`check-jsonschema`, 1,000 files", ["check-jsonschema", "--schemafile", schema, *many], 1),
    ("`kubernetes-validate`, one file", ["kubernetes-validate", "--strict", os.path.join(work, "one.yaml")], 3),
    ("`kubeconform`, 1,000 files", ["kubeconform", "-ignore-missing-schemas", *manifests], 1),
]
print(f"{platform.machine()}, {os.cpu_count()} cores, Linux {platform.release()}\n")
print("| what | wall, ms | CPU, ms | wall in bare processes |\n|---|---|---|---|")
bare = None
for name, command, count in rows:
    if not shutil.which(command[0]) or (schema in command and not os.path.exists(schema)):
        print(f"| {name} | not installed | | |")
        continue
    wall, cpu = medians(command, count)
    bare = bare or wall
    print(f"| {name} | {wall * 1000:.1f} | {cpu * 1000:.1f} | {wall / bare:.1f} |")
PYTHON
