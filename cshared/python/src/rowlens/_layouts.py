"""The members of a record's fields with their types, which Spark needs for a plan before any row is read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, Iterator

from ._declared import COLUMNS

Tree = Dict[str, Any]  # members by name: a type, or a dict of the members inside


@lru_cache(maxsize=None)
def layouts(format: str) -> dict[str, Tree]:
    """The members of each record kind of a format. Each kind's line is followed by those of its members."""
    all: dict[str, Tree] = {}
    kinds: list[Tree] = []
    members = False
    for line in filter(None, COLUMNS.get(format, "").splitlines()):
        if not line.startswith(" "):
            kinds = [] if members else kinds
            for kind in line.split():
                kinds.append(all.setdefault(kind, {}))
        else:
            path, type = line.split()
            *above, name = path.split(".")
            for node in kinds:
                for step in above:
                    node = node.setdefault(step, {})
                node[name] = type
        members = line.startswith(" ")
    return all


def leaves(tree: Tree, path: str = "") -> Iterator[tuple[str, str]]:
    """The paths of members that have a type, in order."""
    for name, below in tree.items():
        at = f"{path}.{name}" if path else name
        if isinstance(below, str):
            yield at, below
        else:
            yield from leaves(below, at)
