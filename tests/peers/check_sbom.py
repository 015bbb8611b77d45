"""Holds the bill of materials against CycloneDX's own schema and against Cargo.lock.

Usage: check_sbom.py CHARTGEN; needs `pip install 'cyclonedx-python-lib[json-validation]'`.
"""

import json
import pathlib
import subprocess
import sys
import tomllib

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

ROOT = pathlib.Path(__file__).resolve().parents[2]
PERMISSIVE = {"Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "Unicode-3.0", "Zlib"}


def written() -> str:
    done = subprocess.run([ROOT / ".ci/sbom"], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout


def main() -> None:
    text = written()
    assert text == written(), "two runs differ"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    assert fault is None, fault
    bill = json.loads(text)
    version = subprocess.run([sys.argv[1], "--version"], capture_output=True, text=True).stdout
    assert version.split() == ["chartgen", bill["metadata"]["component"]["version"]], version
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    locked = {(one["name"], one["version"]): one.get("checksum") for one in lock}
    for one in bill["components"]:
        assert locked[one["name"], one["version"]] == one["hashes"][0]["content"], one
        expression = one["licenses"][0]["expression"]
        assert any(name in expression for name in PERMISSIVE), one
    names = {one["name"] for one in bill["components"]}
    direct = tomllib.loads((ROOT / "Cargo.toml").read_text())
    assert set(direct["dependencies"]) <= names, set(direct["dependencies"]) - names
    assert not {"proptest", "insta", "libyaml-safer"} & names, "dependencies of tests"
    refs = {one["bom-ref"] for one in bill["components"]}
    used = {ref for one in bill["dependencies"] for ref in one["dependsOn"]}
    assert used == refs, used ^ refs
    print(f"{len(refs)} components with licence and digest, valid by CycloneDX 1.6")


if __name__ == "__main__":
    main()
