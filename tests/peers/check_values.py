#!/usr/bin/env python3
"""Merging and `--set` against real Helm.

    check_values.py CHARTGEN     compare; exit 1 when anything differs
    check_values.py --write      fill the results of the table in from Helm

HELM3 names the Helm 3 to compare with. The cases of tests/cases/set/table.txt must come out of it
as the table says (the project's own tests hold chartgen against the table), and random layers and
arguments are given to both programs. With HELM4, the cases where Helm 4 differs are listed: they
must be those that the table marks with `4`.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CASES = Path(__file__).resolve().parent.parent / "cases" / "set"
TABLE = CASES / "table.txt"
RANDOM_CASES = 400


def blocks(text):
    """The paragraphs of the table as lists of lines."""
    return [part.splitlines() for part in text.strip("\n").split("\n\n")]


def split(line):
    word, _, rest = line.partition(" ")
    return word, rest


def write_chart(folder, defaults):
    chart = Path(folder) / "chart"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: t\nversion: 0.1.0\n")
    (chart / "values.yaml").write_text(defaults)
    (chart / "templates" / "values.yaml").write_text("{{ toJson .Values }}\n")
    return chart


def flags(folder, lines):
    """The chart and the flags that a block of the table stands for."""
    defaults, arguments, layers = "{}", [], 0
    for word, rest in map(split, lines):
        if word == "defaults":
            defaults = rest
        elif word == "values":
            path = Path(folder) / f"values{layers}.json"
            path.write_text(rest)
            arguments += ["-f", str(path)]
            layers += 1
        elif word.startswith("set"):
            arguments += [f"--{word}", rest]
    return write_chart(folder, defaults), arguments


def helm(program, lines):
    """What Helm makes of a block: its values, or its message."""
    with tempfile.TemporaryDirectory() as folder:
        chart, arguments = flags(folder, lines)
        run = subprocess.run(
            [program, "template", "t", str(chart), *arguments],
            capture_output=True, text=True, cwd=CASES, check=False,
        )
    if run.returncode != 0:
        return None, run.stderr.strip()
    return json.loads(run.stdout.splitlines()[-1]), None


def chartgen(program, lines):
    """What chartgen makes of a block: its values, or its message."""
    with tempfile.TemporaryDirectory() as folder:
        chart, arguments = flags(folder, lines)
        run = subprocess.run(
            [program, "values", "--output", "json", "--chart", str(chart), *arguments],
            capture_output=True, text=True, cwd=CASES, check=False,
        )
    if run.returncode != 0:
        return None, run.stderr.strip()
    return json.loads(run.stdout), None


def expected(lines):
    for word, rest in map(split, lines):
        if word == "=":
            return json.loads(rest)
    return None


def differs(lines):
    """The reason why chartgen's result is not Helm's, where the table gives one."""
    return next((rest for word, rest in map(split, lines) if word == "~"), None)


def is_case(lines):
    return any(split(line)[0] in ("set", "values") or line.startswith("set-") for line in lines)


def write(program):
    def filled(lines):
        if not is_case(lines) or differs(lines):
            return lines
        values, _ = helm(program, lines)
        kept = [line for line in lines if split(line)[0] != "="]
        if values is None:
            return kept if any(line.startswith("!") for line in kept) else kept + ["!"]
        text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        place = next((i for i, line in enumerate(kept) if line[0] in "?"), len(kept))
        return kept[:place] + ["= " + text] + kept[place:]

    with ThreadPoolExecutor() as pool:
        done = list(pool.map(filled, blocks(TABLE.read_text())))
    TABLE.write_text("\n\n".join("\n".join(lines) for lines in done) + "\n")


def compare_table(program):
    cases = [lines for lines in blocks(TABLE.read_text()) if is_case(lines) and not differs(lines)]
    cases = [lines for lines in cases if not any(line.startswith("set-env") for line in lines)]
    with ThreadPoolExecutor() as pool:
        results = pool.map(lambda lines: helm(program, lines)[0], cases)
    faults = 0
    for lines, values in zip(cases, results):
        if values != expected(lines):
            faults += 1
            print("the table differs from Helm:", *lines, f"Helm: {json.dumps(values)}", sep="\n  ")
    print(f"{len(cases)} cases of the table, {faults} differ from Helm")
    return faults


def compare_versions(program):
    """Where Helm 4 gives something else than the table, which is Helm 3's."""
    cases = [lines for lines in blocks(TABLE.read_text()) if is_case(lines)]
    cases = [lines for lines in cases if not any(line.startswith("set-env") for line in lines)]
    with ThreadPoolExecutor() as pool:
        results = pool.map(lambda lines: helm(program, lines)[0], cases)
    faults = 0
    for lines, values in zip(cases, results):
        marked = any(line.startswith("4 ") for line in lines)
        if (values != expected(lines)) != marked:
            faults += 1
            print("Helm 4 is not marked rightly:", *lines, f"Helm 4: {json.dumps(values)}", sep="\n  ")
    print(f"{len(cases)} cases of the table, {faults} wrongly marked for Helm 4")
    return faults


def random_tree(rng, depth):
    kind = rng.random()
    if depth and kind < 0.5:
        return {rng.choice("abcd"): random_tree(rng, depth - 1) for _ in range(rng.randint(0, 3))}
    if depth and kind < 0.6:
        return [random_tree(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return rng.choice([None, True, 0, 7, "x", "", "1.5"])


def random_root(rng):
    return json.dumps({rng.choice("abcd"): random_tree(rng, 3) for _ in range(rng.randint(0, 4))})


def random_argument(rng):
    pieces = [rng.choice("abcd"), *(
        rng.choice([".a", ".b", ".c", "[0]", "[1]", "[3]", "\\.x", "", ".", "[", "]"])
        for _ in range(rng.randint(0, 3))
    )]
    value = rng.choice(["1", "x", "", "null", "true", "{x,1}", "{}", "01", "-5", "a\\,b", "{x", "y=z"])
    equals = "" if rng.random() < 0.05 else "="
    return "".join(pieces) + equals + value


def random_block(rng):
    lines = ["defaults " + random_root(rng)]
    lines += ["values " + random_root(rng) for _ in range(rng.randint(0, 3))]
    for _ in range(rng.randint(0, 3)):
        argument = ",".join(random_argument(rng) for _ in range(rng.randint(1, 2)))
        lines.append(rng.choice(["set", "set", "set-string"]) + " " + argument)
    return lines


def compare_random(helm_program, chartgen_program):
    rng = random.Random(20261121)
    cases = [random_block(rng) for _ in range(RANDOM_CASES)]
    with ThreadPoolExecutor() as pool:
        theirs = list(pool.map(lambda lines: helm(helm_program, lines), cases))
        ours = list(pool.map(lambda lines: chartgen(chartgen_program, lines), cases))
    faults = 0
    for lines, their, our in zip(cases, theirs, ours):
        if their[0] != our[0]:
            faults += 1
            print("chartgen differs from Helm:", *lines, f"Helm:     {their}", f"chartgen: {our}", sep="\n  ")
    refused = sum(their[0] is None for their in theirs)
    print(f"{len(cases)} random cases ({refused} refused by Helm), {faults} differ from Helm")
    return faults


def main():
    helm3 = os.environ["HELM3"]
    if sys.argv[1:] == ["--write"]:
        return write(helm3)
    faults = compare_table(helm3)
    if "HELM4" in os.environ:
        faults += compare_versions(os.environ["HELM4"])
    faults += compare_random(helm3, os.path.abspath(sys.argv[1]))
    return sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
