"""Runs every command on hostile inputs of 1 MiB and measures processor time and memory.

Usage: check_limits.py CHARTGEN [--all] [NAME...]

Each run must end by itself, with exit code 0, 1 or 2, within SECONDS of processor time and MEBIBYTES
of memory. The seconds are multiplied by LIMIT_FACTOR of the environment (default 3, for a busy or
slow machine). By itself it runs the inputs that were the worst ones, each with every command once;
with --all, all inputs with all commands and formats, which takes long; with names, those
inputs whose name contains one of them.
"""

import io
import json
import os
import pathlib
import sys
import tarfile
import tempfile

from measure import Runner

SECONDS = 2.0
MEBIBYTES = 512
FACTOR = float(os.environ.get("LIMIT_FACTOR", "3"))
SIZE = 1 << 20
WALL = 240

CHART = "apiVersion: v2\nname: mine\nversion: 0.1.0\ndescription: A chart.\n"
POD = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ values.name }}\ndata: {}\n"
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "properties": {"name": {"type": "string", "default": "a", "description": "The name."}},
}


def fill(piece, head="", tail="", size=SIZE) -> str:
    """`piece` (a text, or a function of the number) until the text has `size` bytes."""
    parts, length, index = [head], len(head) + len(tail), 0
    while True:
        part = piece(index) if callable(piece) else piece
        if length + len(part) > size:
            return "".join(parts) + tail
        parts.append(part)
        length += len(part)
        index += 1


def aliases_nested() -> str:
    """Each level names the one before ten times."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 40):
        lines.append(f"a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * 10) + "]")
    return "\n".join(lines) + "\n"


def anchors_nested() -> str:
    """Every level of the deepest nesting has an anchor of its own, again and again."""
    inner = "x"
    for level in range(120):
        inner = f"&a{level} [{inner}]"
    return fill(lambda index: f"k{index}: {inner}\n")


def merges() -> str:
    """A wide mapping that is merged as often as the budget allows."""
    wide = ", ".join(f"k{i}: {i}" for i in range(300))
    return fill(lambda i: f"m{i}:\n  <<: *w\n", head=f"w: &w {{{wide}}}\n")


def merge_lists() -> str:
    wide = ", ".join(f"k{i}: {i}" for i in range(100))
    return fill(lambda i: f"m{i}:\n  <<: [*w, *w, *w, *w, *w, *w, *w, *w]\n", head=f"w: &w {{{wide}}}\n")


def indented(depth_per_block=120) -> str:
    block = "".join("  " * level + f"k{level}:\n" for level in range(depth_per_block))
    return fill(lambda i: f"b{i}:\n" + block.replace("k0:", f"  k0:").replace("\n  ", "\n    "))


VALUES = {
    "brackets": "a: " + "[" * (SIZE - 10),
    "brackets closed": "a: " + "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "braces": "a: " + "{" * (SIZE - 10),
    "braces with keys": "a: " + "{a: " * (SIZE // 4),
    "mixed brackets": "a: " + "[{a: " * (SIZE // 5),
    "dashes": "- " * (SIZE // 2),
    "questions": "? " * (SIZE // 2),
    "indentation": indented(),
    "indentation too deep": "".join(" " * level + "a:\n" for level in range(1400)),
    "many keys": fill(lambda i: f"k{i}: {i}\n"),
    "many near keys": fill(lambda i: f"distributd{i}: {i}\n"),
    "many nested keys": fill(lambda i: f"  k{i}: {i}\n", head="distributed:\n"),
    "many flow keys": fill(lambda i: f"k{i}: {i}, ", head="{", tail="}"),
    "one key": "k" * (SIZE - 3) + ": 1",
    "one key of several lines": "? |\n" + fill("  kkkkkkkkkkkkkkkkkkkk\n", size=SIZE - 10) + ": 1\n",
    "duplicate keys": fill("a: 1\n"),
    "duplicate known keys": fill("  workers: 1\n", head="distributed:\n"),
    "duplicate flow keys": fill("a: 1, ", head="{", tail="}"),
    "long line": "distributed: {workers: " + "9" * (SIZE - 50) + "}",
    "long plain": "a: " + "word " * (SIZE // 5 - 1),
    "long string": 'image: {repository: "' + "x" * (SIZE - 50) + '"}',
    "escapes": 'a: "' + "\\u0041" * (SIZE // 6 - 2) + '"',
    "bad escapes": fill('k: "\\q"\n'),
    "control escapes": 'distributed: {workers: "' + "\\e[31m" * (SIZE // 6 - 10) + '"}',
    "colons": ":" * SIZE,
    "colons with spaces": ": " * (SIZE // 2),
    "a colon b": "a: b: " * (SIZE // 6),
    "tabs": "\t" * SIZE,
    "tabs in lines": fill("\ta: 1\n"),
    "line breaks": "\n" * SIZE,
    "carriage returns": "\r" * SIZE,
    "spaces": " " * SIZE,
    "quotes": '"' * SIZE,
    "open quote": 'a: "' + fill("text of a line\n", size=SIZE - 10),
    "open quotes": fill("a: 'x\n"),
    "single quotes": "a: '" + "''" * (SIZE // 2 - 4) + "'",
    "comments": fill("# comment\n"),
    "documents": fill("---\n"),
    "documents with values": fill("---\na: 1\n"),
    "document ends": fill("...\n"),
    "directives": fill("%YAML 1.2\n"),
    "tag directives": fill(lambda i: f"%TAG !e{i}! tag:x,{i}:\n") + "---\na: 1\n",
    "tags": fill(lambda i: f"- !t{i} x\n"),
    "wrong tags": fill(lambda i: f"- !!int x{i}\n", head="a:\n"),
    "anchors": fill(lambda i: f"k{i}: &a{i} x\n"),
    "anchors on levels": anchors_nested(),
    "aliases": fill(lambda i: f"k{i}: *a\n", head="a: &a x\n"),
    "aliases of a list": fill(lambda i: f"k{i}: *a\n", head="a: &a [" + "x, " * 900 + "x]\n"),
    "aliases nested": aliases_nested(),
    "aliases unknown": fill("- *a\n", head="a:\n"),
    "alias of a long string": fill(lambda i: f"- *a\n", head="b: &a " + "x" * (SIZE // 2) + "\na:\n"),
    "alias of a long key": fill("- *a\n", head="b: &a {" + "x" * (SIZE // 2) + ": 1}\na:\n"),
    "merges": merges(),
    "merges of lists": merge_lists(),
    "merges wrong": fill(lambda i: f"m{i}: {{<<: x}}\n"),
    "block scalars": fill(lambda i: f"k{i}: |\n  x\n"),
    "folded scalar": "a: >\n" + fill("  x\n\n", size=SIZE - 10),
    "numbers": "a:\n" + fill(lambda i: f"- {i}.{i}e{i % 300}\n", size=SIZE - 10),
    "large numbers": fill(lambda i: f"- 1e{i}\n", head="a:\n"),
    "nulls": fill(lambda i: f"k{i}:\n"),
    "wrong types": "distributed:\n  train:\n" + fill("    learningRate: x\n", size=100) + fill(lambda i: f"extra{i}: [1]\n", size=SIZE - 200),
    "wrong entries": "extraEnv:\n" + fill(lambda i: f"  V{i}: [1]\n", size=SIZE - 20),
    "wrong names": "extraEnv:\n" + fill(lambda i: f"  {i}-x: a\n", size=SIZE - 20),
    "many entries": "extraEnv:\n" + fill(lambda i: f"  V{i}: a\n", size=SIZE - 20),
    "placeholders": "extraEnv:\n" + fill(lambda i: f'  V{i}: "<your token>"\n', size=SIZE - 20),
    "tokens": "extraEnv:\n" + fill(lambda i: f"  V{i}: hf_{i:034d}\n", size=SIZE - 20),
    "secrets": "secret:\n  token: " + "s3cr3t" * (SIZE // 6 - 10) + "\n",
    "tolerations": "tolerations:\n" + fill("  - {key: a, operator: Exists}\n", size=SIZE - 20),
    "wrong tolerations": "tolerations:\n" + fill("  - {key: a, operator: Exsts, valu: 1}\n", size=SIZE - 20),
    "node selector": "nodeSelector:\n" + fill(lambda i: f"  k{i}: a\n", size=SIZE - 20),
    "init containers": "extraVolumes:\n" + fill(lambda i: f"  - {{name: v{i}, emptyDir: {{}}}}\n", size=SIZE - 20),
    "chart name": "chart: " + "x" * (SIZE - 10),
    "json": json.dumps({"a": [{"b": i} for i in range(80000)]})[:SIZE],
    "bidi": "a: \"" + "\u202e" * (SIZE // 3 - 4) + "\"",
    "zero width": fill("k\u200b: 1\n", size=SIZE * 3 // 4),
    "wide characters": "a: [" + "漢" * (SIZE // 3 - 4),
    "combining": "distributed: {workers: a" + "\u0301" * (SIZE // 2 - 40) + "}",
    "no text": "\ufffd" * (SIZE // 3),
    "replacement of one line": "distributed: {" + fill(lambda i: f"w{i}: 1, ", size=SIZE - 20) + "}",
}


def manifest(body: str) -> str:
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n" + body


MANIFESTS = {
    "wide containers": manifest("  containers:\n" + fill("  - {name: a, image: b}\n", size=SIZE - 200)),
    "wide ports": manifest("  containers:\n  - name: a\n    image: b\n    ports:\n" + fill("    - {containerPort: 1}\n", size=SIZE - 200)),
    "distinct ports": manifest("  containers:\n  - name: a\n    image: b\n    ports:\n" + fill(lambda i: f"    - {{containerPort: {i}, name: p{i}}}\n", size=SIZE - 200)),
    "wide env": manifest("  containers:\n  - name: a\n    image: b\n    env:\n" + fill(lambda i: f"    - {{name: v{i}, value: a}}\n", size=SIZE - 200)),
    "wide mounts": manifest("  containers:\n  - name: a\n    image: b\n    volumeMounts:\n" + fill(lambda i: f"    - {{name: v{i}, mountPath: /a{i}}}\n", size=SIZE - 200)),
    "wide volumes": manifest("  containers: [{name: a, image: b}]\n  volumes:\n" + fill(lambda i: f"  - {{name: v{i}, emptyDir: {{}}}}\n", size=SIZE - 200)),
    "wide tolerations": manifest("  containers: [{name: a, image: b}]\n  tolerations:\n" + fill("  - {operator: Exists}\n", size=SIZE - 200)),
    "wrong keys": manifest(fill(lambda i: f"  k{i}: a\n", size=SIZE - 200)),
    "wrong items": manifest("  containers:\n" + fill("  - 1\n", size=SIZE - 200)),
    "labels": "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels:\n" + fill(lambda i: f"    k{i}: a\n", size=SIZE - 200),
    "data": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n" + fill(lambda i: f"  k{i}: a\n", size=SIZE - 200),
    "many objects": fill(lambda i: f"---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a{i}}}\n"),
    "same objects": fill("---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"),
    "unknown kinds": fill(lambda i: f"---\napiVersion: x/v1\nkind: K{i}\nmetadata: {{name: a}}\n"),
    "no objects": fill("---\na: 1\n"),
    "services": fill(lambda i: f"---\napiVersion: v1\nkind: Service\nmetadata: {{name: a{i}}}\nspec: {{selector: {{a: b{i}}}, ports: [{{port: 1}}]}}\n"),
    "pods and services": fill(lambda i: f"---\napiVersion: v1\nkind: {'Pod' if i % 2 else 'Service'}\nmetadata: {{name: a{i}, labels: {{a: b}}}}\nspec: {'{containers: [{name: a, image: b:1}]}' if i % 2 else '{selector: {a: c}, ports: [{port: 1}]}'}\n"),
    "claims": fill(lambda i: f"---\napiVersion: v1\nkind: Pod\nmetadata: {{name: a{i}}}\nspec: {{containers: [{{name: a, image: b}}], volumes: [{{name: v, persistentVolumeClaim: {{claimName: c{i}}}}}]}}\n"),
    "a list": "apiVersion: v1\nkind: List\nitems:\n" + fill(lambda i: f"- {{apiVersion: v1, kind: ConfigMap, metadata: {{name: a{i}}}}}\n", size=SIZE - 100),
    "lists in lists": "{apiVersion: v1, kind: List, items: [" * 60 + "]}" * 60,
    "quantities": manifest("  containers:\n" + fill(lambda i: f"  - {{name: a{i}, image: b, resources: {{limits: {{cpu: {'9' * 60}, memory: 1Qi}}}}}}\n", size=SIZE - 200)),
    "long quantity": manifest("  containers:\n  - {name: a, image: b, resources: {limits: {cpu: \"" + "9" * (SIZE - 300) + "\"}}}\n"),
    "long name": "apiVersion: v1\nkind: Pod\nmetadata: {name: " + "a" * (SIZE - 200) + "}\nspec: {containers: [{name: a, image: b}]}\n",
    "long image": manifest("  containers:\n  - {name: a, image: \"" + "a/" * (SIZE // 2 - 100) + "\"}\n"),
    "long schedule": "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec: {schedule: \"" + "1," * (SIZE // 2 - 200) + "1 * * * *\", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: b}]}}}}}\n",
    "selectors": manifest("  containers: [{name: a, image: b}]\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [" + fill("{key: a, operator: In, values: [b]}, ", size=SIZE - 400) + "]}]}}}\n"),
}


def crd(schema: dict) -> str:
    versions = [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}]
    return json.dumps({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "ks.x.io"},
        "spec": {"group": "x.io", "scope": "Namespaced", "names": {"kind": "K", "plural": "ks"}, "versions": versions},
    }) + "\n---\n" + json.dumps({"apiVersion": "x.io/v1", "kind": "K", "metadata": {"name": "a"}, "spec": {"a": "a" * 40 + "!", "l": list(range(200))}})


def tower(depth: int, keyword: str) -> dict:
    schema = {"type": "object"}
    for _ in range(depth):
        schema = {keyword: [schema, schema]}
    return schema


def object_schema(**properties) -> dict:
    return {"type": "object", "properties": properties}


MANIFESTS |= {
    "definition with patterns": crd(object_schema(spec=object_schema(a={"type": "string", "pattern": "(a+)+$"}))),
    "definition with rules": crd(object_schema(spec={"type": "object", "properties": {"l": {"type": "array", "items": {"type": "integer"}}}, "x-kubernetes-validations": [{"rule": "self.l.all(a, self.l.all(b, self.l.all(c, self.l.all(d, a + b + c + d >= 0))))"}]})),
    "definition with a tower": crd(tower(15, "anyOf")),
    "definition with many keys": crd(object_schema(spec=object_schema(**{f"k{i}": {"type": "string"} for i in range(20000)}))),
}


def chart(schema=None, values="name: a\n", **templates) -> dict:
    files = {"Chart.yaml": CHART, "values.yaml": values, "templates/pod.yaml": POD}
    if schema is not None:
        files["values.schema.json"] = schema if isinstance(schema, str) else json.dumps(schema)
    else:
        files["values.schema.json"] = json.dumps(SCHEMA)
    for path, text in templates.items():
        files["templates/" + path.replace("__", ".")] = text
    return files


def with_rule(rule: str, extra=None, **more) -> dict:
    schema = json.loads(json.dumps(SCHEMA))
    schema["properties"].update(extra or {})
    schema["x-kubernetes-validations"] = [{"rule": rule, "message": "no", **more}]
    return schema


def with_properties(**properties) -> dict:
    schema = json.loads(json.dumps(SCHEMA))
    schema["properties"].update(properties)
    return schema


def nested_schema(depth: int) -> str:
    return json.dumps(SCHEMA)[:-2] + ', "k": ' + '{"properties": {"k": ' * depth + "{}" + "}}" * depth + "}}"


def wide_tower(depth: int, keyword: str) -> dict:
    """Definitions that each name the one before twice: small as text, large when unfolded."""
    definitions = {"d0": {"type": "string", "pattern": "^b"}}
    for level in range(1, depth):
        reference = {"$ref": f"#/$defs/d{level - 1}"}
        definitions[f"d{level}"] = {keyword: [reference, reference]}
    schema = with_properties(k={"$ref": f"#/$defs/d{depth - 1}"})
    return schema | {"$defs": definitions}


LISTS = "l: [" + ", ".join(str(i) for i in range(2000)) + "]\nname: a\n"
ITEMS = {"l": {"type": "array", "items": {"type": "integer"}, "default": [], "description": "x"}}
ALL4 = "self.l.all(a, self.l.all(b, self.l.all(c, a + b + c >= 0)))"
DOUBLE = "[[[[[[[[[[1,2].map(x,[x,x,x,x,x,x,x,x])"

CHARTS = {
    "regex (a+)+$": (chart(with_properties(k={"type": "string", "pattern": "(a+)+$"}), values=f"name: a\nk: {'a' * 100000}!\n")),
    "regex with backreference": chart(with_properties(k={"type": "string", "pattern": "^(a+)+\\1$"}), values=f"name: a\nk: {'a' * 5000}!\n"),
    "regex with lookahead": chart(with_properties(k={"type": "string", "pattern": "^(?=(a+)+b)(a|aa)+$"}), values=f"name: a\nk: {'a' * 5000}!\n"),
    "regex large": chart(with_properties(k={"type": "string", "pattern": "(((a{100}){100}){100})"})),
    "regex very large": chart(with_properties(k={"type": "string", "pattern": "x" * (SIZE - 2000)})),
    "regex with classes": chart(with_properties(k={"type": "string", "pattern": "\\w{500}" * 200}), values="name: a\nk: " + "a" * 10000 + "\n"),
    "pattern properties": chart(with_properties(k={"type": "object", "patternProperties": {f"^(a+)+{i}$": {} for i in range(300)}}), values="name: a\nk:\n" + fill(lambda i: f"  aaaaaaaaaaaaaaaaaaaa{i}: 1\n", size=200000)),
    "many properties": chart(with_properties(**{f"k{i}": {"type": "string", "default": "", "description": "x"} for i in range(14000)})),
    "many wrong properties": chart(with_properties(**{f"k{i}": {"type": "string"} for i in range(14000)}), values="name: a\n" + "".join(f"k{i}: 1\n" for i in range(14000))),
    "nested schema": chart(nested_schema(40000)),
    "nested schema in bounds": chart(nested_schema(55)),
    "nested json": chart("[" * (SIZE - 10)),
    "schema tower allOf": chart(with_properties(k=tower(13, "allOf")), values="name: a\nk: 1\n"),
    "schema tower anyOf": chart(with_properties(k=tower(13, "anyOf")), values="name: a\nk: 1\n"),
    "schema tower oneOf": chart(with_properties(k=tower(13, "oneOf")), values="name: a\nk: 1\n"),
    "unfolding allOf": chart(wide_tower(26, "allOf"), values="name: a\nk: a\n"),
    "unfolding anyOf": chart(wide_tower(26, "anyOf"), values="name: a\nk: a\n"),
    "unfolding oneOf": chart(wide_tower(26, "oneOf"), values="name: a\nk: a\n"),
    "unfolding properties": chart(with_properties(k={"$ref": "#/$defs/d25"}) | {"$defs": {f"d{i}": ({"properties": {"a": {"$ref": f"#/$defs/d{i-1}"}, "b": {"$ref": f"#/$defs/d{i-1}"}}} if i else {"type": "string"}) for i in range(26)}}, values="name: a\nk: {a: {b: {a: 1}}}\n"),
    "$ref loop": chart(with_properties(k={"$ref": "#/$defs/a"}) | {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}, values="name: a\nk: 1\n"),
    "$ref to itself": chart({"$ref": "#"}),
    "$ref loop in properties": chart(with_properties(k={"$ref": "#/$defs/a"}) | {"$defs": {"a": {"properties": {"k": {"$ref": "#/$defs/a"}, "l": {"$ref": "#/$defs/a"}}}}}, values="name: a\nk: {k: {l: {k: 1}}}\n"),
    "$ref chain": chart(with_properties(k={"$ref": "#/$defs/d20000"}) | {"$defs": {f"d{i}": ({"$ref": f"#/$defs/d{i-1}"} if i else {"type": "string"}) for i in range(20001)}}, values="name: a\nk: 1\n"),
    "$ref with many tildes": chart(with_properties(k={"$ref": "#/" + "~0" * 400000})),
    "long enum": chart(with_properties(name={"enum": [f"v{i}" for i in range(80000)]})),
    "long enum of near": chart(with_properties(name={"enum": ["a" * 60 + f"{i:05d}" for i in range(14000)]}), values="name: " + "a" * 64 + "\n"),
    "unique items": chart(with_properties(l={"type": "array", "uniqueItems": True}), values="name: a\nl:\n" + fill(lambda i: f"- {{a: {i}}}\n", size=SIZE - 2000)),
    "contains": chart(with_properties(l={"type": "array", "contains": {"const": -1}}), values="name: a\nl:\n" + fill(lambda i: f"- {i}\n", size=SIZE - 2000)),
    "unevaluated": chart(with_properties(k={"allOf": [{"properties": {f"a{i}": True}} for i in range(500)], "unevaluatedProperties": False}), values="name: a\nk:\n" + fill(lambda i: f"  a{i}: 1\n", size=100000)),
    "dependencies": chart(with_properties(k={"dependentRequired": {f"a{i}": [f"a{i+1}"] for i in range(20000)}}), values="name: a\nk:\n" + fill(lambda i: f"  a{i}: 1\n", size=200000)),
    "multiple of": chart(with_properties(k={"multipleOf": 1e-300}), values="name: a\nk: 1e300\n"),
    "remote $ref": chart(with_properties(k={"$ref": "http://192.0.2.1/x.json"})),
    "device $ref": chart(with_properties(k={"$ref": "file:///dev/zero"})),
    "deep rule": chart(with_rule("(" * 20000 + "true" + ")" * 20000)),
    "deep rule in bounds": chart(with_rule("(" * 90 + "true" + ")" * 90)),
    "deep rule of not": chart(with_rule("!" * 100000 + "true")),
    "deep rule of minus": chart(with_rule("-" * 100000 + "1 == 1")),
    "deep rule of and": chart(with_rule("true" + " && true" * 60000)),
    "deep rule of plus": chart(with_rule("1" + " + 1" * 100000 + " > 0")),
    "deep rule of choices": chart(with_rule("true ? " * 40000 + "true" + " : false" * 40000)),
    "deep rule of lists": chart(with_rule("[" * 100000 + "]" * 100000 + " == []")),
    "deep rule of points": chart(with_rule("self" + ".a" * 200000 + " == 1")),
    "deep rule of calls": chart(with_rule("size(" * 50000 + "'a'" + ")" * 50000 + " > 0")),
    "deep rule of indexes": chart(with_rule("self" + "['a']" * 100000 + " == 1")),
    "long rule text": chart(with_rule("'" + "a" * (SIZE - 3000) + "' == ''")),
    "nested loops in a rule": chart(with_rule(ALL4, ITEMS), values=LISTS),
    "doubling rule": chart(with_rule("[1].map(a, 'x'" + " + 'x'" * 20 + ").size() > 0")),
    "growing list in a rule": chart(with_rule("self.l.map(a, self.l).map(b, b.map(c, self.l)).size() > 0", ITEMS), values=LISTS),
    "growing text in a rule": chart(with_rule("self.l.map(a, self.l.map(b, string(a) + string(b))).size() > 0", ITEMS), values=LISTS),
    "regex in a rule": chart(with_rule("self.name.matches('(a+)+$')"), values=f"name: {'a' * 100000}!\n"),
    "many regexes in a rule": chart(with_rule("self.l.all(a, 'aaaaaaaaaaaaaaaaaaaa'.matches('(a+)+' + string(a)))", ITEMS), values=LISTS),
    "replace in a rule": chart(with_rule("'" + "a" * 1000 + "'.replace('a', '" + "a" * 1000 + "').replace('a', '" + "a" * 1000 + "').size() > 0")),
    "rule at every item": chart(with_properties(l={"type": "array", "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self < 0", "message": "no"}]}}), values="name: a\nl:\n" + fill(lambda i: f"- {i}\n", size=SIZE - 2000)),
    "message of every item": chart(with_rule("false", ITEMS, messageExpression="self.l.map(a, string(a)).join(',')"), values="name: a\nl:\n" + fill(lambda i: f"- {i}\n", size=SIZE - 2000)),
    "many rules": chart(with_properties() | {"x-kubernetes-validations": [{"rule": f"self.name != 'x{i}'", "message": "no"} for i in range(14000)]}),
    "many broken rules": chart(with_properties() | {"x-kubernetes-validations": [{"rule": "self.name ==", "message": "no"} for i in range(14000)]}),
    "many broken patterns": chart(with_properties(**{f"k{i}": {"pattern": "(", "default": "", "description": "x"} for i in range(14000)})),
    "many references to nowhere": chart(with_properties(**{f"k{i}": {"$ref": f"#/$defs/d{i}"} for i in range(14000)})),
    "template loop": chart(a__yaml="{% for i in range(end=100000000) %}x{% endfor %}"),
    "template loops nested": chart(a__yaml="{% for i in range(end=1000) %}{% for j in range(end=1000) %}{% for k in range(end=1000) %}x{% endfor %}{% endfor %}{% endfor %}"),
    "template loop without body": chart(a__yaml="{% for i in range(end=900000) %}{% endfor %}a: 1\n"),
    "template loop of text": chart(a__yaml="{% for i in range(end=100000) %}" + "# " + "x" * 9000 + "\n{% endfor %}"),
    "template loop of values": chart(a__yaml="{% for i in range(end=100000) %}a{{ i }}: {{ values.name }}\n{% endfor %}", values="name: " + "a" * 9000 + "\n"),
    "template of objects": chart(a__yaml="{% for i in range(end=40000) %}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ 'a' ~ i }}\n{% endfor %}"),
    "template of bad objects": chart(a__yaml="{% for i in range(end=20000) %}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  nam: {{ 'a' ~ i }}\n{% endfor %}"),
    "template of bad keys": chart(a__yaml="apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n{% for i in range(end=20000) %}\nk{{ i }}: 1{% endfor %}"),
    "template doubling": chart(a__yaml="{% set a = 'xxxxxxxxxxxxxxxx' %}" + "{% set a = a ~ a %}" * 60 + "a: {{ a }}\n"),
    "template doubling in a loop": chart(a__yaml="{% set a = 'x' %}{% for i in range(end=100) %}{% set_global a = a ~ a %}{% endfor %}a: {{ a }}\n"),
    "template doubling in one expression": chart(a__yaml="{% set a = '" + "x" * 100000 + "' %}a: {{ " + " ~ ".join(["a"] * 20000) + " }}\n"),
    "template replace": chart(a__yaml="{% set a = '" + "x" * 100000 + "' %}a: {{ a | replace(from='x', to=a) }}\n"),
    "template includes itself": chart(a__yaml="{% include 'a.yaml' %}"),
    "template includes in a circle": chart(a__yaml="{% include 'b.yaml' %}", b__yaml="{% include 'a.yaml' %}"),
    "template includes unfolding": {**chart(), **{f"templates/_p{i}.yaml": (f"{{% include '_p{i-1}.yaml' %}}" * 10 if i else "# x\n") for i in range(12)}, "templates/a.yaml": "{% include '_p11.yaml' %}"},
    "template deep blocks": chart(a__yaml="{% if true %}" * 20000 + "a: 1" + "{% endif %}" * 20000),
    "template deep expression": chart(a__yaml="a: {{ " + "(" * 100000 + "1" + ")" * 100000 + " }}\n"),
    "template deep not": chart(a__yaml="{% if " + "not " * 100000 + "true %}a: 1{% endif %}\n"),
    "template deep list": chart(a__yaml="a: {{ " + "[" * 100000 + "]" * 100000 + " | yaml }}\n"),
    "template long concat": chart(a__yaml="a: {{ " + "'x' ~ " * 100000 + "'x' }}\n"),
    "template long plus": chart(a__yaml="a: {{ " + "1 + " * 200000 + "1 }}\n"),
    "template long filters": chart(a__yaml="a: {{ 'x'" + " | trim" * 100000 + " }}\n"),
    "template many tags": chart(a__yaml=fill("{{ values.name }}\n", head="# ")),
    "template many blocks": chart(a__yaml=fill("{% if values.name %}{% endif %}")),
    "template unclosed": chart(a__yaml=fill("{% if values.name %}")),
    "template opens": chart(a__yaml="{{" * (SIZE // 2)),
    "template many errors": chart(a__yaml=fill("{{ values.nme }}\n")),
    "template of long lines": chart(a__yaml="# " + "x" * SIZE),
    "template of brackets": chart(a__yaml="a: " + "[" * (SIZE - 10)),
    "template recursion by component": chart(a__yaml="{% component a() %}{{ <a /> }}{% endcomponent %}{{ <a /> }}"),
    "notes loop": chart() | {"NOTES.txt": "{% for i in range(end=100000000) %}x{% endfor %}"},
    "chart metadata of aliases": chart() | {"Chart.yaml": CHART + aliases_nested()},
    "chart metadata deep": chart() | {"Chart.yaml": CHART + "a: " + "[" * (SIZE - 200)},
    "chart metadata long": chart() | {"Chart.yaml": CHART.replace("A chart.", "x" * (SIZE - 200))},
    "chart values deep": chart(values="a: " + "[" * (SIZE - 10)),
    "chart values many keys": chart(values=fill(lambda i: f"k{i}: {i}\n", head="name: a\n")),
    "chart without schema": {k: v for k, v in chart(values=fill(lambda i: f"k{i}: {i}\n", head="name: a\n")).items() if "schema" not in k},
    "chart without schema, nested": {k: v for k, v in chart(values="name: a\n" + indented()).items() if "schema" not in k},
    "helmignore": chart() | {".helmignore": fill("*a*a*a*a*a*a*a*b\n"), "templates/" + "a" * 200 + ".yaml": "# x"},
    "many files": chart() | {f"templates/_f{i}.yaml": "# x\n" for i in range(3000)},
}

SETS = {
    "many keys": fill(lambda i: f"k{i}={i},"),
    "many levels": ",".join([".".join(["a"] * 30) + "=1"] * 10000),
    "many points": "a." * (SIZE // 2),
    "many brackets": "a" + "[0]" * (SIZE // 3),
    "many open brackets": "[" * SIZE,
    "large indexes": fill(lambda i: f"k{i}[65536]=1,"),
    "same index": fill(lambda i: "k[65535]=1,"),
    "lists": fill(lambda i: f"k{i}={{a,b,c}},"),
    "open list": "a={" + "x," * (SIZE // 2),
    "commas": "," * SIZE,
    "equals": "a" + "=" * SIZE,
    "escapes": "a=" + "\\," * (SIZE // 2),
    "nested lists": "a" + "[65536]" * 100 + "=1",
}


def archive(files: dict) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for path, text in files.items():
            entry = tarfile.TarInfo("mine/" + path)
            content = text.encode()
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return data.getvalue()


def values_runs(folder: pathlib.Path, text: str) -> list[list[str]]:
    (folder / "v.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
    formats = ["human", "short", "json", "sarif", "github", "junit"]
    runs = [["validate", "--message-format", name, "v.yaml"] for name in formats]
    runs += [["validate", "--fix", "v.yaml"], ["validate", "--render", "v.yaml"]]
    runs = runs[:6] + runs[7:] + [
        ["render", "-f", "v.yaml"],
        ["values", "-f", "v.yaml"],
        ["values", "--origins", "-f", "v.yaml"],
        ["import-values", "v.yaml"],
        ["check", "v.yaml"],
        ["check", "--crd", "v.yaml", "v.yaml"],
        ["export", "-f", "v.yaml", "-o", "out.tgz"],
        ["validate", "--fix", "v.yaml"],
    ]
    return runs


def chart_runs(folder: pathlib.Path, files: dict) -> list[list[str]]:
    for path, text in files.items():
        target = folder / "mine" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    (folder / "mine.tgz").write_bytes(archive(files))
    (folder / "v.yaml").write_text("name: b\n")
    return [
        ["lint", "./mine"],
        ["lint", "--message-format", "json", "mine.tgz"],
        ["render", "--chart", "./mine"],
        ["render", "--notes", "--chart", "./mine", "-f", "v.yaml"],
        ["render", "--output", "json", "--chart", "mine.tgz"],
        ["validate", "--chart", "./mine", "v.yaml"],
        ["values", "--chart", "./mine"],
        ["values", "--origins", "--output", "json", "--chart", "./mine"],
        ["docs", "./mine"],
        ["schema", "./mine"],
        ["package", "./mine", "-d", "out"],
        ["export", "--chart", "./mine", "-o", "out/x"],
        ["export", "--kustomize", "--chart", "./mine", "-o", "out/y"],
    ]


def manifest_runs(folder: pathlib.Path, text: str) -> list[list[str]]:
    (folder / "m.yaml").write_text(text)
    return [["check", "m.yaml"], ["check", "--message-format", "json", "m.yaml"], ["check", "--message-format", "junit", "m.yaml"]]


def set_runs(folder: pathlib.Path, text: str) -> list[list[str]]:
    """One argument may have 128 KiB at most on Linux, so there are several."""
    pieces = [text[at : at + 100_000] for at in range(0, len(text), 100_000)]
    runs = []
    for flag in ("--set", "--set-string", "--set-json"):
        flags = [argument for piece in pieces for argument in (flag, piece)]
        runs += [["render", *flags], ["values", *flags]]
    return runs


def runs() -> list:
    groups = [("values", VALUES, values_runs), ("manifest", MANIFESTS, manifest_runs), ("chart", CHARTS, chart_runs), ("set", SETS, set_runs)]
    return [(f"{group}: {name}", make, data) for group, inputs, make in groups for name, data in inputs.items()]


WORST = [
    "values: one key",
    "values: one key of several lines",
    "values: duplicate flow keys",
    "values: aliases nested",
    "manifest: wrong items",
    "manifest: pods and services",
    "chart: many properties",
    "chart: many wrong properties",
    "chart: unfolding allOf",
    "set: large indexes",
    "set: nested lists",
]


def each_command_once(arguments: list[list[str]]) -> list[list[str]]:
    return list({one[0]: one for one in reversed(arguments)}.values())


def main() -> None:
    chartgen = str(pathlib.Path(sys.argv[1]).resolve())
    everything, wanted = "--all" in sys.argv, [word for word in sys.argv[2:] if word != "--all"]
    usual = not everything and not wanted
    runner = Runner()
    failures, count, worst = [], 0, {}
    for name, make, data in runs():
        if wanted and not any(word in name for word in wanted):
            continue
        if usual and name not in WORST:
            continue
        top = (0.0, "", 0.0, "")
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            commands = make(folder, data)
            for arguments in each_command_once(commands) if usual else commands:
                code, seconds, memory, errors = runner.run([chartgen, *arguments], place, WALL)
                count += 1
                shown = " ".join(argument[:40] for argument in arguments[:8])
                if code not in (0, 1, 2):
                    failures.append(f"{name}: {shown}: ended with {code} after {seconds:.1f} s: {errors[-300:]!r}")
                if seconds > SECONDS * FACTOR:
                    failures.append(f"{name}: {shown}: {seconds:.2f} s of processor time")
                if memory > MEBIBYTES:
                    failures.append(f"{name}: {shown}: {memory:.0f} MiB")
                slower, larger = seconds > top[0], memory > top[2]
                top = (seconds if slower else top[0], shown if slower else top[1], memory if larger else top[2], shown if larger else top[3])
        worst[name] = top
        if wanted or os.environ.get("VERBOSE"):
            print(f"{name:48} {top[0]:6.2f} s  {top[2]:5.0f} MiB  {top[1]} | {top[3]}", flush=True)
    for title, key in (("slowest", 0), ("largest", 2)):
        print(title)
        for name, top in sorted(worst.items(), key=lambda item: -item[1][key])[:12]:
            print(f"  {name:46} {top[0]:6.2f} s  {top[2]:5.0f} MiB  {top[key + 1]}")
    print(f"{count} runs on {len(worst)} inputs; the bounds are {SECONDS * FACTOR:g} s and {MEBIBYTES} MiB")
    if failures:
        print("\n".join(failures))
        sys.exit(f"{len(failures)} failures")


if __name__ == "__main__":
    main()
