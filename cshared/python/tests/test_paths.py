"""Paths of members: those that records have, and those that no record can have."""

import unittest

import rowlens


class PathsTest(unittest.TestCase):
    def test_a_path_that_no_row_can_have_is_refused(self):
        row = {"row": [bytes.fromhex("8a21aff9346974656d002bdafe659d297e2983")]}
        counts, every = rowlens.Kind("actionbase", "edge-count"), rowlens.Kind("actionbase")
        for kind, path, said in (
            (counts, "fields.count", 'there is no member "fields"'),
            (counts, "tablecode", "did you mean tableCode"),
            (counts, "directedSource.kind", "there are type, value"),
            (counts, "active", "in the fields of actionbase edge-count"),  # other kinds have it
            (counts, "consumed", 'there is no member "consumed"'),
            (every, "tableCode", "there are fields, record, "),
            (every, "fields.nope", "in the fields of actionbase"),
            (every, "fields.source.valu", "did you mean value"),
        ):
            with self.subTest(path), self.assertRaisesRegex(rowlens.RowlensError, said) as caught:
                kind.decode_columns(row, {"it": (path, "utf8")})
            self.assertEqual((caught.exception.code, caught.exception.path), ("bad-option", path))
        for kind, path in (
            (counts, "table"),  # only a schema provides it
            (counts, "directedSource.value.inside"),
            (rowlens.Kind("actionbase", "edge-count", prefix=True), "consumed"),
            (every, "fields.active"),
            (every, "check"),
            (every, "fields.properties[name=rank].value.value"),
            (rowlens.Kind("layout", "key"), "whatever"),
        ):
            with self.subTest(path):
                self.assertEqual(len(kind.decode_columns(row, {"it": (path, "utf8")})), 1)


if __name__ == "__main__":
    unittest.main()
