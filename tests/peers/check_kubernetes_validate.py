#!/usr/bin/env python3
"""Compares the verdicts of chartgen on tests/cases/check with those of `kubernetes-validate --strict`.

    pip install -r tests/peers/requirements.txt
    python3 tests/peers/check_kubernetes_validate.py CHARTGEN   fails when docs/comparison-kubernetes.md is not
                                                                what comes out, or a disagreement has no reason
    python3 tests/peers/check_kubernetes_validate.py --write    writes docs/comparison-kubernetes.md

The verdicts of chartgen are the pinned ones (`expected.txt`; `cargo test check::` holds the program
to them). A manifest is bad when any of its documents is refused. Kinds that the peer does not know are left
out. It checks the published schemas and nothing else, so most disagreements are rules of the API server, of
the training operator, or between objects; REASONS says so for each code, and an entry that no case needs any
more is an error too.

With CHARTGEN, every field of every good manifest is broken in turn as well (misspelt, of another type, left
out), and whatever the peer refuses chartgen must refuse.
"""

import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "check"
PAGE = ROOT / "docs" / "comparison-kubernetes.md"

SERVER = "the API server's own validation refuses it (`pkg/apis/{}/validation`); the published schema does not say it"
CORE, APPS, BATCH = SERVER.format("core"), SERVER.format("apps"), SERVER.format("batch")
SYNTAX = "the published schema has no syntax for this text; the API server does"
BETWEEN = "it concerns several objects; the peer looks at each document by itself"
# Why chartgen refuses what the peer lets pass, by the code of chartgen's finding.
REASONS = {
    "access-modes": CORE,
    "access-rule": SERVER.format("rbac"),
    "autoscaler-bounds": SERVER.format("autoscaling"),
    "autoscaler-metric": SERVER.format("autoscaling"),
    "base64": SYNTAX,
    "claim-on-several-nodes": BETWEEN,
    "cluster-scoped": "the server refuses a namespace on an object of the whole cluster",
    "count": "the server asks for at least one entry; the published schema has no `minItems`",
    "cron-schedule": BATCH,
    "data-key-twice": CORE,
    "dns-config": CORE,
    "downward-field": CORE,
    "duplicate-item": "the server refuses duplicate names (for variables and ports the later silently wins, and "
    "server-side apply refuses them); a schema cannot say it",
    "duplicate-key": "the peer's YAML reader silently keeps the later of two equal keys",
    "duplicate-object": BETWEEN,
    "enum": "the published schema has the allowed values only in its descriptions",
    "exactly-one-of": "unions are not in the published schema; the server refuses none or several",
    "extended-resource": CORE,
    "format": SYNTAX,
    "host-port": CORE,
    "huge-pages": CORE,
    "image-reference": "the server only asks for a text; the kubelet refuses such an image (InvalidImageName)",
    "ingress-rule": SERVER.format("networking"),
    "job-completion-mode": BATCH,
    "length": "the server asks for a text that is not empty",
    "limit-range-order": CORE,
    "missing-key": "the published schema calls the field optional; the server refuses an object without it",
    "missing-name": "the server refuses an object without a name",
    "mount-path": CORE,
    "name-syntax": SYNTAX,
    "name-too-long": BATCH,
    "negative-amount": CORE,
    "network-policy": SERVER.format("networking"),
    "old-field": CORE,
    "other-namespace": BETWEEN,
    "owner-reference": "apimachinery's validation of metadata refuses it",
    "pod-restart-policy": APPS,
    "port-syntax": CORE,
    "priority-value": SERVER.format("scheduling"),
    "quantity": "the published schema takes any text; the server cannot decode such an amount",
    "range": "the published schema has no bounds; the server does",
    "request-above-limit": CORE,
    "rollout-strategy": APPS,
    "secret-type-keys": CORE,
    "security-context-conflict": CORE + " (a user 0 that must not be root is refused by the kubelet)",
    "selector-requirement": SERVER.format("core") + ", and apimachinery's for label selectors",
    "selector-without-pods": BETWEEN,
    "service-ports": CORE,
    "service-type": CORE,
    "share-syntax": APPS,
    "storage-size": CORE,
    "toleration": CORE,
    "topology-spread": CORE,
    "unknown-data-key": BETWEEN,
    "unknown-port": BETWEEN,
    "unknown-reference": BETWEEN,
    "unknown-resource": CORE,
    "unknown-volume": CORE,
    "volume-pairing": BETWEEN,
    "incomplete-volume": CORE,
    "workload-selector": APPS,
}
# Where the peer refuses what chartgen lets pass, by case.
OTHER_WAY = {}


def documents(text):
    for document in yaml.safe_load_all(text):
        if isinstance(document, dict) and document.get("kind") == "List":
            yield from document["items"]
        elif document:
            yield document


def peer_verdict(text, version):
    """The first complaint of the peer, "" for none, None when it does not know a kind."""
    try:
        for document in documents(text):
            kubernetes_validate.validate(document, version, strict=True)
    except kubernetes_validate.ValidationError as fault:
        return fault.message
    except kubernetes_validate.SchemaNotFoundError:
        return None
    except (KeyError, TypeError, AttributeError) as fault:
        return f"no manifest: {fault!r}"
    return ""


def own_codes(folder):
    pinned = folder / "expected.txt"
    text = pinned.read_text() if pinned.exists() else ""
    return sorted(set(re.findall(r"^error\[([a-z0-9-]+)\]", text, re.M)))


def compare():
    agreed = {"good": 0, "bad": 0}
    stricter, laxer, left_out = [], [], 0
    for folder in sorted(CASES.iterdir()):
        text = (folder / "manifest.yaml").read_text()
        version = re.search(r"^# kube-version: (\S+)", text, re.M)
        complaint = peer_verdict(text, version.group(1) if version else "1.37")
        codes = own_codes(folder)
        if complaint is None:
            left_out += 1
        elif bool(codes) == bool(complaint):
            agreed["bad" if codes else "good"] += 1
        elif codes:
            stricter.append((folder.name, codes))
        else:
            laxer.append((folder.name, complaint))
    return agreed, stricter, laxer, left_out


def page(agreed, stricter, laxer, left_out):
    lines = [
        "# Comparison with kubernetes-validate",
        "",
        "Made by `tests/peers/check_kubernetes_validate.py --write`; CI fails when it is not current. The manifests are those",
        "of `tests/cases/check`; the peer is `kubernetes-validate --strict` "
        f"{kubernetes_validate.__version__}, which holds each document against the",
        "published schemas.",
        "",
        "| verdict | manifests |",
        "|---|---|",
        f"| both let it pass | {agreed['good']} |",
        f"| both refuse it | {agreed['bad']} |",
        f"| only chartgen refuses it | {len(stricter)} |",
        f"| only the peer refuses it | {len(laxer)} |",
        f"| the peer does not know a kind | {left_out} |",
        "",
        "## Refused by chartgen only",
        "",
        "| code | manifests | why |",
        "|---|---|---|",
    ]
    by_code = {}
    for name, codes in stricter:
        by_code.setdefault(codes[0], []).append(name)
    for code, names in sorted(by_code.items()):
        shown = ", ".join(f"`{name}`" for name in names)
        lines.append(f"| [`{code}`](codes/{code}.md) | {shown} | {REASONS.get(code, '?')} |")
    lines += ["", "## Refused by the peer only", ""]
    if laxer:
        lines += ["| manifest | the peer's words | why chartgen lets it pass |", "|---|---|---|"]
        lines += [f"| `{name}` | {complaint} | {OTHER_WAY.get(name, '?')} |" for name, complaint in laxer]
    else:
        lines.append("None.")
    return "\n".join(lines) + "\n"


def places(node, at=()):
    """The paths of all keys of a tree, lists included."""
    entries = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in entries:
        yield (*at, key)
        yield from places(value, (*at, key))


def mutants(document):
    """(what was done, the broken document), for every field in turn."""
    for path in places(document):
        for how in ("misspelt", "retyped", "left out"):
            broken = copy.deepcopy(document)
            parent = broken
            for step in path[:-1]:
                parent = parent[step]
            last = path[-1]
            if how == "misspelt" and isinstance(last, str):
                parent[last + "x"] = parent.pop(last)
            elif how == "retyped":
                parent[last] = 7 if isinstance(parent[last], (str, bool, list, dict)) else {"a": "b"}
            elif how == "left out":
                del parent[last]
            else:
                continue
            yield f"{'.'.join(map(str, path))} {how}", broken


def good_documents():
    for folder in sorted(CASES.iterdir()):
        if not own_codes(folder) and not folder.name.startswith("set-"):
            text = (folder / "manifest.yaml").read_text()
            if "# kube-version" not in text and peer_verdict(text, "1.37") == "":
                for document in documents(text):
                    yield folder.name, document


def refused(chartgen, folder):
    """The names of the files in `folder` that chartgen finds an error in."""
    command = [chartgen, "check", "--message-format", "json", "--allow", "duplicate-object", str(folder)]
    report = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    errors = (found for found in report["diagnostics"] if found["severity"] == "error")
    return {pathlib.Path(label["file"]).name for found in errors for label in found["labels"] if label["primary"]}


def compare_mutants(chartgen):
    """What the peer refuses and chartgen lets pass, and how many mutants there were."""
    passed, count = [], 0
    for name, document in good_documents():
        with tempfile.TemporaryDirectory() as folder:
            made = {}
            for what, broken in mutants(document):
                file = f"{len(made)}.yaml"
                (pathlib.Path(folder) / file).write_text(json.dumps(broken))
                made[file] = (what, json.dumps(broken))
            count += len(made)
            bad = refused(chartgen, folder)
            for file, (what, text) in made.items():
                complaint = peer_verdict(text, "1.37") if file not in bad else ""
                if complaint:
                    passed.append(f"{name}: {what}: the peer says {complaint}")
    return passed, count


def main(arguments):
    agreed, stricter, laxer, left_out = compare()
    used = {codes[0] for _, codes in stricter}
    faults = [f"no reason for {code}" for code in sorted(used - set(REASONS))]
    faults += [f"no case needs the reason for {code}" for code in sorted(set(REASONS) - used)]
    faults += [f"no reason for {name}: {said}" for name, said in laxer if name not in OTHER_WAY]
    text = page(agreed, stricter, laxer, left_out)
    if "--write" in arguments:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        faults.append(f"{PAGE.relative_to(ROOT)} is not current: run this script with --write")
    programs = [argument for argument in arguments if not argument.startswith("--")]
    if programs:
        passed, count = compare_mutants(programs[0])
        faults += passed
        print(f"{count} broken manifests, {len(passed)} of them refused by the peer only")
    total = sum(agreed.values()) + len(stricter) + len(laxer)
    print("\n".join(faults))
    print(f"{total} manifests compared, {len(stricter) + len(laxer)} disagreements, {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main(sys.argv[1:])
