"""The wheel as installed: types, contents, the example in README.md."""

import re
import subprocess
import sys
import tempfile
import unittest
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent


class PackageTest(unittest.TestCase):
    def test_a_strict_program_is_well_typed(self):
        with tempfile.TemporaryDirectory() as cache:
            run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, str(HERE / "sample.py")], capture_output=True, text=True, cwd=cache)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_it_needs_nothing_where_it_has_native_code(self):
        needed = [r for r in metadata.requires("rowlens") or [] if "extra ==" not in r]
        self.assertEqual(needed, ['wasmtime>=45; sys_platform != "linux" and (sys_platform != "win32" or platform_machine != "AMD64")'])

    def test_it_carries_its_licences(self):
        self.assertEqual(metadata.metadata("rowlens")["License-Expression"], "Apache-2.0")
        files = {path.name: path.read_text() for path in metadata.files("rowlens") if path.parent.name == "licenses"}
        top = HERE.parents[2]
        self.assertEqual(files, {name: (top / name).read_text() for name in ("LICENSE", "NOTICE", "THIRD_PARTY")})

    def test_the_example_prints_what_it_says(self):
        text = (HERE.parent / "README.md").read_text()
        example = re.search(r"```python\n(.*?)```", text, re.S)[1]
        run = subprocess.run([sys.executable, "-c", example], check=True, capture_output=True, text=True)
        self.assertEqual(run.stdout.splitlines(), re.findall(r"# (.*)", example))


if __name__ == "__main__":
    unittest.main()
