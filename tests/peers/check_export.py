"""Packs and exports every chart and use case, and holds them against real Helm and Kustomize.

Usage: check_export.py CHARTGEN, with HELM3, HELM4 and KUBECTL in the environment.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHARTS = sorted(path.name for path in (ROOT / "charts").iterdir())


def run(*command, cwd=None, env=None) -> str:
    """What the command prints; ends the check when it fails."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, cwd=cwd, env=env)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def objects(text: str) -> dict:
    """Kind and name of each object with its data."""
    documents = [document for document in yaml.safe_load_all(text) if document]
    return {(d["kind"], d["metadata"]["name"]): d for d in documents}


def check_use_case(chartgen: str, case: pathlib.Path, folder: pathlib.Path) -> None:
    """Both Helms and Kustomize make of the export what chartgen renders."""
    rendered = objects(run(chartgen, "render", "-f", case, cwd=ROOT))
    chart = folder / case.stem
    archive = folder / f"{case.stem}.tgz"
    run(chartgen, "export", "-f", case, "-o", chart)
    run(chartgen, "export", "-f", case, "-o", archive)
    for name in ("HELM3", "HELM4"):
        helm = os.environ[name]
        run(helm, "lint", "--strict", chart)
        for source in (chart, archive):
            templated = objects(run(helm, "template", "release", source))
            assert templated == rendered, f"{case.stem}: {name} template {source.name} differs"
    base = folder / f"{case.stem}-kustomize"
    run(chartgen, "export", "--kustomize", "-f", case, "-o", base)
    built = objects(run(os.environ["KUBECTL"], "kustomize", base))
    assert built == rendered, f"{case.stem}: the kustomization differs"


def check_package(chartgen: str, chart: str, folder: pathlib.Path) -> None:
    """The archive is the same everywhere, and real Helm reads it."""
    digests = set()
    for index, (zone, umask) in enumerate([("UTC", 0o022), ("Asia/Tokyo", 0o077)]):
        copy = folder / f"{chart}-{index}" / chart
        shutil.copytree(ROOT / "charts" / chart, copy)
        for schema in (ROOT / "schemas").glob("*.schema.json"):
            name = "values.schema.json" if schema.name == f"{chart}.schema.json" else schema.name
            if name in ("values.schema.json", "definitions.schema.json"):
                shutil.copy(schema, copy / name)
        for file in copy.rglob("*"):
            os.utime(file, (index * 1000, index * 1000))
        old = os.umask(umask)
        out = folder / f"out-{chart}-{index}"
        run(chartgen, "package", copy, "-d", out, env={**os.environ, "TZ": zone})
        os.umask(old)
        digests.update(hashlib.sha256(file.read_bytes()).hexdigest() for file in out.glob("*.tgz"))
    assert len(digests) == 1, f"{chart}: {digests}"
    out = folder / "built-in"
    printed = run(chartgen, "package", chart, "-d", out)
    archive = pathlib.Path(printed.splitlines()[0])
    for name in ("HELM3", "HELM4"):
        shown = yaml.safe_load(run(os.environ[name], "show", "chart", archive))
        assert shown["name"] == chart, shown
        values = yaml.safe_load(run(os.environ[name], "show", "values", archive))
        assert values == yaml.safe_load((ROOT / "charts" / chart / "values.yaml").read_text())


def main() -> None:
    chartgen = str(pathlib.Path(sys.argv[1]).resolve())
    cases = [case for case in sorted((ROOT / "use-cases").glob("*.yaml")) if case.stem != "custom"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in cases:
            check_use_case(chartgen, case, folder)
        for chart in CHARTS:
            check_package(chartgen, chart, folder)
    print(f"{len(cases)} use cases and {len(CHARTS)} charts agree with Helm 3, Helm 4 and Kustomize")


if __name__ == "__main__":
    main()
