#!/usr/bin/env python3
"""What the pages show with tools beside chartgen: kubectl's plugins, kubectl kustomize, make.

    check_documents.py CHARTGEN

Runs every command of the pages in order, with the files that they show, as tests/readme.rs does
without those tools. KUBECTL names the kubectl to use.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ("docs/kustomize.md", "docs/make.md", "docs/shell.md")


class Reader:
    """Someone who follows a page in a folder of their own."""

    def __init__(self, program, folder):
        self.folder = folder
        tools = folder / "tools"
        tools.mkdir()
        (tools / "chartgen").symlink_to(program)
        (tools / "kubectl").symlink_to(Path(os.environ.get("KUBECTL") or shutil.which("kubectl")).resolve())
        path = os.pathsep.join(map(str, (tools, folder / ".local/bin", "/usr/bin", "/bin")))
        self.environment = {"PATH": path, "HOME": str(folder)}

    def run(self, command, expected=0):
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, check=False)
        if (done.returncode == 0) != (expected == 0):
            sys.exit(f"`{command}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def follow(self, page):
        """Each command of the page with what it printed."""
        printed = {}
        for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
            first, rest = block.split("\n", 1)
            name = re.fullmatch(r"# (\S+)", first)
            if language == "console":
                for command in re.findall(r"^\$ (.*)$", block, re.M):
                    printed[command] = self.run(command).stdout
            elif name:
                path = self.folder / name[1]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(rest if rest.startswith("#!") else block)
        return printed


def kustomize(reader, printed):
    built = next(text for command, text in printed.items() if "--enable-alpha-plugins" in command)
    objects = list(yaml.safe_load_all(built))
    assert {one["kind"] for one in objects} == {"PersistentVolumeClaim", "Pod", "PyTorchJob"}, built
    for one in objects:
        assert one["metadata"]["namespace"] == "team-a", one
        assert one["metadata"]["annotations"]["example.com/team"] == "vision", one
    job = next(one for one in objects if one["kind"] == "PyTorchJob")
    assert job["spec"]["pytorchReplicaSpecs"]["Worker"]["replicas"] == 2, job
    added = yaml.safe_load(printed["chartgen generate < list.yaml"])
    assert added["kind"] == "ResourceList" and len(added["items"]) == 3, added
    generator = reader.folder / "app/generator.yaml"
    generator.write_text(generator.read_text().replace("workers: 2", "workerz: 2"))
    command = next(command for command in printed if "--enable-alpha-plugins" in command)
    refused = reader.run(command, expected=1)
    assert "unknown-key" in refused.stderr and not refused.stdout, refused


def make(reader, _printed):
    manifest = reader.folder / "manifests/medical-meadow.yaml"
    first = manifest.read_bytes()
    assert b'storageClassName: "shared"' in first, first
    assert "chartgen render" not in reader.run("make all").stdout, "made anew without a change"
    job = reader.folder / "jobs/medical-meadow.yaml"
    sound = job.read_text()
    job.write_text(sound + "nonsense: 1\n")
    refused = reader.run("make all", expected=2)
    assert "unknown-key" in refused.stderr, refused
    assert manifest.read_bytes() == first, "a fault has changed the manifest"
    reader.run("make check", expected=2)


def shell(reader, printed):
    assert "llm-finetune" in printed["kubectl chartgen list"]
    usage = reader.run("kubectl chartgen render --help").stdout
    assert "Usage: kubectl chartgen render" in usage, usage
    offered = reader.run("kubectl __complete chartgen render --set image.pull").stdout
    assert offered.startswith("image.pullPolicy="), offered


def main():
    program = Path(sys.argv[1]).resolve()
    for page, check in zip(PAGES, (kustomize, make, shell)):
        with tempfile.TemporaryDirectory() as name:
            reader = Reader(program, Path(name))
            printed = reader.follow((ROOT / page).read_text())
            check(reader, printed)
            print(f"{page}: {len(printed)} commands")


if __name__ == "__main__":
    main()
