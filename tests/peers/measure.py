"""Runs commands and measures processor time and memory, as a process of its own.

The system counts to a new process what its parent had in memory, so the parent must be small.
Reads a JSON list [command, folder, seconds to wait] for each line, writes [exit code, seconds,
MiB, the end of standard error].
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time


def measure(command: list[str], folder: str, wait: float) -> list:
    """Exit code (negative for a signal), seconds of processor time, MiB of memory, errors."""
    with tempfile.TemporaryFile() as errors:
        null = subprocess.DEVNULL
        process = subprocess.Popen(command, cwd=folder, stdin=null, stdout=null, stderr=errors)
        deadline = time.monotonic() + wait
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        while not pid:
            if time.monotonic() > deadline:
                os.kill(process.pid, signal.SIGKILL)
            time.sleep(0.002)
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - 600))
        text = errors.read(600).decode("utf-8", "replace")
    return [process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text]


class Runner:
    """A process that measures."""

    def __init__(self) -> None:
        command = [sys.executable, os.path.abspath(__file__)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, command: list[str], folder: str, wait: float) -> list:
        self.process.stdin.write(json.dumps([command, folder, wait]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(measure(*json.loads(line))), flush=True)
