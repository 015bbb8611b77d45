"""Gives every mutant of the use cases to real Helm with the same schema, and compares.

Usage: check_mutants.py CHARTGEN, with HELM3 and HELM4 in the environment. Compares the table with
docs/comparison.md, and writes it anew with `--write`.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "comparison.md"
START, END = "<!-- table: start -->\n", "<!-- table: end -->\n"


def run(*command, env=None) -> subprocess.CompletedProcess:
    """Runs a command and takes what it prints."""
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, env=env, cwd=ROOT)


def chart_of(text: str) -> str:
    """The chart that a values file names."""
    found = re.search(r"^chart: *(\S+)", text, re.MULTILINE)
    return found.group(1) if found else "llm-finetune"


def helm_chart(chartgen: str, chart: str, folder: pathlib.Path) -> pathlib.Path:
    """A chart for Helm with the same defaults and the same schema, and one template."""
    target = folder / chart
    (target / "templates").mkdir(parents=True)
    (target / "Chart.yaml").write_text(f"apiVersion: v2\nname: {chart}\nversion: 0.1.0\n")
    (target / "values.yaml").write_text((ROOT / "charts" / chart / "values.yaml").read_text())
    (target / "values.schema.json").write_text(run(chartgen, "schema", chart).stdout)
    template = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  x: {{ toJson .Values | quote }}\n"
    (target / "templates" / "x.yaml").write_text(template)
    return target


def judge(helm: str, chart: pathlib.Path, file: pathlib.Path, line: str) -> tuple[bool, bool]:
    """Whether Helm refuses the file, and whether what it says names the line."""
    done = run(helm, "template", "x", chart, "-f", file)
    refused = done.returncode != 0
    named = bool(re.search(rf"\bline {line}\b", done.stderr))
    return refused, refused and named


def table(chartgen: str) -> str:
    """One row per kind of fault: mutants, and the shares detected and located by each tool."""
    rows: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        env = {**os.environ, "CHARTGEN_MUTANTS": str(folder / "mutants")}
        made = run("cargo", "test", "--locked", "--test", "suite", "mutants::", env=env)
        assert made.returncode == 0, made.stdout + made.stderr
        facts = [l.split("\t") for l in (folder / "mutants" / "index.tsv").read_text().splitlines()]
        charts = {}
        for fact in facts:
            chart = chart_of((folder / "mutants" / fact[0]).read_text())
            if chart not in charts:
                path = chart if (ROOT / "charts" / chart).is_dir() else "llm-finetune"
                charts[chart] = charts.get(path) or helm_chart(chartgen, path, folder)
                charts.setdefault(path, charts[chart])

        def one(fact):
            file = folder / "mutants" / fact[0]
            chart = charts[chart_of(file.read_text())]
            return [judge(os.environ[helm], chart, file, fact[2]) for helm in ("HELM3", "HELM4")]

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = list(pool.map(one, facts))
    for fact, (helm3, helm4) in zip(facts, verdicts):
        located = fact[3] == "true"
        counted = [1, located, located, *helm3, *helm4]
        for kind in (fact[1], "all"):
            row = rows.setdefault(kind, [0] * 7)
            rows[kind] = [old + int(new) for old, new in zip(row, counted)]
    lines = [
        "| fault | mutants | chartgen detects | at its place | Helm 3 detects | at its line | Helm 4 detects | at its line |\n",
        "|---|---:|---:|---:|---:|---:|---:|---:|\n",
    ]
    for kind in sorted(rows, key=lambda kind: (kind == "all", kind)):
        total, *counts = rows[kind]
        shares = " | ".join(f"{100 * count / total:.1f} %" for count in counts)
        lines.append(f"| {kind} | {total} | {shares} |\n")
    return "".join(lines)


def main() -> None:
    chartgen = str(pathlib.Path(sys.argv[1]).resolve())
    new = table(chartgen)
    page = PAGE.read_text()
    before, rest = page.split(START)
    old, after = rest.split(END)
    print(new)
    if "--write" in sys.argv:
        PAGE.write_text(before + START + new + END + after)
    elif old != new:
        sys.exit("docs/comparison.md is not current: run check_mutants.py CHARTGEN --write")


if __name__ == "__main__":
    main()
