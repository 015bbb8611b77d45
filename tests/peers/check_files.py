"""Interrupts, starves and races every command that writes files: no half-written file, no file outside.

Usage: check_files.py CHARTGEN
"""

import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASE = ROOT / "use-cases" / "medical_meadow.yaml"
TOKEN = ["--set", "secret.token=hf_FAKEfakeFAKEfake0000"]
RANDOM = random.Random(9)
KILLS = 20
OLD = "distributed:\n  workerz: 2\n  train:\n    datasetName: owner/name\n"


def writers(chartgen: str) -> dict[str, list[str]]:
    """Every command that writes below the folder `out`, which is the working folder."""
    many = ["-f", str(CASE), *TOKEN]
    return {
        "render": [chartgen, "render", *many, "--output-dir", "out"],
        "export folder": [chartgen, "export", *many, "-o", "out"],
        "kustomize": [chartgen, "export", "--kustomize", *many, "-o", "out"],
        "export archive": [chartgen, "export", *many, "-o", "out/release.tgz"],
        "package": [chartgen, "package", "llm-finetune", "-d", "out"],
        "init": [chartgen, "init", "medical_meadow", "--force", "-o", "out/my.yaml"],
        "new": [chartgen, "new", "out"],
        "import-values": [chartgen, "import-values", str(CASE), "-o", "out/new.yaml"],
        "manual": [chartgen, "completions", "man", "-o", "out"],
    }


MAKES_FOLDER = {"export folder", "kustomize", "new"}


def files(folder: pathlib.Path) -> dict[str, bytes]:
    """Every file below a folder."""
    found = [path for path in folder.rglob("*") if path.is_file() or path.is_symlink()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def is_temporary(name: str) -> bool:
    """Whether it is, or lies in, what a run that was killed left under a name of its own."""
    return any(part.startswith(".chartgen-") and part.endswith(".tmp") for part in name.split("/"))


def run(command, cwd, **more) -> subprocess.CompletedProcess:
    return subprocess.run(command, cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, **more)


def place(folder: pathlib.Path, name: str) -> pathlib.Path:
    """A fresh working folder; with the folder `out` unless the command makes that."""
    work = folder / RANDOM.randbytes(4).hex()
    work.mkdir()
    if name not in MAKES_FOLDER:
        (work / "out").mkdir()
    return work


def whole(name: str, command: list[str], folder: pathlib.Path) -> dict[str, bytes]:
    """What an undisturbed run writes."""
    work = place(folder, name)
    done = run(command, work)
    assert done.returncode == 0, f"{name}: {done.stderr.decode()}"
    made = files(work)
    assert made and not any(map(is_temporary, made)), f"{name}: {sorted(made)}"
    return made


def fits(name: str, seen: dict[str, bytes], expected: dict[str, bytes]) -> None:
    """Every file under its final name is whole."""
    for path, content in seen.items():
        if not is_temporary(path):
            assert path in expected, f"{name}: a stray file {path}"
            assert content == expected[path], f"{name}: {path} is half-written"


def check_kills(name: str, command: list[str], expected: dict[str, bytes], folder: pathlib.Path) -> int:
    """Killed at random moments, twice or more in the same folder."""
    work = place(folder, name)
    started = time.monotonic()
    run(command, work)
    takes = time.monotonic() - started
    shutil.rmtree(work)
    work = place(folder, name)
    left = 0
    for _ in range(KILLS):
        process = subprocess.Popen(command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(RANDOM.uniform(0, takes * 1.2))
        process.send_signal(RANDOM.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
        process.wait()
        seen = files(work)
        fits(name, seen, expected)
        left = max(left, sum(map(is_temporary, seen)))
        if name in MAKES_FOLDER and (work / "out").exists():
            shown = {path for path in seen if path.startswith("out/")}
            assert shown == set(expected), f"{name}: a part of the folder: {sorted(shown)}"
            shutil.rmtree(work / "out")
    assert left <= len(expected), f"{name}: {left} temporary files collected"
    done = run(command, work)
    assert done.returncode == 0, f"{name}: {done.stderr.decode()}"
    seen = files(work)
    assert seen == expected, f"{name}: {sorted(set(seen) ^ set(expected))} after a whole run"
    return left


def check_full(name: str, command: list[str], expected: dict[str, bytes], folder: pathlib.Path) -> None:
    """A file that cannot grow, as on a full disk: a message, and nothing half-written."""

    def starve() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))

    work = place(folder, name)
    done = run(command, work, preexec_fn=starve)
    shown = done.stderr.decode()
    assert done.returncode == 2, f"{name}: ended with {done.returncode}: {shown}"
    assert "error: cannot write" in shown and "os error" not in shown, f"{name}: {shown}"
    seen = files(work)
    assert not any(map(is_temporary, seen)), f"{name}: {sorted(seen)}"
    fits(name, seen, expected)
    if name in MAKES_FOLDER:
        assert not (work / "out").exists(), f"{name}: a part of the folder: {sorted(seen)}"


def fill(mount: pathlib.Path) -> None:
    """Takes all the room that is left."""
    with (mount / "filler").open("ab", buffering=0) as filler:
        try:
            while filler.write(b"x" * 1024):
                pass
        except OSError:
            pass


def check_mounted(chartgen: str, folder: pathlib.Path) -> list[str]:
    """Really full and really read-only file systems, where this user may mount them."""
    done = []
    for kind, words in [("full", "no space is left"), ("read-only", "read-only")]:
        for name, command in writers(chartgen).items():
            mount = folder / f"{kind} {name}"
            mount.mkdir()
            mounted = run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(mount)], folder)
            if mounted.returncode != 0:
                print(f"a {kind} file system cannot be mounted here: {mounted.stderr.decode().strip()}")
                break
            try:
                if name not in MAKES_FOLDER:
                    (mount / "out").mkdir()
                if kind == "full":
                    fill(mount)
                else:
                    subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
                ended = run(command, mount)
                shown = ended.stderr.decode()
                assert ended.returncode == 2 and words in shown, f"{name} on a {kind} disk: {ended.returncode} {shown}"
                left = [path for path in mount.rglob("*") if path.is_file() and path.name != "filler"]
                assert not left, f"{name} on a {kind} disk leaves {left}"
                done.append(f"{kind}: {name}")
            finally:
                subprocess.run(["umount", str(mount)], check=True)
    return done


def check_race(name: str, command: list[str], expected: dict[str, bytes], folder: pathlib.Path) -> int:
    """Eight at once: each ends well or says that another one is writing."""
    work = place(folder, name)
    processes = [
        subprocess.Popen(command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(8)
    ]
    well = 0
    for process in processes:
        _, errors = process.communicate()
        shown = errors.decode()
        assert process.returncode in (0, 2), f"{name}: {process.returncode} {shown}"
        well += process.returncode == 0
        if process.returncode == 2:
            known = ("another chartgen is writing", "is there already", "is not empty")
            assert any(words in shown for words in known), f"{name}: {shown}"
    assert well >= 1, f"{name}: none of eight ended well"
    assert files(work) == expected, f"{name}: {sorted(set(files(work)) ^ set(expected))}"
    return well


def check_links(chartgen: str, folder: pathlib.Path) -> None:
    """Links and files in the way: nothing outside the folder is touched."""
    render = writers(chartgen)["render"]
    for what in ("folder", "templates", "file", "temporary"):
        work = place(folder, "render")
        outside = work / "outside"
        outside.mkdir()
        (outside / "pvc.yaml").write_text("mine")
        target = work / "out" / "llm-finetune"
        if what == "folder":
            target.symlink_to(outside, target_is_directory=True)
        elif what == "templates":
            target.mkdir()
            (target / "templates").symlink_to(outside, target_is_directory=True)
        else:
            (target / "templates").mkdir(parents=True)
            for template in (ROOT / "charts/llm-finetune/templates").glob("*.yaml"):
                (target / "templates" / template.name).symlink_to(outside / "pvc.yaml")
        done = run(render, work)
        if what in ("folder", "templates"):
            assert done.returncode == 2 and b"link" in done.stderr, done.stderr
        else:
            assert done.returncode == 0, done.stderr
        assert files(outside) == {"pvc.yaml": b"mine"}, f"{what}: {files(outside)}"
    for path in ("llm-finetune", "llm-finetune/templates"):
        work = place(folder, "render")
        (work / "out" / path).parent.mkdir(exist_ok=True)
        (work / "out" / path).write_text("a file")
        done = run(render, work)
        assert done.returncode == 2 and b"not a folder" in done.stderr, done.stderr
        assert (work / "out" / path).read_text() == "a file"
    work = place(folder, "render")
    (work / "out" / "llm-finetune" / "templates" / "pytorchjob.yaml").mkdir(parents=True)
    done = run(render, work)
    assert done.returncode == 2 and b"it is a folder" in done.stderr, done.stderr


def check_modes(chartgen: str, folder: pathlib.Path) -> None:
    """Files with secrets are their owner's alone, also where a file of other mode is replaced."""
    for name in ("render", "export folder", "export archive", "kustomize"):
        work = place(folder, name)
        if name == "render":
            old = work / "out/llm-finetune/templates/secret.yaml"
            old.parent.mkdir(parents=True)
            old.write_text("old")
            old.chmod(0o644)
        assert run(writers(chartgen)[name], work).returncode == 0
        for path in (work / "out").rglob("*"):
            if path.is_file() and (b"kind: Secret" in path.read_bytes() or path.suffix == ".tgz"):
                assert path.stat().st_mode & 0o777 == 0o600, f"{name}: {path.name} {path.stat().st_mode:o}"
    work = place(folder, "fix")
    values = work / "v.yaml"
    values.write_text(OLD)
    values.chmod(0o640)
    assert run([chartgen, "validate", "--fix", "v.yaml"], work).returncode == 0
    assert values.read_text() == OLD.replace("workerz", "workers")
    assert values.stat().st_mode & 0o777 == 0o640


def check_fix(chartgen: str, folder: pathlib.Path) -> None:
    """A values file that is being mended is the old one or the new one."""
    old = OLD + "".join(f"# a comment that stays, {i}\n" for i in range(20000))
    new = old.replace("workerz", "workers")
    work = place(folder, "fix")
    for _ in range(KILLS):
        (work / "v.yaml").write_text(old)
        process = subprocess.Popen([chartgen, "validate", "--fix", "v.yaml"], cwd=work, stdout=subprocess.DEVNULL)
        time.sleep(RANDOM.uniform(0, 0.05))
        process.kill()
        process.wait()
        assert (work / "v.yaml").read_text() in (old, new), "the values file is half-written"
    run([chartgen, "validate", "--fix", "v.yaml"], work)
    assert files(work) == {"v.yaml": new.encode()}, sorted(files(work))


def check_pipes(chartgen: str, folder: pathlib.Path) -> None:
    """A reader that goes away is no failure; a standard output that is full is one."""
    commands = [
        ["render", "-f", str(CASE)],
        ["values", "--origins", "-f", str(CASE)],
        ["docs", "llm-finetune"],
        ["schema", "llm-finetune"],
        ["explain"],
        ["list"],
        ["completions", "bash"],
        ["--help"],
        ["render", "--help"],
        ["validate", "--message-format", "json", str(CASE)],
        ["lint", "-v", "llm-finetune"],
    ]
    for command in commands:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([chartgen, *command], stdout=writer, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        os.close(writer)
        assert done.returncode == 0 and b"panic" not in done.stderr, f"{command}: {done.returncode} {done.stderr}"
    bad = folder / "bad.yaml"
    bad.write_text("distributd: 1\n")
    for command in (["validate", "bad.yaml"], ["render", "-f", "bad.yaml"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([chartgen, *command], stdout=writer, stderr=writer, stdin=subprocess.DEVNULL, cwd=folder)
        os.close(writer)
        assert done.returncode == 1, f"{command}: {done.returncode}"
    with open("/dev/full", "w") as full:
        for command in (["render", "-f", str(CASE)], ["list"]):
            done = subprocess.run([chartgen, *command], stdout=full, stderr=subprocess.PIPE)
            assert done.returncode == 2 and b"no space is left" in done.stderr, f"{command}: {done.returncode} {done.stderr}"
        done = subprocess.run([chartgen, "render", "-f", str(bad)], stdout=subprocess.PIPE, stderr=full)
        assert done.returncode == 1 and done.stdout == b""


def main() -> None:
    chartgen = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_pipes(chartgen, folder)
        check_links(chartgen, folder)
        check_modes(chartgen, folder)
        check_fix(chartgen, folder)
        kills = 0
        for name, command in writers(chartgen).items():
            expected = whole(name, command, folder)
            check_full(name, command, expected, folder)
            check_race(name, command, expected, folder)
            check_kills(name, command, expected, folder)
            kills += KILLS
        mounted = check_mounted(chartgen, folder)
    print(f"{len(writers(''))} writers: {kills} kills, 8 at once, no room to write, links and files in the way; {len(mounted)} on full and read-only disks")


if __name__ == "__main__":
    main()
