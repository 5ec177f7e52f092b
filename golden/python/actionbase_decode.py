"""A second decoder of Actionbase rows, written from docs/formats/actionbase.md and nothing else.

It is slow and plain on purpose: where it and rowlens disagree, the document or one of the two is wrong.
Input: JSON Lines {"record", "parts": {name: hex}}. Output, a line each: {"fields": ...} or {"error": "..."}.
"""
import json
import math
import struct
import sys

MASK32 = 0xFFFFFFFF
NESTED_MAX = 1000

sys.setrecursionlimit(20000)


class Refused(Exception):
    """The bytes are not what a writer makes."""


# ---------------------------------------------------------------- XXH32, seed 0

PRIME = (2654435761, 2246822519, 3266489917, 668265263, 374761393)


def rotate(x, n):
    x &= MASK32
    return (x << n | x >> (32 - n)) & MASK32


def xxh32(data):
    at, size = 0, len(data)
    if size >= 16:
        lanes = [PRIME[0] + PRIME[1], PRIME[1], 0, -PRIME[0]]
        while at + 16 <= size:
            for i, word in enumerate(struct.unpack_from("<4I", data, at)):
                lanes[i] = rotate(lanes[i] + word * PRIME[1], 13) * PRIME[0] & MASK32
            at += 16
        h = sum(rotate(lane, n) for lane, n in zip(lanes, (1, 7, 12, 18)))
    else:
        h = PRIME[4]
    h += size
    while at + 4 <= size:
        h = rotate(h + struct.unpack_from("<I", data, at)[0] * PRIME[2], 17) * PRIME[3]
        at += 4
    for byte in data[at:]:
        h = rotate(h + byte * PRIME[4], 11) * PRIME[0]
    h &= MASK32
    h = (h ^ h >> 15) * PRIME[1] & MASK32
    h = (h ^ h >> 13) * PRIME[2] & MASK32
    return h ^ h >> 16


# ---------------------------------------------------------------- ordered values

NUMBERS = {0x29: ("byte", 1), 0x2A: ("short", 2), 0x2B: ("int", 4), 0x2C: ("long", 8), 0x30: ("float", 4), 0x31: ("double", 8)}
TEXTS = {0x32: "json", 0x34: "string"}
BOOLEANS = {0x35: False, 0x36: True}


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def more(self):
        return self.at < len(self.data)

    def take(self, n):
        if len(self.data) - self.at < n:
            raise Refused("truncated")
        self.at += n
        return self.data[self.at - n:self.at]

    def end(self):
        if self.more():
            raise Refused("trailing")

    def value(self):
        """-> (order, value)"""
        header = self.take(1)[0]
        order = "ASC" if header < 0x80 else "DESC"
        mask = 0 if order == "ASC" else 0xFF
        header ^= mask
        if header == 0x05:
            return order, {"type": "null"}
        if header in BOOLEANS:
            return order, {"type": "boolean", "value": BOOLEANS[header]}
        if header in NUMBERS:
            kind, size = NUMBERS[header]
            return order, number(kind, bytes(b ^ mask for b in self.take(size)))
        if header in TEXTS:
            end = self.data.find(bytes([mask]), self.at)
            if end < 0:
                raise Refused("unterminated")
            body = bytes(b ^ mask for b in self.data[self.at:end])
            self.at = end + 1
            return order, text(TEXTS[header], body)
        raise Refused("header")

    def ascending(self):
        order, value = self.value()
        if order != "ASC":
            raise Refused("descending")
        return value

    def end_of_edge(self):
        value = self.ascending()
        if value["type"] == "null":
            raise Refused("null")
        return value

    def slot(self, kind):
        value = self.ascending()
        if value["type"] != kind:
            raise Refused("type")
        return int(value["value"])


def number(kind, body):
    size = len(body)
    bits = int.from_bytes(body, "big")
    top = 1 << (8 * size - 1)
    if kind in ("float", "double"):
        bits = bits ^ top if bits & top else bits ^ (2 * top - 1)
        raw = bits.to_bytes(size, "big")
        f = struct.unpack(">f" if kind == "float" else ">d", raw)[0]
        out = {"type": kind, "value": f}
        if math.isnan(f):
            out["value"] = "NaN"
            if raw.hex() not in ("7fc00000", "7ff8000000000000"):
                out["bits"] = raw.hex()
        elif math.isinf(f):
            out["value"] = "Infinity" if f > 0 else "-Infinity"
        elif f == 0 and math.copysign(1, f) < 0:
            out["value"] = "-0.0"
        return out
    n = (bits ^ top) - (2 * top if (bits ^ top) & top else 0)
    return {"type": kind, "value": str(n) if kind == "long" else n}


def text(kind, body):
    try:
        s = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("not UTF-8") from None
    if kind == "json":
        check_json(s)
    return {"type": kind, "value": s}


def refuse_word(word):
    raise Refused("JSON has no " + word)


def check_json(s):
    depth = deepest = 0
    quoted = escaped = False
    for c in s:
        if quoted:
            quoted, escaped = escaped or c != '"', not escaped and c == "\\"
        elif c == '"':
            quoted = True
        else:
            depth += (c in "[{") - (c in "]}")
            deepest = max(deepest, depth)
    if deepest > NESTED_MAX:
        raise Refused("too deep")
    try:
        json.loads(s, parse_int=str, parse_float=str, parse_constant=refuse_word)
    except (ValueError, RecursionError):
        raise Refused("not JSON") from None
    if s[-1] in " \t\r\n":
        raise Refused("after the JSON value")


# ---------------------------------------------------------------- rows

ROW_TYPES = {"edge-lock": -1, "edge-count": -2, "edge-state": -3, "edge-index": -4, "edge-group": -5, "edge-cache": -6}
INSERTED, DELETED = 306306609, 1013158786


def row_key(record, r, f):
    r.take(4)                       # the salt: recomputed for people, never refused
    directed = record in ("edge-index", "edge-count", "edge-group", "edge-cache")
    f["directedSource" if directed else "source"] = r.end_of_edge()
    f["tableCode"] = r.slot("int")
    if r.slot("byte") != ROW_TYPES[record]:
        raise Refused("row type")
    if not directed:
        f["target"] = r.end_of_edge()
        return
    f["direction"] = {2: "OUT", 3: "IN"}.get(r.slot("byte"))
    if f["direction"] is None:
        raise Refused("direction")
    if record != "edge-count":
        f[record[5:] + "Code"] = r.slot("int")
    if record == "edge-index":
        suffix("indexValues", r, f)


def suffix(name, r, f):
    values = []
    while r.more():
        values.append(r.value())
    if not values or values[-1][0] != "ASC" or values[-1][1]["type"] == "null":
        raise Refused("target")
    f["directedTarget"] = values.pop()[1]
    f[name] = [{"order": order, "value": value} for order, value in values]


def group(r, f):
    f["groupValues"] = []
    while r.more():
        order, value = r.value()
        if order != "DESC":
            raise Refused("ascending")
        f["groupValues"].append(value)


def state(r, f):
    active = r.slot("byte")
    if active not in (0, 1):
        raise Refused("active")
    f.update(active=active == 1, version=str(r.slot("long")), createdAt=None, deletedAt=None, properties=[])
    seen = set()
    while r.more():
        code, value, version = r.slot("int"), r.ascending(), str(r.slot("long"))
        if code in seen:
            raise Refused("twice")
        seen.add(code)
        if code in (INSERTED, DELETED):
            if value["type"] != "long" or value["value"] != version:
                raise Refused("createdAt or deletedAt")
            f["createdAt" if code == INSERTED else "deletedAt"] = version
        else:
            f["properties"].append({"code": code, "value": value, "version": version})


def index_cell(r, f):
    f.update(version=str(r.slot("long")), properties=[])
    seen = set()
    while r.more():
        code = r.slot("int")
        if code in seen:
            raise Refused("twice")
        seen.add(code)
        f["properties"].append({"code": code, "value": r.ascending()})


def counter(name):
    def read(r, f):
        f[name] = str(struct.unpack(">q", r.take(8))[0])
    return read


def locked(r, f):
    f["lockedAt"] = str(r.slot("long"))


CELLS = {"edge-state": state, "edge-index": index_cell, "edge-cache": index_cell, "edge-count": counter("count"), "edge-group": counter("sum"), "edge-lock": locked}
QUALIFIERS = {"edge-group": group, "edge-cache": lambda r, f: suffix("cacheValues", r, f)}


def decode(record, parts):
    f = {}
    for name in ("row", "family", "qualifier", "value"):
        if name not in parts:
            continue
        r = Reader(bytes.fromhex(parts[name]))
        if record == "value":
            f["order"], f["value"] = r.value()
        elif name == "row":
            row_key(record, r, f)
        elif name == "value":
            CELLS[record](r, f)
        elif name == "qualifier" and record in QUALIFIERS:
            QUALIFIERS[record](r, f)
        elif r.take(len(r.data)) != {"family": b"f", "qualifier": b"e"}[name]:
            raise Refused(name)
        r.end()
    return f


def salt(parts):
    """-> whether the salt is the hash of the bytes up to the row type; what follows it does not matter."""
    r = Reader(bytes.fromhex(parts["row"]))
    stored = int.from_bytes(r.take(4), "big")
    r.value(), r.value(), r.value()
    return stored == xxh32(r.data[4:r.at])


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"fields": decode(request["record"], request["parts"])}
            if "row" in request["parts"]:
                answer["salt"] = salt(request["parts"])
        except Refused as reason:
            answer = {"error": str(reason)}
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
