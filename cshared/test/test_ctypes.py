"""The C library from Python, with nothing but the standard library.

usage: test_ctypes.py LIBRARY REQUESTS ANSWERS FOLDER

REQUESTS and ANSWERS are those of the command line for every shared vector, FOLDER is
golden/actionbase.
"""

import ctypes
import importlib.util
import json
import os
import subprocess
import sys
import threading
import unittest
from pathlib import Path

LIBRARY, REQUESTS, ANSWERS, FOLDER = sys.argv[1:5]
PARTS = (b"row", b"family", b"qualifier", b"value")


def load():
    """Opens the library with the signatures that the bindings use."""
    at = Path(__file__).resolve().parents[1] / "python" / "src" / "rowlens" / "_abi.py"
    spec = importlib.util.spec_from_file_location("_abi", at)
    abi = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(abi)
    rl = ctypes.CDLL(LIBRARY)
    abi.declare(rl)
    return abi, rl


ABI, RL = load()


def sized(call, room=1 << 12):
    """Calls twice if necessary; returns the answer, or the negative result."""
    while True:
        out = ctypes.create_string_buffer(room)
        need = call(out, room)
        if need <= room:
            return out.raw[:need] if need >= 0 else need
        room = need


def address(owner):
    """The address of an object's bytes; the caller keeps the object alive."""
    return ctypes.cast(owner, ctypes.c_void_p)


def answer(line):
    return sized(lambda out, cap: RL.rl_answer(line, len(line), out, cap, None))


def column(cells):
    """Offsets and bytes, in Arrow's layout."""
    offsets = (ctypes.c_int32 * (len(cells) + 1))()
    for i, cell in enumerate(cells):
        offsets[i + 1] = offsets[i] + len(cell)
    return offsets, b"".join(cells)


def cut(data, offsets):
    return [data[offsets[i] : offsets[i + 1]] for i in range(len(offsets) - 1)]


def decode_batch(schema, record, columns, form=0):
    """The answer and code of each row; columns are lists of the same length by name."""
    rows = len(columns[0][1])
    kept = [(name, *column(cells)) for name, cells in columns]
    list_ = (ABI.Column * len(kept))(*(ABI.Column(name, address(offsets), address(data)) for name, offsets, data in kept))
    starts, codes = (ctypes.c_int32 * (rows + 1))(), (ctypes.c_int32 * rows)()

    def call(out, cap):
        return RL.rl_decode_batch(schema, b"actionbase", record, list_, len(list_), rows, 0, form, starts, codes, out, cap, None)

    return cut(sized(call), starts), list(codes)


def encode_batch(record, part, fields):
    offsets, data = column(fields)
    starts = (ctypes.c_int32 * (len(fields) + 1))()

    def call(out, cap):
        return RL.rl_encode_batch(0, b"actionbase", record, part, offsets, data, len(fields), 0, starts, None, out, cap, None)

    return cut(sized(call), starts)


def command(*args):
    """What the command line prints, one entry per line."""
    run = subprocess.run([str(Path(REQUESTS).with_name("rowlens")), *args], check=True, capture_output=True)
    return run.stdout.splitlines()


class Testee:
    """Answers requests of docs/testee.md: op define becomes rl_schema_open, with everything
    defined before as "uses", and later requests pass the last handle."""

    def __init__(self):
        self.handles = {}

    def answer(self, line):
        request = json.loads(line)
        handle = self.handles.get(request["format"])
        if request["op"] != "define":
            return answer(line if handle is None else b'{"schema":%d,' % handle + line[1:])
        if handle is not None:
            line = b'{"uses":[%d],' % handle + line[1:]
        err = ABI.Error()
        opened = RL.rl_schema_open(request["format"].encode(), line, len(line), err)
        said = {"ok": True}
        if opened < 0:
            said = {"error": err.message.decode(), "code": ABI.CODES[opened][0]}
        else:
            self.handles[request["format"]] = opened
        return json.dumps({"id": request["id"], **said}, separators=(",", ":"), ensure_ascii=False).encode()


class Vectors(unittest.TestCase):
    def test_every_vector_is_answered_as_by_the_command_line(self):
        requests = Path(REQUESTS).read_bytes().splitlines()
        answers = Path(ANSWERS).read_bytes().splitlines()
        self.assertEqual(len(requests), len(answers))
        self.assertGreater(len(requests), 20000)
        testee = Testee()
        for request, want in zip(requests, answers):
            self.assertEqual(testee.answer(request), want)

    def test_a_schema_that_is_refused_says_why(self):
        got = json.loads(Testee().answer(b'{"id":"1","op":"define","format":"maryk-core","given":{"name":"X"},"bytes":{"model":"ff"}}'))
        self.assertEqual(got["id"], "1")
        self.assertIn(got["code"], {name for name, _ in ABI.CODES.values()})


class Rows(unittest.TestCase):
    """The rows of a real HBase scan, in batches of one record kind."""

    def setUp(self):
        folder = Path(FOLDER)
        schema = (folder / "actionbase-hbase-shell.schema.json").read_bytes()
        self.schema = RL.rl_schema_open(b"actionbase", schema, len(schema), None)
        self.assertGreater(self.schema, 0)
        self.rows = [json.loads(line) for line in (folder / "actionbase-hbase-shell.expected.jsonl").read_bytes().splitlines()]

    def tearDown(self):
        self.assertEqual(RL.rl_schema_close(self.schema), 0)
        self.assertLess(RL.rl_schema_close(self.schema), 0)

    def kinds(self):
        """Each record kind with its rows' indexes and its columns."""
        for record in sorted({row["record"] for row in self.rows}):
            at = [i for i, row in enumerate(self.rows) if row["record"] == record]
            yield record.encode(), at, [(p, [bytes.fromhex(self.rows[i][p.decode()]) for i in at]) for p in PARTS]

    def test_a_batch_has_the_fields_of_the_fixture(self):
        for record, at, columns in self.kinds():
            answers, codes = decode_batch(self.schema, record, columns)
            self.assertEqual(codes, [0] * len(at))
            for i, got in zip(at, answers):
                self.assertEqual(json.loads(got), self.rows[i]["fields"])

    def test_a_batch_has_the_bytes_of_the_command_line(self):
        folder = Path(FOLDER)
        lines = command("decode", "--json", "--model", str(folder / "actionbase-hbase-shell.schema.json"), str(folder / "actionbase-hbase-shell.txt"))
        self.assertEqual(len(lines), len(self.rows))
        wanted = {}
        for line in lines:
            parts = json.loads(line)["parts"]
            wanted[tuple(parts[p.decode()] for p in PARTS)] = line
        for record, at, columns in self.kinds():
            answers, _ = decode_batch(self.schema, record, columns)
            for i, got in zip(at, answers):
                line = wanted[tuple(self.rows[i][p.decode()] for p in PARTS)]
                self.assertIn(b'"fields":' + got + b"}", line + b"}")

    def test_what_a_batch_decodes_a_batch_encodes(self):
        for record, at, columns in self.kinds():
            fields, _ = decode_batch(self.schema, record, columns)
            self.assertEqual(encode_batch(record, b"row", fields), columns[0][1])

    def test_a_single_call_gives_what_the_batch_gives(self):
        for record, at, columns in self.kinds():
            for form in range(3):
                answers, _ = decode_batch(self.schema, record, columns, form)
                for n, want in enumerate(answers):
                    parts = (ABI.Part * 4)(*(ABI.Part(name, address(cells[n]), len(cells[n])) for name, cells in columns))
                    got = sized(lambda out, cap: RL.rl_decode(self.schema, b"actionbase", record, parts, 4, 0, form, out, cap, None))
                    self.assertEqual(got, want)


class Library(unittest.TestCase):
    def test_versions_and_codes(self):
        self.assertEqual(RL.rl_abi_version(), 1)
        self.assertRegex(RL.rl_version().decode(), r"^\d+\.\d+\.\d+$")
        self.assertTrue(RL.rl_strerror(-1).startswith(b"truncated: "))

    def test_a_failure_has_its_place(self):
        err = ABI.Error()
        part = ABI.Part(b"row", address(b"\1\2\3"), 3)
        self.assertEqual(RL.rl_decode(0, b"actionbase", b"edge-state", part, 1, 0, 0, None, 0, err), -1)
        self.assertEqual((err.code, err.row, err.part), (-1, -1, b"row"))
        self.assertIn(b"offset", err.message)

    def test_an_inspection_has_candidates(self):
        request = json.dumps({"text": "2c8000018f3c9be200"}).encode()
        got = json.loads(sized(lambda out, cap: RL.rl_inspect(request, len(request), out, cap, None)))
        self.assertIn("value", [candidate["record"] for candidate in got["candidates"]])

    def test_hashes_are_the_codes_of_names(self):
        self.assertEqual(RL.rl_hash32(b"actionbase", b"social.user_likes", 17), 693920529)

    def test_threads_share_the_library(self):
        requests = Path(REQUESTS).read_bytes().splitlines()[:500]
        wanted = Path(ANSWERS).read_bytes().splitlines()[:500]
        wrong = []

        def run():
            wrong.extend(1 for request, want in zip(requests, wanted) if answer(request) != want)

        threads = [threading.Thread(target=run) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_forked_child_is_told_so(self):
        child = os.fork()
        if child == 0:
            os._exit(0 if answer(b"{}") == ABI.E_FORKED else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
