#!/usr/bin/env bash
# Measures chartgen and its real peers side by side in one run, as whole processes, and prints the
# tables of docs/performance.md in Markdown: a cold run, many files, large files, growth.
#
#     benches/compare.sh [--write] [target/release/chartgen]
#
# With --write they go into docs/performance.md. Needs a release build, Python 3 and valgrind, and
# for the peers what `.ci/peers` installs; ajv and js-yaml come from npm where that is there. What is
# missing is named in the tables.
set -euo pipefail
cd "$(dirname "$0")/.."
write=
if [ "${1:-}" = --write ]; then
  write=yes
  shift
fi
chartgen=$(realpath "${1:-target/release/chartgen}")
peers=$PWD/target/peers
if command -v npm >/dev/null && [ ! -d "$peers/node/node_modules/ajv" ]; then
  mkdir -p "$peers/node"
  npm install --silent --no-audit --no-fund --prefix "$peers/node" ajv js-yaml >/dev/null
fi

tables=$(mktemp)
trap 'rm -f "$tables"' EXIT
{
  printf '### A cold run\n\n'
  python3 benches/cold.py "$chartgen"
  printf '\n### Many files, and large ones\n\n'
  python3 benches/many.py "$chartgen"
  printf '\n### Growth\n\nInstructions for n and for 10n, less those for one; 11 times is the bound.\n\n'
  python3 benches/growth.py "$chartgen"
} | tee "$tables"

if [ -n "$write" ]; then
  python3 - "$tables" docs/performance.md <<'PYTHON'
import sys

BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
tables, path = open(sys.argv[1]).read(), sys.argv[2]
page = open(path).read()
before, rest = page.split(BEGIN)
open(path, "w").write(before + BEGIN + "\n" + tables + "\n" + END + rest.split(END)[1])
PYTHON
fi
