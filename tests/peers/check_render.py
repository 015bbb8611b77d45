"""Renders every use case and reads the manifests back with an independent YAML parser.

Usage: check_render.py CHARTGEN
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "hf_FAKEfakeFAKEfake0000"
PROMPTS = [
    'He said "no": {{ not.a.template }} and {% raw %} too',
    "back\\slash \\n and 'single' quotes",
    "line one\nline two\n\n  indented: yes # no comment\n--- \n...",
    "emoji 🤖, é, 漢字, \u2028 line separator, \u0085 next line, \ufeff bom",
    "- looks: like\n- yaml",
    "tab\there, bell\a, escape\x1b[31m, delete\x7f",
    "$(date) ${HOME} `id` %s",
    "yes",
    "0o17",
    "1_000",
    "~",
]
NUMBERS = ["2e-5", "1e-3", "0.20", "1E-4", "0.1"]


def render(chartgen: str, *args: str) -> list[dict]:
    """The objects that chartgen prints for these arguments."""
    run = subprocess.run([chartgen, "render", *args], capture_output=True, text=True, cwd=ROOT)
    if run.returncode != 0:
        sys.exit(f"render {args} ended with {run.returncode}:\n{run.stderr}")
    return [document for document in yaml.safe_load_all(run.stdout) if document is not None]


def nulls(value, path=""):
    """The paths of all nulls below a value."""
    if value is None:
        yield path
    elif isinstance(value, dict):
        for key, child in value.items():
            yield from nulls(child, f"{path}.{key}")
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from nulls(child, f"{path}[{index}]")


def argv(objects: list[dict]) -> list[str]:
    """The command of the training container."""
    job = next(o for o in objects if o["kind"] == "PyTorchJob")
    container = job["spec"]["pytorchReplicaSpecs"]["Worker"]["template"]["spec"]["containers"][0]
    return container["command"] + container.get("args", [])


def after(arguments: list[str], flag: str) -> str:
    """The argument that follows a flag."""
    return arguments[arguments.index(flag) + 1]


def layer(folder: pathlib.Path, values: dict) -> str:
    """A values file with these values, as JSON, which is YAML too."""
    path = folder / "layer.yaml"
    path.write_text(json.dumps(values), encoding="utf-8")
    return str(path)


def main() -> None:
    chartgen = str(pathlib.Path(sys.argv[1]).resolve())
    checked = 0
    for case in sorted((ROOT / "use-cases").glob("*.yaml")):
        if case.stem == "custom":
            continue
        objects = render(chartgen, "-f", str(case))
        for thing in objects:
            assert not list(nulls(thing)), f"{case.stem}: null at {list(nulls(thing))}"
            checked += 1
    medical = str(ROOT / "use-cases" / "medical_meadow.yaml")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for prompt in PROMPTS:
            if "{" in prompt:
                continue
            values = {"distributed": {"train": {"promptWithInput": prompt}}}
            arguments = argv(render(chartgen, "-f", medical, "-f", layer(folder, values)))
            found = after(arguments, "--prompt_with_input")
            assert found == prompt, f"{prompt!r} arrived as {found!r}"
            assert all(isinstance(argument, str) for argument in arguments)
            checked += 1
        for prompt in PROMPTS:
            values = {"extraEnv": {"PROMPT": prompt}}
            objects = render(chartgen, "-f", medical, "-f", layer(folder, values))
            job = next(o for o in objects if o["kind"] == "PyTorchJob")
            spec = job["spec"]["pytorchReplicaSpecs"]["Worker"]["template"]["spec"]
            env = {e["name"]: e.get("value") for e in spec["containers"][0]["env"]}
            assert env["PROMPT"] == prompt, f"{prompt!r} arrived as {env['PROMPT']!r}"
            checked += 1
        for number in NUMBERS:
            path = folder / "number.yaml"
            path.write_text(f"distributed:\n  train:\n    learningRate: {number}\n")
            arguments = argv(render(chartgen, "-f", medical, "-f", str(path)))
            assert after(arguments, "--learning_rate") == number
            checked += 1
        path = folder / "uid.yaml"
        path.write_text("securityContext:\n  runAsUser: 1000700000\n")
        job = next(o for o in render(chartgen, "-f", medical, "-f", str(path)) if o["kind"] == "PyTorchJob")
        spec = job["spec"]["pytorchReplicaSpecs"]["Worker"]["template"]["spec"]
        assert spec["securityContext"]["runAsUser"] == 1000700000
        objects = render(chartgen, "-f", medical, "-f", layer(folder, {"secret": {"token": TOKEN}}))
        assert len(objects) == 4, [o["kind"] for o in objects]
        secret = next(o for o in objects if o["kind"] == "Secret")
        assert [base64.b64decode(v).decode() for v in secret["data"].values()] == [TOKEN]
        checked += 2
    print(f"{checked} renders read back as they were meant")


if __name__ == "__main__":
    main()
