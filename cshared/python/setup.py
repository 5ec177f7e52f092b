"""The wheel contains a library for one platform, or the one that wasmtime runs on any; it works with any Python. Its tag says so."""

from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel

HOSTED = Path("src/rowlens/rowlens.wasm").exists()


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return not HOSTED


class AnyPythonWheel(bdist_wheel):
    def get_tag(self) -> "tuple[str, str, str]":
        return "py3", "none", "any" if HOSTED else super().get_tag()[2]


setup(distclass=PlatformDistribution, cmdclass={"bdist_wheel": AnyPythonWheel})
