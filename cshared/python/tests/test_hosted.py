"""The package for systems without a native library: WebAssembly, run by wasmtime."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import test_vectors

DIST = Path(__file__).resolve().parents[3] / "dist"
MODULE = DIST / "hosted/rowlens.wasm"
# These suites also run with the module: every form of decoding and encoding, columns, statistics, stores, wrong calls.
SUITES = ("test_single", "test_batch", "test_columns", "test_stats", "test_stores", "test_process", "test_hostile")


def python(code, folder, *flags):
    """Runs code with the package in a folder, without ROWLENS_LIBRARY."""
    environment = {name: value for name, value in os.environ.items() if name != "ROWLENS_LIBRARY"}
    return subprocess.run([sys.executable, *flags, "-c", code], env={**environment, "PYTHONPATH": folder}, capture_output=True, text=True)


class HostedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        wheel = next((DIST / "wheels").glob("*-any.whl"))
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target", cls.folder.name, str(wheel)]
        subprocess.run(install, check=True)
        cls.addClassCleanup(cls.folder.cleanup)

    def test_it_is_taken_where_there_is_no_native_library(self):
        ran = python("import rowlens\nprint(rowlens.__file__, rowlens.hash32('actionbase', 'a'))", self.folder.name)
        self.assertEqual(ran.stdout.split(), [f"{self.folder.name}/rowlens/__init__.py", "1426945110"], ran.stderr)

    def test_without_wasmtime_it_says_what_to_install(self):
        ran = python("import sys\nsys.modules['wasmtime'] = None\nimport rowlens\nrowlens.hash32('actionbase', 'a')", self.folder.name)
        self.assertIn("pip install 'rowlens[wasm]'", ran.stderr)

    def test_paths_follow_the_folder_of_the_process(self):
        code = "import os, rowlens\nos.mkdir('one')\nos.chdir('one')\nopen('a.txt', 'w').close()\ntry:\n    rowlens.open('a.txt')\nexcept rowlens.RowlensError as e:\n    print(e)"
        with tempfile.TemporaryDirectory() as here:
            ran = python(f"import os\nos.chdir({here!r})\n{code}", self.folder.name)
        self.assertIn("no store", ran.stdout, ran.stderr)

    def test_vectors(self):
        with mock.patch.dict("os.environ", ROWLENS_LIBRARY=str(MODULE)):
            test_vectors.VectorsTest("compare").compare(int(os.environ.get("ROWLENS_EVERY", "25")))

    def test_the_other_tests(self):
        environment = {**os.environ, "ROWLENS_LIBRARY": str(MODULE)}
        ran = subprocess.run([sys.executable, "-m", "unittest", *SUITES], env=environment, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    unittest.main()
