"""Hostile and broken archives, made by another tar and gzip than chartgen's own, against the program.

Usage: check_archives.py CHARTGEN. Each archive must be refused with its own code, with nothing on
standard output and nothing written, in at most 64 MiB of memory. What is wanted is 100 ms of
processor time; the check says how long it took, and ends only at ten times that, since a machine
short of memory is slower than that to itself.
"""

import gzip
import io
import json
import os
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile

CHART = b"apiVersion: v2\nname: mine\nversion: 0.1.0\n"
MIB = 1024 * 1024


def member(name: str, content: bytes = b"", kind: bytes = tarfile.REGTYPE, link: str = "") -> tuple:
    """An entry as it is written, without any of Python's own checks."""
    info = tarfile.TarInfo(name)
    info.size, info.type, info.linkname, info.mode = len(content), kind, link, 0o644
    return info, content


def archive(*members: tuple, compression: int = 6) -> bytes:
    """A packed archive of the entries, in their order."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for info, content in members:
            tar.addfile(info, io.BytesIO(content))
    return gzip.compress(target.getvalue(), compression, mtime=0)


def changed(packed: bytes, place: int, value: bytes) -> bytes:
    """The archive with some bytes of its unpacked form replaced."""
    plain = bytearray(gzip.decompress(packed))
    plain[place : place + len(value)] = value
    return gzip.compress(bytes(plain), mtime=0)


def cases() -> dict:
    """Name: bytes and the code that is wanted."""
    chart = member("mine/Chart.yaml", CHART)
    good = archive(chart)
    noise = random.Random(1).randbytes(5 * MIB - 1)
    noise = bytes(32 + byte % 90 for byte in noise)
    one = lambda *m: archive(chart, member(*m))
    return {
        "no bytes": (b"", "archive-empty"),
        "nothing inside": (archive(), "archive-empty"),
        "only a folder": (archive(member("mine/", kind=tarfile.DIRTYPE)), "archive-empty"),
        "an error page": (b"<html>404 not found</html>", "archive-not-gzip"),
        "a zip file": (b"PK\x03\x04" + bytes(60), "archive-not-gzip"),
        "a header alone": (good[:12], "archive-gzip"),
        "cut off": (good[: len(good) // 2], "archive-gzip"),
        "a wrong checksum": (good[:-8] + bytes([good[-8] ^ 255]) + good[-7:], "archive-gzip"),
        "text in gzip": (gzip.compress(b"only text " * 100), "archive-tar"),
        "a wrong header": (changed(good, 0, b"X"), "archive-tar"),
        "a file longer than the archive": (changed(archive(chart), 124, b"77777777777"), "archive-tar"),
        "bytes behind the end": (good + b"more", "archive-trailing-data"),
        "a second archive behind": (good + good, "archive-trailing-data"),
        "a bomb of 1 GiB": (archive(chart, member("mine/zeros", bytes(1024 * MIB)), compression=1), "archive-file-too-large"),
        "a bomb of many files": (
            archive(chart, *(member(f"mine/{i}", bytes(4 * MIB)) for i in range(30))),
            "archive-bomb",
        ),
        "a large file": (archive(chart, member("mine/big", noise + noise)), "archive-file-too-large"),
        "too many files": (archive(*(member(f"mine/{i}", b"x%d" % (i * 7919)) for i in range(10_001))), "archive-too-many-files"),
        "a symbolic link": (one("mine/values.yaml", b"", tarfile.SYMTYPE, "/etc/passwd"), "archive-symlink"),
        "a hard link": (one("mine/values.yaml", b"", tarfile.LNKTYPE, "/etc/passwd"), "archive-hardlink"),
        "a character device": (one("mine/null", b"", tarfile.CHRTYPE), "archive-device"),
        "a block device": (one("mine/disk", b"", tarfile.BLKTYPE), "archive-device"),
        "a pipe": (one("mine/pipe", b"", tarfile.FIFOTYPE), "archive-device"),
        "an entry of no known kind": (one("mine/v", b"", b"V"), "archive-entry-type"),
        "an absolute path": (one("/etc/cron.d/x", b"x"), "archive-absolute-path"),
        "a drive": (one("C:/x", b"x"), "archive-absolute-path"),
        "a parent": (one("mine/../../x", b"x"), "archive-parent-path"),
        "a parent with backslashes": (one("mine\\..\\x", b"x"), "archive-parent-path"),
        "a backslash": (one("mine\\x", b"x"), "archive-name"),
        "an escape sequence": (one("mine/a\x1b[2J", b"x"), "archive-name"),
        "a file twice": (archive(chart, member("mine/a", b"1"), member("mine/a", b"2")), "archive-duplicate"),
        "a file as a folder": (archive(chart, member("mine/a", b"1"), member("mine/a/b", b"2")), "archive-file-as-folder"),
        "no folder": (archive(member("Chart.yaml", CHART)), "archive-no-folder"),
        "two folders": (archive(chart, member("other/Chart.yaml", CHART)), "archive-several-folders"),
        "bytes that are no text": (archive(chart, member("mine/values.yaml", b"\xff\xfe\x00")), "archive-not-text"),
        "no Chart.yaml": (archive(member("mine/values.yaml", b"a: 1\n")), "chart-metadata"),
        "a Chart.yaml that is no mapping": (archive(member("mine/Chart.yaml", b"- 1\n")), "chart-metadata"),
    }


def run(chartgen: str, folder: pathlib.Path) -> tuple:
    """Exit code, standard output, codes, processor time in ms and the most memory held in MiB."""
    command = [chartgen, "render", "--chart", "./mine.tgz", "--message-format", "json"]
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = child.stdout.read(), child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    codes = [d["code"] for d in json.loads(err)["diagnostics"]]
    return child.returncode, out, codes, (used.ru_utime + used.ru_stime) * 1000, used.ru_maxrss / 1024


def write(folder: pathlib.Path) -> None:
    """Each archive in a folder of its own, and what is wanted of it."""
    found = cases()
    for index, (content, _) in enumerate(found.values()):
        (folder / str(index)).mkdir()
        (folder / str(index) / "mine.tgz").write_bytes(content)
    index = [[name, wanted] for name, (_, wanted) in found.items()]
    (folder / "index.json").write_text(json.dumps(index))


def check(chartgen: str, folder: pathlib.Path) -> None:
    """Runs the program on every archive; ends the check when one is not refused as it should be."""
    wrong, times, sizes = [], [], []
    for index, (name, wanted) in enumerate(json.loads((folder / "index.json").read_text())):
        place = folder / str(index)
        # The best of three: a busy machine takes processor time from each.
        runs = [run(chartgen, place) for _ in range(3)]
        code, out, codes, _, memory = runs[0]
        time = min(run[3] for run in runs)
        if [code, out, codes] != [1, b"", [wanted]]:
            wrong.append(f"{name}: exit {code}, {codes}, wanted {wanted}")
        if [path.name for path in place.iterdir()] != ["mine.tgz"]:
            wrong.append(f"{name}: something was written")
        if time > 1000 or memory > 64:
            wrong.append(f"{name}: {time:.0f} ms, {memory:.0f} MiB")
        times.append((time, name))
        sizes.append((memory, name))
    (time, slowest), (memory, largest) = max(times), max(sizes)
    print(f"{len(times)} archives; slowest: {slowest}, {time:.0f} ms; largest: {largest}, {memory:.1f} MiB")
    if wrong:
        sys.exit("\n".join(wrong))


def main(chartgen: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # Another process makes the archives: a child's peak of memory counts from its parent's size.
        subprocess.run([sys.executable, __file__, "--write", folder], check=True)
        check(str(pathlib.Path(chartgen).resolve()), pathlib.Path(folder))


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        write(pathlib.Path(sys.argv[2]))
    else:
        main(sys.argv[1])
