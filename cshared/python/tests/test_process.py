"""The effects of the package on a process: imports, forks, threads, memory."""

import multiprocessing
import resource
import subprocess
import sys
import threading
import unittest

import rowlens
from rows import STATES, cells_of, of_kind, parts_of

ROWS = of_kind("edge-state")


def decode_in_child(queue):
    try:
        queue.put(STATES.decode(parts_of(ROWS[0])))
    except rowlens.RowlensError as e:
        queue.put(e)


def python(code):
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60).stdout.strip()


class ProcessTest(unittest.TestCase):
    def test_importing_opens_nothing(self):
        # In the package for all systems, this is what runs the WebAssembly.
        loaded = "any('librowlens' in line or '_libwasmtime' in line for line in open('/proc/self/maps'))"
        self.assertEqual(python(f"import rowlens, threading; print({loaded}, threading.active_count())"), "False 1")
        self.assertEqual(python(f"import rowlens; rowlens.hash32('actionbase', 'a'); print({loaded})"), "True")

    def test_a_child_works_or_says_why_not(self):
        # The library may be open in this process; in a new one it is not open before the fork.
        expected = STATES.decode(parts_of(ROWS[0]))
        for method, good in (("fork", False), ("spawn", True), ("forkserver", True)):
            with self.subTest(method):
                context = multiprocessing.get_context(method)
                queue = context.Queue()
                child = context.Process(target=decode_in_child, args=(queue,))
                child.start()
                said = queue.get(timeout=30)
                child.join(30)
                self.assertEqual(child.exitcode, 0)
                if good:
                    self.assertEqual(said, expected)
                else:
                    self.assertEqual(said.code, "forked")

    def test_a_fork_before_the_first_call_works(self):
        code = "import os, rowlens\npid = os.fork()\nif pid == 0:\n    print(rowlens.hash32('actionbase', 'a'), flush=True)\n    os._exit(0)\nprint(os.waitpid(pid, 0)[1])"
        self.assertEqual(python(code).split(), ["1426945110", "0"])

    def test_threads_share_the_library(self):
        cells, results = cells_of(ROWS), []
        expected = list(STATES.decode_batch(cells))

        def work():
            for _ in range(20):
                results.append(list(STATES.decode_batch(cells)) == expected)

        threads = [threading.Thread(target=work) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(results, [True] * 160)

    def test_memory_stays_flat(self):
        cells = cells_of(ROWS * 20)
        fields = {"source": ("source.value", "utf8"), "version": ("version", "int64")}

        def rounds(n):
            for _ in range(n):
                STATES.decode_batch(cells)
                STATES.decode_columns(cells, fields).__arrow_c_stream__()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        warm = rounds(100)
        self.assertLess(rounds(300) - warm, 16 << 10)  # KiB; each round makes far more

    def test_the_command(self):
        run = subprocess.run([sys.executable, "-m", "rowlens", ROWS[0]["row"]], check=True, capture_output=True, text=True)
        self.assertIn("Actionbase edge state", run.stdout)
        wrong = subprocess.run([sys.executable, "-m", "rowlens", "--format", "actionbase", "00"], capture_output=True, text=True)
        self.assertEqual(wrong.returncode, 1)


if __name__ == "__main__":
    unittest.main()
