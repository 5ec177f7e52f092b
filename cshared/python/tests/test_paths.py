"""Paths of members: those that records have, and those that no record can have."""

import re
import unittest

import rowlens
from rowlens import _layouts
from rows import vectors


def paths_of(members, above=""):
    """The path of each member that is not inside of a list."""
    for name, value in members.items():
        if not name.startswith("$"):  # what a vector leaves open
            path = above + re.sub(r"([\\.\[])", r"\\\1", name)
            yield path
            if isinstance(value, dict):
                yield from paths_of(value, f"{path}.")


class PathsTest(unittest.TestCase):
    def test_a_path_that_no_row_can_have_is_refused(self):
        row = {"row": [bytes.fromhex("8a21aff9346974656d002bdafe659d297e2983")]}
        counts, every = rowlens.Kind("actionbase", "edge-count"), rowlens.Kind("actionbase")
        for kind, path, said in (
            (counts, "fields.count", "there is no member 'fields'"),
            (counts, "tablecode", "did you mean 'tableCode'"),
            (counts, "directedSource.kind", "there are type, value"),
            (counts, "active", "in the fields of actionbase edge-count"),  # which other kinds have
            (counts, "consumed", "there is no member 'consumed'"),
            (every, "tableCode", "there are record, "),
            (every, "fields.nope", "in the fields of actionbase"),
            (every, "fields.source.valu", "did you mean 'value'"),
        ):
            with self.subTest(path), self.assertRaisesRegex(rowlens.RowlensError, said) as caught:
                kind.decode_columns(row, {"it": (path, "utf8")})
            self.assertEqual(caught.exception.code, "bad-option")
        for kind, path in (
            (counts, "table"),  # which only a schema gives
            (counts, "directedSource.value.inside"),
            (rowlens.Kind("actionbase", "edge-count", prefix=True), "consumed"),
            (every, "fields.active"),
            (every, "check"),
            (every, "fields.properties[name=rank].value.value"),
            (rowlens.Kind("layout", "key"), "whatever"),
        ):
            with self.subTest(path):
                self.assertEqual(len(kind.decode_columns(row, {"it": (path, "utf8")})), 1)

    def test_every_member_of_the_vectors_has_a_path(self):
        tried = 0
        for _, list_ in vectors():
            for v in list_:
                if isinstance(v.get("fields"), dict) and "decode" in v["ops"] and v["format"] != "layout":
                    kind = rowlens.Kind(v["format"], v["record"], prefix="prefix" in v.get("given", {}))
                    for path in paths_of(v["fields"]):
                        _layouts.expect(kind, path)
                        if kind.record in _layouts.layouts(kind.format):  # others are decoded by their name only
                            _layouts.expect(rowlens.Kind(v["format"], prefix=kind.prefix), f"fields.{path}")
                        tried += 1
        self.assertGreater(tried, 20_000)


if __name__ == "__main__":
    unittest.main()
