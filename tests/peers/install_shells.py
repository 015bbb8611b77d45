"""Unpacks Zsh and Fish from Debian's packages, without installing them.

Usage: install_shells.py FOLDER; writes FOLDER/{bin,usr} with bin/zsh and usr/bin/fish.
"""

import pathlib
import subprocess
import sys
import tempfile

PACKAGES = ["zsh", "zsh-common", "fish", "fish-common", "libpcre2-32-0"]


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    if (folder / "usr/bin/fish").exists():
        return
    with tempfile.TemporaryDirectory() as download:
        subprocess.run(["apt-get", "download", "--quiet", *PACKAGES], cwd=download, check=True)
        for package in pathlib.Path(download).glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)


if __name__ == "__main__":
    main()
