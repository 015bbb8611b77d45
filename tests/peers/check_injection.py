"""Hostile strings through chartgen, its export, and real Helm and Kustomize.

Usage: check_injection.py CHARTGEN, with HELM3, HELM4 and KUBECTL in the environment.

The values of tests/cases/injection get strings of its strings.json at every place for a text that
the schema lets them stand at. What `render` prints is what both Helms and Kustomize make of the
export, read by PyYAML, and every string is in it.
"""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

CASES = pathlib.Path(__file__).resolve().parents[1] / "cases" / "injection"
ROUNDS = 3
# What Kubernetes' API takes none of the strings for, and the path that others must lie below.
STRICT = {"affinity", "fieldPath", "resource", "key", "pvcMountPath"}
# What a plain pod has no place for, and what the roles of a job override.
UNUSED = {
    ("pytorchjob-pod", "runPolicy"),
    ("pytorchjob-roles", "extraEnv"),
    ("pytorchjob-roles", "distributed"),
}
# Helm 3 refuses every values file with one of these characters, when the chart has a values schema
# ("control characters are not allowed"): it writes the values as YAML that it cannot read again. So
# does Kustomize with lines that begin with a tab.
NOT_FOR_PEERS = re.compile("\n\t|[\x7f-\x84\x86-\x9f\ufffe\uffff]")
LONG_KEY = "k" * 1100


# `=` and `<<` as values, which Kustomize prints without quotes, are texts to everyone but PyYAML.
for kind in ("value", "merge"):
    yaml.SafeLoader.add_constructor(f"tag:yaml.org,2002:{kind}", lambda _, node: node.value)


def run(*command, cwd=None) -> subprocess.CompletedProcess:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=cwd)
    assert done.returncode in (0, 1), done
    return done


def must(*command, cwd=None) -> str:
    done = run(*command, cwd=cwd)
    assert done.returncode == 0, f"{command}:\n{done.stdout[-400:]}{done.stderr}"
    return done.stdout


def merge(values, layer):
    if not isinstance(values, dict) or not isinstance(layer, dict):
        return layer
    return {key: merge(values.get(key), layer[key]) if key in layer else values[key] for key in values | layer}


def scenarios() -> dict:
    found = {}
    for path in sorted(CASES.glob("*.yaml")):
        top = yaml.safe_load(path.read_text())
        if "chart" in top:
            values = {}
            for layer in top.pop("layers", []):
                values = merge(values, yaml.safe_load((CASES / layer).read_text()))
            found[path.stem] = merge(values, top)
    return found


def places(tree, at=()):
    """The paths to all texts but the chart's name."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if at or key != "chart":
                yield from places(value, (*at, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from places(value, (*at, str(index)))
    elif isinstance(tree, str):
        yield at


def filled(tree, texts: dict, at=()):
    if isinstance(tree, dict):
        return {key: filled(value, texts, (*at, key)) for key, value in tree.items()}
    if isinstance(tree, list):
        return [filled(value, texts, (*at, str(index))) for index, value in enumerate(tree)]
    return texts.get(at, tree)


def steps(pointer: str) -> tuple:
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def settle(chartgen: str, values: dict, texts: dict, file: pathlib.Path) -> dict:
    """The texts that may stand where they are; `file` then holds the values with them."""
    for _ in range(20):
        file.write_text(json.dumps(filled(values, texts)))
        report = json.loads(run(chartgen, "validate", "--message-format", "json", file).stdout)
        faults = [one for one in report["diagnostics"] if one["severity"] == "error"]
        if not faults:
            return texts
        wrong = {steps(one["pointer"] or "") for one in faults}
        kept = {at: text for at, text in texts.items() if at not in wrong}
        if len(kept) == len(texts):
            kept = {at: text for at, text in texts.items() if not any(at[: len(w)] == w for w in wrong)}
        assert len(kept) < len(texts), faults
        texts = kept
    raise AssertionError(f"{file}: no end of faults")


def objects(text: str) -> dict:
    documents = [document for document in yaml.safe_load_all(text) if document]
    return {(d["kind"], d["metadata"]["name"]): d for d in documents}


def strings(tree):
    """All texts of a tree, also those inside of JSON and of base64."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield key
            yield from strings(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from strings(value)
    elif isinstance(tree, str):
        yield tree
        if tree.startswith(("{", "[")):
            try:
                yield from strings(json.loads(tree))
            except ValueError:
                pass
        try:
            yield base64.b64decode(tree, validate=True).decode()
        except ValueError:
            pass


def difference(left, right, at=""):
    """The first place where two trees differ, and what stands there."""
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        pairs = [(key, left[key], right[key]) for key in left]
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = [(index, *pair) for index, pair in enumerate(zip(left, right))]
    else:
        return None if left == right else f"{at}: {left!a} and {right!a}"
    found = (difference(one, other, f"{at}/{key}") for key, one, other in pairs)
    return next((one for one in found if one), None)


def plain_blanks(tree):
    """The tree with one kind of white space: Kustomize prints U+0085, U+2028 and U+2029 raw, which a
    reader of YAML 1.1 such as PyYAML folds like any line break."""
    if isinstance(tree, dict):
        return {key: plain_blanks(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [plain_blanks(value) for value in tree]
    return re.sub(r"\s+", " ", tree) if isinstance(tree, str) else tree


def check(chartgen: str, name: str, values: dict, texts: dict, folder: pathlib.Path) -> int:
    file = folder / f"{name}.yaml"
    texts = settle(chartgen, values, texts, file)
    if not texts:
        return 0
    rendered = objects(must(chartgen, "render", "-f", file))
    found = "\0".join(strings(list(rendered.values())))
    used = {at: text for at, text in texts.items() if (name, at[0]) not in UNUSED}
    missing = {at: text for at, text in used.items() if text not in found}
    assert not missing, f"{name}: {missing}"
    chart, base = folder / name, folder / f"{name}-kustomize"
    must(chartgen, "export", "-f", file, "-o", chart)
    for helm in ("HELM3", "HELM4"):
        templated = objects(must(os.environ[helm], "template", "release", chart))
        assert templated == rendered, f"{name}: {helm}: {difference(rendered, templated)}"
    must(chartgen, "export", "--kustomize", "-f", file, "-o", base)
    built = objects(must(os.environ["KUBECTL"], "kustomize", base))
    found = difference(plain_blanks(rendered), plain_blanks(built))
    assert not found, f"{name}: the kustomization: {found}"
    return len(texts)


def check_long_key(chartgen: str, folder: pathlib.Path) -> None:
    """A key that YAML takes only with `? ` before it comes through whole."""
    file = folder / "long.yaml"
    file.write_text(f"chart: pytorchjob\ndistributed:\n  arguments:\n    ? {LONG_KEY}\n    : x\n")
    printed = yaml.safe_load(must(chartgen, "values", "-f", file))
    assert printed["distributed"]["arguments"] == {LONG_KEY: "x"}, printed["distributed"]
    exported = folder / "long"
    must(chartgen, "export", "-f", file, "-o", exported)
    assert yaml.safe_load((exported / "values.yaml").read_text()), "the exported values are read"


def main() -> None:
    chartgen = str(pathlib.Path(sys.argv[1]).resolve())
    groups = json.loads((CASES / "strings.json").read_text()).values()
    hostile = [one for group in groups for one in group if not NOT_FOR_PEERS.search(one)]
    through = 0
    for turn in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for case, values in scenarios().items():
                tried = {}
                for index, at in enumerate(at for at in places(values) if not STRICT & set(at)):
                    text = hostile[(index + turn * len(hostile) // ROUNDS) % len(hostile)]
                    path = str(values_at(values, at)).startswith("/")
                    tried[at] = "/" + text if path else text
                through += check(chartgen, case, values, tried, folder)
            if turn == 0:
                check_long_key(chartgen, folder)
    assert through > 500, through
    print(f"{through} hostile strings are the same for chartgen, Helm 3, Helm 4 and Kustomize")


def values_at(tree, at: tuple):
    for step in at:
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


if __name__ == "__main__":
    main()
