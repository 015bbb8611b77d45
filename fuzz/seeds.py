#!/usr/bin/env python3
"""Fills fuzz/corpus with the first inputs of every target, made from the cases of the tests."""
import io
import json
import pathlib
import re
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases"
CORPUS = ROOT / "fuzz" / "corpus"
counts = {}


def add(target, *texts):
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    data = b"\n===\n".join(text.encode() if isinstance(text, str) else text for text in texts)
    counts[target] = counts.get(target, 0) + 1
    if len(data) <= 16384:
        (folder / f"seed-{counts[target]:04}").write_bytes(data)


def paragraphs(path):
    return path.read_text().split("\n\n")


for case in json.loads((CASES / "yaml-test-suite" / "cases.json").read_text()):
    add("yaml_to_tree", case["yaml"])
for path in sorted((CASES / "yaml").rglob("*.yaml")) + sorted((CASES / "yaml-report").glob("*.yaml")):
    add("yaml_to_tree", path.read_bytes())

for block in paragraphs(CASES / "set" / "table.txt"):
    lines = block.splitlines()
    layers = {word: [line[len(word) + 1:] for line in lines if line.startswith(word + " ")] for word in ("defaults", "values")}
    sets = [line for line in lines if line.startswith("set")]
    add("merge_and_set", "\n".join(layers["defaults"][:1]), "\n".join(layers["values"][:1]), "\n".join(sets))

for case in sorted((CASES / "schema").iterdir()):
    schema = next((path for path in case.glob("*.json")), None)
    values = next((path for path in case.glob("*.yaml")), None)
    if schema and values:
        add("schema_compile_and_check", schema.read_bytes(), values.read_bytes())

for text in ['a"b\nc: d', "2e-5", "[1, null, {a: null, b: {}}]", "{a: {b: [x, {c: 1}]}, '{{ x }}': \"\\x85\"}", "true", "0o17", ".inf", "'{{ x }}'"]:
    add("template_render", text)
for path in sorted((ROOT / "charts").glob("*/templates/*.yaml")):
    add("template_render", "{metadata: {name: x}, a: 1, list: [1, b], text: \"x y\"}", path.read_bytes())
for path in sorted((CASES / "render").rglob("*.yaml")):
    if "templates" in path.parts:
        add("template_render", "{a: 1, b: [x], c: {d: e}}", path.read_bytes())

for path in sorted((CASES / "check").glob("*/manifest.yaml")):
    add("manifest_check_and_blame", path.read_bytes(), "{a: 1}")
for path in sorted((CASES / "blame").rglob("templates/*.yaml")):
    values = path.parent.parent / "values.yaml"
    if values.exists():
        add("manifest_check_and_blame", path.read_bytes(), values.read_bytes())

for path in sorted((CASES / "rules").glob("*/*.yaml")):
    text = path.read_text()
    this = re.search(r"^self: \|?\n?((?:  .*\n)*)", text, re.M)
    this = re.sub(r"^  ", "", this.group(1), flags=re.M) if this else "{a: 1, b: [x, 2], c: {d: 1Gi}}"
    for line in re.findall(r"^\s*- (?:rule: )?(.*)$", text, re.M):
        add("cel", line.strip().strip("'\""), this)
for chart in sorted((ROOT / "schemas").glob("*.schema.json")):
    def rules(value):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key == "x-kubernetes-validations":
                    yield inner
                else:
                    yield from rules(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from rules(inner)
    for found in rules(json.loads(chart.read_text())):
        add("cel", json.dumps(found), "{name: x, workers: 2, gpus: 1, memory: 1Gi, list: [{name: a}]}")


def tar(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, kind, content in files:
            info = tarfile.TarInfo(name)
            info.type, info.size = kind, len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue().rstrip(b"\0") + b"\0" * 512


for files in [
    [("mine/Chart.yaml", tarfile.REGTYPE, b"name: mine\n"), ("mine/values.yaml", tarfile.REGTYPE, b"a: 1\n")],
    [("mine/", tarfile.DIRTYPE, b""), ("mine/a/b", tarfile.REGTYPE, b"x")],
    [("mine/a", tarfile.SYMTYPE, b"")],
    [("mine/" + "d" * 90 + "/" + "f" * 90, tarfile.REGTYPE, b"x")],
    [("../a", tarfile.REGTYPE, b"x")],
]:
    for how in (b"t", b"h"):
        add("archive_read", how + tar(files))
long = io.BytesIO()
with tarfile.open(fileobj=long, mode="w", format=tarfile.GNU_FORMAT) as archive:
    info = tarfile.TarInfo("mine/" + "n" * 200)
    archive.addfile(info)
add("archive_read", b"h" + long.getvalue()[:4096])
pax = io.BytesIO()
with tarfile.open(fileobj=pax, mode="w", format=tarfile.PAX_FORMAT) as archive:
    info = tarfile.TarInfo("mine/ü" + "n" * 200)
    archive.addfile(info)
add("archive_read", b"h" + pax.getvalue()[:4096])
add("archive_read", b"i*.md\n!README.md\n/drafts/\n[ab].log\n\\#odd\n", "drafts/x.md")
print("\n".join(f"{target}: {count}" for target, count in sorted(counts.items())))
