"""The wheel holds a library of this platform, but works with any Python: its tag says so."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class AnyPythonWheel(bdist_wheel):
    def get_tag(self) -> "tuple[str, str, str]":
        return "py3", "none", super().get_tag()[2]


setup(distclass=PlatformDistribution, cmdclass={"bdist_wheel": AnyPythonWheel})
