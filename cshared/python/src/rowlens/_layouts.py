"""What is known of the members of a record's fields before any row is read."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache
from typing import Any, Dict, Iterator, NoReturn

from . import _abi
from ._declared import COLUMNS
from ._errors import RowlensError
from ._record import KindBase

Tree = Dict[str, Any]  # members by name: a type, or such a dict of what is inside

_NAME = re.compile(r"(?:\\.|[^\\.\[])+", re.S)  # a member in a path; a dot or a bracket follows
_ANY = ("record", "lenient", "extra", "check", "canonical")  # beside fields, where rows may be of any kind
_FREE = "layout"  # its members have the names that the user's line gives them


@lru_cache(maxsize=None)
def layouts(format: str) -> dict[str, Tree]:
    """The members of each record kind of a format. Lines of kinds are followed by those of their members."""
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


def expect(kind: KindBase, path: str) -> None:
    """Refuses the path of a member that no row can have. One that rows of some kinds lack is no mistake."""
    known = layouts(kind.format)
    if not path or kind.format == _FREE:
        return
    if kind.record is not None:
        trees = [known[kind.record]] if kind.record in known else []
        _walk(trees, path, f"the fields of {kind.format} {kind.record}", "consumed" if kind.prefix else "")
        return
    first, rest = _step(path)
    if first == "fields" and rest:
        _walk(list(known.values()), rest, f"the fields of {kind.format}", "consumed" if kind.prefix else "")
    elif first not in (*_ANY, "fields"):
        _refuse(path, first, [*_ANY, "fields"], "a row of any kind")


def _walk(trees: list[Tree], path: str, where: str, also: str) -> None:
    rest = path
    while rest and trees and not rest.startswith("["):
        name, rest = _step(rest)
        if name == also:
            return
        below = [tree[name] for tree in trees if name in tree]
        if not below:
            _refuse(path, name, list(dict.fromkeys(name for tree in trees for name in tree)), where)
        if any(isinstance(one, str) for one in below):
            return  # what is inside of these differs from row to row
        trees = [one for one in below if not isinstance(one, str)]
        where, also = f"{name}, in {where}", ""


def _step(path: str) -> tuple[str, str]:
    """The first name of a path, and what is after it. The library refuses a path that is none."""
    found = _NAME.match(path)
    if found is None:
        return path, ""
    rest = path[found.end() :]
    return re.sub(r"\\(.)", r"\1", found[0], flags=re.S), rest[1:] if rest.startswith(".") else rest


def _refuse(path: str, name: str, names: list[str], where: str) -> NoReturn:
    near = difflib.get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
    raise RowlensError(_abi.E_OPTION, f"there is no member {name!r} in {where}: {hint}", path=path)
