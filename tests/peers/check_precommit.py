#!/usr/bin/env python3
"""The hooks under the real pre-commit, in a scratch git repository.

    check_precommit.py CHARTGEN

The hooks file and this repository's own configuration are validated by pre-commit itself. Then the
hooks run from `pre-commit install` to refused and passing commits: the entries are those of the
hooks file, with the given program in place of one that pre-commit would build.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
GOOD = """chart: llm-finetune
metadata:
  name: my-job
distributed:
  train:
    datasetName: owner/name
"""
# The shape of a Hugging Face token; it opens nothing.
TOKEN = "hf_" + "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh"


def run(*command, cwd, check=True):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=environment(cwd))
    if check and done.returncode != 0:
        sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return done


def environment(folder):
    bin_folder = str(Path(sys.executable).parent)
    return {
        "PATH": bin_folder + os.pathsep + os.environ["PATH"],
        "HOME": str(folder),
        "PRE_COMMIT_HOME": str(Path(folder) / ".pre-commit-home"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
        "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
    }


def configuration(program):
    """The hooks of the hooks file with the given program, each for its own folder."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    folders = {"chartgen-validate": "^layers/", "chartgen-render": "^jobs/", "chartgen-lint": "^charts/"}
    assert {hook["id"] for hook in hooks} == set(folders), hooks
    for hook in hooks:
        assert hook["language"] == "rust" and hook["types"] == ["yaml"], hook
        assert "files" not in hook and hook["entry"].startswith("chartgen "), hook
        hook["language"] = "system"
        hook["entry"] = hook["entry"].replace("chartgen", program, 1)
        hook["files"] = folders[hook["id"]]
    return yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]})


COMMITS = {True: 0, False: 0}


def commit(folder, *, passes, says=()):
    COMMITS[passes] += 1
    run("git", "add", "--all", cwd=folder)
    done = run("git", "commit", "--message", "x", cwd=folder, check=False)
    told = done.stdout + done.stderr
    if (done.returncode == 0) != passes:
        sys.exit(f"the commit should {'pass' if passes else 'be refused'}:\n{told}")
    for word in says:
        if word not in told:
            sys.exit(f"`{word}` is not said:\n{told}")
    return told


def own_hooks(program):
    """This repository's own hooks over all its files, with the given program in place of a build."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "clone"
        run("git", "clone", "--quiet", str(ROOT), str(folder), cwd=name)
        path = folder / ".pre-commit-config.yaml"
        text = path.read_text()
        assert text.count("cargo run --quiet --locked --") == 3, text
        path.write_text(text.replace("cargo run --quiet --locked --", program))
        told = run("pre-commit", "run", "--all-files", cwd=folder).stdout
        assert told.count("Passed") == 3, told
        case = folder / "use-cases/medical_meadow.yaml"
        case.write_text(case.read_text() + "nonsense: 1\n")
        refused = run("pre-commit", "run", "--all-files", cwd=folder, check=False)
        assert refused.returncode == 1 and "unknown-key" in refused.stdout, refused.stdout


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run("pre-commit", "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), cwd=folder)
        run("pre-commit", "validate-config", str(ROOT / ".pre-commit-config.yaml"), cwd=folder)
        run("git", "init", "--quiet", "--initial-branch", "main", cwd=folder)
        (folder / ".gitignore").write_text(".pre-commit-home\n.config\n.cache\n")
        (folder / ".pre-commit-config.yaml").write_text(configuration(program))
        run("pre-commit", "install", cwd=folder)

        jobs = folder / "jobs"
        jobs.mkdir()
        (jobs / "a.yaml").write_text(GOOD.replace("datasetName", "datasetNme"))
        commit(folder, passes=False, says=["chartgen render", "Failed", "unknown-key", "jobs/a.yaml:6:5"])
        (jobs / "a.yaml").write_text(GOOD)
        told = commit(folder, passes=True, says=["chartgen render", "Passed"])
        assert "error" not in told and "warning" not in told, told

        for number in range(60):
            (jobs / f"job-{number}.yaml").write_text(GOOD.replace("my-job", f"my-job-{number}"))
        commit(folder, passes=True)

        (jobs / "a.yaml").write_text(GOOD + f"secret:\n  token: {TOKEN}\n")
        told = commit(folder, passes=False, says=["token-in-values-file"])
        assert TOKEN not in told, "the token is shown"
        (jobs / "a.yaml").write_text(GOOD)

        (folder / "layers").mkdir()
        (folder / "layers" / "b.yaml").write_text("metadata: [1]\n")
        commit(folder, passes=False, says=["chartgen validate", "error[type]", "layers/b.yaml:1:11"])
        (folder / "layers" / "b.yaml").write_text(GOOD)

        (folder / "charts").mkdir()
        run(program, "new", "charts/web", cwd=folder)
        service = folder / "charts" / "web" / "templates" / "service.yaml"
        text = service.read_text()
        service.write_text(text.replace("name: {{", "name: a-{{"))
        commit(folder, passes=False, says=["chartgen lint", "template-glued", "templates/service.yaml:4:11"])
        service.write_text(text)
        commit(folder, passes=True)
        (folder / "other.yaml").write_text("a: [\n")
        commit(folder, passes=True, says=["Skipped"])
    own_hooks(program)
    print(f"pre-commit: {COMMITS[False]} refused commits, {COMMITS[True]} passing ones")


if __name__ == "__main__":
    main()
