"""Every shared vector through testee.py: the same answers as the command line."""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

from rows import vectors

HERE = Path(__file__).resolve().parent
COMMAND = os.environ.get("ROWLENS", str(HERE.parents[2] / "bin/rowlens"))


def requests(list_):
    for vector in list_:
        for op in vector["ops"]:
            request = {"id": f"{vector['id']}/{op}", "op": op, "format": vector["format"], "record": vector["record"]}
            if "given" in vector:
                request["given"] = vector["given"]
            if op == "encode":
                request["fields"] = vector.get("input", vector.get("fields"))
            elif "bytes" in vector:
                request["bytes"] = vector["bytes"]
            yield json.dumps(request)


def answers(command, lines):
    run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


class VectorsTest(unittest.TestCase):
    def test_all(self):
        self.compare(1)

    def compare(self, every):
        """One of every so many vectors, and all those that define something for others."""
        count = 0
        for name, list_ in vectors():
            with self.subTest(name):
                lines = [line for i, line in enumerate(requests(list_)) if i % every == 0 or '"op": "define"' in line]
                ours = answers([sys.executable, str(HERE.parent / "testee.py")], lines)
                theirs = answers([COMMAND, "batch"], lines)
                self.assertEqual(len(ours), len(lines))
                self.assertEqual([a for a, b in zip(ours, theirs) if a != b], [])
                count += len(lines)
        self.assertGreater(count, 27_000 // every)


if __name__ == "__main__":
    unittest.main()
