#!/usr/bin/env python3
"""Compares the committed schemas with the sources of the `k8s-openapi` crate, an independent generator.

    python3 schemas/kubernetes/crosscheck.py DIR     (DIR: the unpacked k8s-openapi 0.29 crate)

For every definition of every version: the same field names, the same types, required where the crate's
field is no `Option` (the crate also makes maps and lists plain), and the same scope for each kind.
Exits 1 and lists each difference that EXPECTED does not name. A dev-only tool; chartgen never runs it.
"""

import json
import pathlib
import re
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent

# Types that the crate writes by hand, so there are no fields to compare.
BY_HAND = {"meta.v1.Time", "meta.v1.MicroTime", "meta.v1.FieldsV1", "meta.v1.Patch", "resource.Quantity",
           "api.resource.Quantity", "util.intstr.IntOrString", "pkg.runtime.RawExtension",
           "apiextensions.v1.JSON", "apiextensions.v1.JSONSchemaPropsOrArray",
           "apiextensions.v1.JSONSchemaPropsOrBool", "apiextensions.v1.JSONSchemaPropsOrStringArray"}
# Differences that are right as they are, with the reason.
EXPECTED = {
    ("apiVersion", "field"): "the crate has it as a constant of the type",
    ("kind", "field"): "the crate has it as a constant of the type",
    ("metadata", "optional here, required there"): "the server asks for metadata.name itself; so does chartgen's manifest stage",
    ("name", "optional here, required there"): "the published API has the default \"\"; the overlay requires the name where the server refuses it",
    ("networking.v1.NetworkPolicySpec.podSelector", "required here, optional there"): "1.33 only: optional in the Go type's JSON tag, required by the published API",
}
SCALARS = {"std::string::String": "string", "crate::ByteString": "string", "i32": "integer", "i64": "integer", "f64": "number", "bool": "boolean"}


def crate_structs(source):
    """short name -> (fields: name -> (rust type, optional), cluster scoped or None)."""
    found = {}
    for path in source.rglob("*.rs"):
        text = path.read_text()
        named = re.search(r"// Generated from definition (\S+)", text)
        struct = re.search(r"pub struct \w+ \{\n(.*?)\n\}", text, re.S)
        if not (named and struct):
            continue
        wire = {}
        for key, field in re.findall(r'"([^"]+)" => Field::Key_(\w+),', text):
            wire[field] = key
        fields = {}
        for name, rust in re.findall(r"pub (?:r#)?(\w+): (.*),\n", struct.group(1) + "\n"):
            optional = re.fullmatch(r"Option<(.*)>", rust)
            fields[wire.get(name, name)] = (optional.group(1) if optional else rust, bool(optional))
        scope = re.search(r"type Scope = crate::(\w+)ResourceScope", text)
        short = ".".join(named.group(1).split(".")[-3:])
        found[short] = (fields, scope and scope.group(1))
    return found


def json_type(rust):
    if rust in SCALARS:
        return SCALARS[rust]
    if rust.startswith("std::vec::Vec<"):
        return "array"
    if rust.startswith("std::collections::BTreeMap<"):
        return "object"
    return "reference"


def schema_type(schema):
    return "reference" if "$ref" in schema else schema.get("type")


def load(version, versions):
    """All definitions of a version: the latest file, then each difference down to it."""
    merged = {}
    for step in versions[: versions.index(version) + 1]:
        for name, schema in json.loads((HERE / f"{step}.json").read_text())["$defs"].items():
            if schema is None:
                merged.pop(name, None)
            else:
                merged[name] = schema
    return merged


def required_by_overlay():
    """What overlay/ requires beyond the published API, because the server refuses objects without it."""
    for path in sorted((HERE / "overlay").glob("*.yaml")):
        for name, patch in yaml.safe_load(path.read_text()).items():
            for field in patch.get("required", []):
                yield f"{name}.{field}"


def differences(definitions, structs):
    ours_alone = set(required_by_overlay())
    for name, schema in definitions.items():
        if name in BY_HAND or not schema.get("properties"):
            continue
        if name not in structs:
            yield name, "", "the crate has no such type"
            continue
        fields = structs[name][0]
        properties = schema["properties"]
        for field in sorted(set(properties) ^ set(fields)):
            yield name, field, "field"
        for field in sorted(set(properties) & set(fields)):
            rust, optional = fields[field]
            ours, theirs = schema_type(properties[field]), json_type(rust)
            if ours != theirs and not (theirs in ("array", "reference") and ours in ("reference", None)):
                yield name, field, f"type {ours} here, {rust} there"
            required = field in schema.get("required", [])
            if required and optional and f"{name}.{field}" not in ours_alone:
                yield name, field, "required here, optional there"
            if not required and not optional and theirs not in ("array", "object"):
                yield name, field, "optional here, required there"


def main(directory):
    versions = json.loads((HERE / "source.json").read_text())["versions"]
    kinds = json.loads((HERE / "kinds.json").read_text())
    unexpected, compared = [], 0
    for version in versions:
        structs = crate_structs(pathlib.Path(directory) / "src" / ("v" + version.replace(".", "_")))
        definitions = load(version, versions)
        compared += len(definitions)
        for name, field, what in differences(definitions, structs):
            if (field, what) not in EXPECTED and (f"{name}.{field}", what) not in EXPECTED:
                unexpected.append(f"{version} {name}.{field}: {what}")
        for kind, entry in kinds.items():
            scope = structs[entry["definition"]][1]
            if (scope == "Namespace") != entry["namespaced"]:
                unexpected.append(f"{version} {kind}: scope {scope} in the crate")
    print("\n".join(unexpected))
    print(f"{compared} definitions of {len(versions)} versions compared, {len(unexpected)} unexpected differences")
    sys.exit(bool(unexpected))


if __name__ == "__main__":
    main(sys.argv[1])
