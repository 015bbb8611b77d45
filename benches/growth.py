#!/usr/bin/env python3
"""Counts the instructions that chartgen takes for n and for 10n of everything that can grow, and
prints a table in Markdown for docs/performance.md. Instructions (`valgrind --tool=callgrind`) do not
depend on how busy the machine is. What chartgen takes for nearly nothing is subtracted from both, so
that the start does not hide anything.

    benches/growth.py [target/release/chartgen]

Exits with 1 when anything grows by more than 11 times.
"""

import os
import re
import subprocess
import sys
import tempfile

CHARTGEN = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/release/chartgen")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT = 11
VALUES = open(f"{ROOT}/use-cases/medical_meadow.yaml").read()
POD = """apiVersion: v1
kind: Pod
metadata:
  name: pod-{0}
spec:
  containers:
    - name: main
      image: busybox:1.36
---
"""


def write(name, text):
    os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    with open(name, "w") as file:
        file.write(text)
    return name


def values(*lines):
    return VALUES + "\n" + "\n".join(lines) + "\n"


def chart(name, templates, defaults="name: x\n"):
    write(f"{name}/Chart.yaml", f"apiVersion: v2\nname: {os.path.basename(name)}\nversion: 0.1.0\ndescription: Grows\n")
    write(f"{name}/values.yaml", defaults)
    for index in range(templates):
        text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ values.name ~ \"-%d\" }}\n" % index
        write(f"{name}/templates/map-{index}.yaml", text)
    return name


def renamed(index):
    return re.sub(r"(?m)^  name: .*", f"  name: job-{index}", VALUES, count=1)


def files(folder, count, text):
    return [write(f"{folder}/{count}/{index}.yaml", text(index)) for index in range(count)]


def nested(depth):
    # In brackets: by indentation the text would grow with the square of the depth.
    inner = "".join("{k: " for _ in range(depth)) + "1" + "}" * depth
    return "".join(f"k{index}: {inner}\n" for index in range(100))


def with_arguments(count):
    listed = ", ".join(f'"--a{index}"' for index in range(count))
    return VALUES.replace("distributed:", f"distributed:\n  extraArgs: [{listed}]", 1)


def one(name, text, *command):
    return [*command, write(name, text)]


# What grows, n, and the command for a count of it.
CASES = [
    ("size of a manifest file (objects)", 30,
     lambda n: one(f"size{n}.yaml", "".join(POD.format(i) for i in range(n)), "check")),
    ("size of a values file (length of texts)", 1000,
     lambda n: one(f"long{n}.yaml", values("extraEnv:", *[f'  A{i}: "{"x" * n}"' for i in range(100)]),
                   "validate")),
    ("files: `validate`", 20, lambda n: ["validate", *files("many", n, renamed)]),
    ("files: `validate --render`", 20, lambda n: ["validate", "--render", *files("many", n, renamed)]),
    ("files: `check`", 20, lambda n: ["check", *files("pods", n, lambda i: POD.format(i))]),
    ("keys per level", 300,
     lambda n: one(f"keys{n}.yaml", values("extraEnv:", *[f"  A{i}: x" for i in range(n)]), "validate")),
    ("nesting (of 128 levels)", 11,
     lambda n: ["validate", "--chart", chart("./deep", 1), write(f"deep{n}.yaml", nested(n))]),
    ("aliases", 300,
     lambda n: ["values", "--chart", chart("./alias", 1), "-f",
                write(f"alias{n}.yaml", "a: &a {x: 1, y: 2}\nb:\n" + "  - *a\n" * n)]),
    ("length of a list", 300,
     lambda n: one(f"list{n}.yaml", with_arguments(n), "validate")),
    ("errors in a file", 90,
     lambda n: one(f"errors{n}.yaml", values("extraEnv:", *[f"  A{i}: [1]" for i in range(n)]), "validate")),
    ("errors: unknown keys", 90,
     lambda n: one(f"unknown{n}.yaml", values(*[f"unknown{i}: 1" for i in range(n)]), "validate")),
    ("templates of a chart", 20,
     lambda n: ["render", "--chart", chart(f"./chart{n}", n), "-n", "x"]),
    ("`--set` arguments", 100,
     lambda n: ["values", "-f", write("set.yaml", VALUES),
                *[part for i in range(n) for part in ("--set", f"extraEnv.A{i}=x{i}")]]),
    ("layers", 20,
     lambda n: ["values", *[part for file in files("many", n, renamed) for part in ("-f", file)]]),
    ("references between objects", 30,
     lambda n: ["check", write(f"claims{n}.yaml", claims(n))]),
]


def claims(count):
    claim = """apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: claim-{0}
spec:
  accessModes: [ReadWriteMany]
  storageClassName: nfs
  resources:
    requests:
      storage: 1Gi
---
apiVersion: v1
kind: Service
metadata:
  name: service-{0}
spec:
  selector:
    app: pod-{0}
  ports:
    - port: 80
      targetPort: http
---
apiVersion: v1
kind: Pod
metadata:
  name: pod-{0}
  labels:
    app: pod-{0}
spec:
  volumes:
    - name: data
      persistentVolumeClaim:
        claimName: claim-{0}
  containers:
    - name: main
      image: busybox:1.36
      ports:
        - name: http
          containerPort: 80
      volumeMounts:
        - name: data
          mountPath: /data
---
"""
    return "".join(claim.format(index) for index in range(count))


def instructions(command):
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", CHARTGEN, *command]
    environment = dict(os.environ, RAYON_NUM_THREADS="1")
    run = subprocess.run(valgrind, capture_output=True, text=True, env=environment, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"{' '.join(command[:4])} ended with {run.returncode}:\n{run.stderr[-2000:]}")
    return int(re.search(r"Collected : (\d+)", run.stderr).group(1))


def main():
    worst = 0.0
    print("| what | n | instructions at n | at 10n | times |\n|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, n, command in CASES:
            start, small, large = (instructions(command(count)) for count in (1, n, 10 * n))
            # From 1 to n and from 1 to 10n are not quite ten times as much.
            times = 10 * ((large - start) / (10 * n - 1)) / ((small - start) / (n - 1))
            worst = max(worst, times)
            million = 1_000_000
            print(f"| {name} | {n} | {small / million:.1f} M | {large / million:.1f} M | {times:.1f} |",
                  flush=True)
    return 1 if worst > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
