"""Folders with files that cannot be read: the rest is read, and what is missing is said."""

import gzip
import io
import tempfile
import unittest
from pathlib import Path

import rowlens
from test_stores import unpacked


class Gone(io.BytesIO):
    """A file whose first bytes can be read only."""

    def read(self, size=-1):
        if self.tell() >= 4:
            raise OSError("the network is gone")
        return super().read(min(size, 4))


class UnreadTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = unpacked("hfile/maryk", folder.name)
        self.lost = next(self.folder.rglob("*Memo*"))
        content = self.lost.read_bytes()
        self.lost.unlink()
        with rowlens.open(self.folder) as store:
            self.rows = sum(1 for _ in store.scan())
        self.wrong = bytearray(gzip.compress(content))
        self.wrong[-6] ^= 1

    def damage(self, at, why):
        name = str(at.relative_to(self.folder))
        files = {str(path.relative_to(self.folder)): io.BytesIO(path.read_bytes()) for path in self.folder.rglob("*") if path.is_file()}
        for how in [self.folder] + [files] * (name in files):
            with rowlens.open(how) as store:
                rows = list(store.scan())
                self.assertEqual(len(rows), self.rows + 1)
                lost = [row for row in rows if row["error"]]
                self.assertEqual([(row["source"]["file"], row["error"]["code"]) for row in lost], [(name, "unreadable")])
                self.assertIn(why, lost[0]["error"]["message"])
                parts = [row for part in store.parts(size=1000) for row in store.scan(part=part)]
                self.assertEqual(1, sum(row["source"]["file"] == name for row in parts))
        self.assertEqual(rowlens.stats(str(self.folder)).report()["damage"], 1)
        with rowlens.diff(rowlens.StoreRows(str(self.folder)), rowlens.StoreRows(str(self.folder))) as changes:
            self.assertEqual(list(changes), [])
            self.assertEqual(changes.totals.unread, 2)

    def test_what_cannot_be_unpacked_is_damage(self):
        packed = Path(f"{self.lost}.gz")
        for content, why in (self.wrong[:-9], "damaged or cut"), (self.wrong, "checksum"):
            with self.subTest(why):
                packed.write_bytes(content)
                self.damage(packed, why)

    def test_a_link_to_nothing_is_damage(self):
        self.lost.symlink_to("nowhere")
        self.damage(self.lost, "a link to a file or folder that is not there")

    def test_a_read_that_fails_is_an_error(self):
        with self.assertRaisesRegex(rowlens.RowlensError, "^data.mdb.gz: reading") as caught:
            rowlens.open({"data.mdb.gz": Gone(bytes(self.wrong))})
        self.assertEqual(str(caught.exception.__cause__), "the network is gone")

    def test_nothing_else_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "any.gz").write_bytes(self.wrong)
            for call in rowlens.open, rowlens.stats:
                with self.subTest(call.__name__), self.assertRaisesRegex(rowlens.RowlensError, "any.gz: compressed with gzip, but damaged or cut"):
                    call(folder)
