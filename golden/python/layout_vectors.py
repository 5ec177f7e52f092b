"""Prints the vectors of golden/vectors/layout.jsonl.gz: keys of layouts, made with Python's own struct, uuid and hashlib,
and with xxhash of PyPI. What is there of OrderedBytes and lexicoders was taken from the vectors of those.

    python3 golden/python/layout_vectors.py | gzip -9n > golden/vectors/layout.jsonl.gz
"""

import hashlib
import json
import random
import struct
import uuid

import xxhash

rnd = random.Random(11)
out = []


def key(layout, row, fields):
    n = len(out) + 1
    out.append({"id": f"layout.key.{n:04}", "format": "layout", "record": "key", "ops": ["decode", "encode"],
                "given": {"layout": layout}, "bytes": {"row": row.hex()}, "fields": fields, "oracle": "Python"})


def inverted(b):
    return bytes(x ^ 0xFF for x in b)


def flipped(b):
    return bytes([b[0] ^ 0x80]) + b[1:]


def ordered_float(b):
    return inverted(b) if b[0] & 0x80 else flipped(b)


def java(b):
    """Arrays.hashCode(byte[])"""
    h = 1
    for x in b:
        h = (31 * h + (x - 256 if x > 127 else x)) & 0xFFFFFFFF
    return h


def shown(n, bits):
    return str(n) if bits > 32 else n


def near(bits, signed):
    """Numbers at the borders of a width, and any."""
    low, high = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return sorted({low, low + 1, 0, 1, high - 1, high, rnd.randint(low, high), *([-1] if signed else [])})


for bits in range(8, 72, 8):
    for n in near(bits, False):
        b = n.to_bytes(bits // 8, "big")
        key(f"x:u{bits}", b, {"x": shown(n, bits)})
        key(f"x:u{bits} le", b[::-1], {"x": shown(n, bits)})
        key(f"x:u{bits} desc", inverted(b), {"x": shown(n, bits)})
    for n in near(bits, True):
        b = n.to_bytes(bits // 8, "big", signed=True)
        key(f"x:i{bits}", b, {"x": shown(n, bits)})
        key(f"x:i{bits} le", b[::-1], {"x": shown(n, bits)})
        key(f"x:i{bits}!", flipped(b), {"x": shown(n, bits)})
        key(f"x:i{bits}! desc", inverted(flipped(b)), {"x": shown(n, bits)})
for word, code in (("byte", ">b"), ("short", ">h"), ("int", ">i"), ("long", ">q")):
    key(f"x:{word}", struct.pack(code, -3), {"x": shown(-3, 8 * struct.calcsize(code))})
for width, code, word in ((32, ">f", "float"), (64, ">d", "double")):
    for f in (0.0, 1.5, -1.5, 3.0e10, -0.0390625):
        b = struct.pack(code, f)
        key(f"x:f{width}", b, {"x": f})
        key(f"x:{word} le", b[::-1], {"x": f})
        key(f"x:{word}!", ordered_float(b), {"x": f})
        key(f"x:{word}! desc", inverted(ordered_float(b)), {"x": f})
    key(f"x:f{width}", b"\x7f\xf0\x00\x00\x00\x00\x00\x07"[:width // 8] if width == 64 else b"\x7f\x80\x00\x07",
        {"x": "7ff0000000000007" if width == 64 else "7f800007"})
key("x:bool y:bool", b"\x01\x00", {"x": True, "y": False})

at = 1714658400123
for word, scale in (("s", 0.001), ("ms", 1), ("us", 1000), ("ns", 1000000)):
    n = int(at * scale)
    b = struct.pack(">q", n)
    key(f"at:{word}", b, {"at": str(n)})
    key(f"at:{word}! desc", struct.pack(">q", (1 << 63) - 1 - n), {"at": str(n)})  # Long.MAX_VALUE - n
    key(f"at:{word} le", b[::-1], {"at": str(n)})
key("at:s(4)", struct.pack(">I", 4000000000), {"at": 4000000000})
key("at:ms(6)", at.to_bytes(6, "big"), {"at": str(at)})
key("at:hlc", struct.pack(">Q", at << 20 | 7), {"at": str(at << 20 | 7)})

for s in ("", "a", "héllo", "a:b", "\U0001f600"):
    b = s.encode()
    key("s:str", b, {"s": s})
    key("s:str n:u16", b + b"\x01\x02", {"s": s, "n": 258})
    key("s:str(..0x00) n:u8", b + b"\x00\x05", {"s": s, "n": 5})
    key("s:str(..0x00) desc n:u8", inverted(b + b"\x00") + b"\x05", {"s": s, "n": 5})
    key('s:str(.."::")', b + b"::", {"s": s})
    key("s:str(u8) n:u8", bytes([len(b)]) + b + b"\x05", {"s": s, "n": 5})
    key("s:str(u16 le)", struct.pack("<H", len(b)) + b, {"s": s})
    key("s:str(varint)", bytes([len(b)]) + b, {"s": s})
    key("b:bytes(u32)", struct.pack(">I", len(b)) + b, {"b": b.hex()})
    key("b:hex desc", inverted(b), {"b": b.hex()})
key("s:str(4) b:bytes(2)", b"ab\x00\x00\xff\xfe", {"s": "ab\0\0", "b": "fffe"})
u = uuid.UUID("123e4567-e89b-12d3-a456-426614174000")
key("u:uuid", u.bytes, {"u": str(u)})
key('"evt:" skip(2) 0x0a0b n:u8 skip(1)', b"evt:\x01\x02\x0a\x0b\x09\x00", {"skipped": "0102", "n": 9, "skipped2": "00"})
key("pad:skip(3) n:u8", b"\x01\x02\x03\x04", {"pad": "010203", "n": 4})


def leb(n):
    b = bytearray()
    while n >= 0x80:
        b.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(b + bytes([n]))


for n in (0, 1, 127, 128, 300, (1 << 64) - 1):
    key("n:varint m:u8", leb(n) + b"\x01", {"n": str(n), "m": 1})
for n in (0, -1, 1, -64, 64, -(1 << 63), (1 << 63) - 1):
    key("n:zigzag", leb((n << 1 ^ n >> 63) & (1 << 64) - 1), {"n": str(n)})

for size in (0, 1, 3, 15, 16, 17, 40, 300):
    b = bytes(rnd.randrange(256) for _ in range(size))
    x32 = struct.pack(">I", xxhash.xxh32_intdigest(b))
    x64 = struct.pack(">Q", xxhash.xxh64_intdigest(b))
    fields = {"rest": b.hex()}
    key("salt:xxh32(4..) rest:bytes", x32 + b, fields)
    key("salt:xxh32(rest) le rest:bytes", x32[::-1] + b, fields)
    key("rest:bytes sum:xxh64(0..-8)", b + x64, fields)
    key("salt:xxh64(2.., 2) rest:bytes", x64[:2] + b, fields)
    key("salt:md5(rest, 4) rest:bytes", hashlib.md5(b).digest()[:4] + b, fields)
    key("salt:md5(16..) rest:bytes", hashlib.md5(b).digest() + b, fields)
    key("salt:java(4..) rest:bytes", struct.pack(">I", java(b)) + b, fields)
    signed = java(b) - (1 << 32) if java(b) >> 31 else java(b)
    key("bucket:java(1..)%16 rest:bytes", bytes([abs(signed) % 16]) + b, fields)  # Phoenix
    key("bucket:xxh32(2..)%1000 rest:bytes", struct.pack(">H", xxhash.xxh32_intdigest(b) % 1000) + b, fields)
mid = b"\x00\x00\x00\x05" + b"ab"
key("salt:xxh32(4..8) n:u32 s:str", struct.pack(">I", xxhash.xxh32_intdigest(mid[:4])) + mid, {"n": 5, "s": "ab"})
inner = struct.pack(">I", xxhash.xxh32_intdigest(b"q"))
key("a:xxh32(b..) b:xxh32(s) s:str", struct.pack(">I", xxhash.xxh32_intdigest(inner + b"q")) + inner + b"q", {"s": "q"})

key("ids:u16[]", b"\x00\x01\x00\x02", {"ids": [1, 2]})
key("ids:u16[] n:u8", b"\x00\x01\x00\x02\x03", {"ids": [1, 2], "n": 3})
key("ids:long![2] desc", inverted(flipped(struct.pack(">q", 4)) + flipped(struct.pack(">q", -4))), {"ids": ["4", "-4"]})
key("tags:str(u8)[u8]", b"\x02\x01a\x00", {"tags": ["a", ""]})
key("g:(k:str(..0x00) v:u8)[u16 le] z:u8", b"\x02\x00a\x00\x01\x00\x02\x09", {"g": [{"k": "a", "v": 1}, {"k": "", "v": 2}], "z": 9})
key('g:("<" xs:u8[2] ">")[]', b"<\x01\x02><\x03\x04>", {"g": [{"xs": [1, 2]}, {"xs": [3, 4]}]})
for tail, fields in ((b"", {}), (b"\x01", {"b": 1}), (b"\x01\x02", {"b": 1, "c": 2})):
    key("a:u8 b:u8? c:u8?", b"\x00" + tail, {"a": 0, **fields})

key("a:ob(string) b:ob n:u8", bytes.fromhex("346974656d2d3100") + bytes.fromhex("2c800000000000004d") + b"\x01",
    {"a": {"order": "asc", "type": "string", "value": "item-1"}, "b": {"order": "asc", "type": "int64", "value": "77"}, "n": 1})
key("a:lex(pair(string, long))", bytes.fromhex("61000880010101010574233946"), {"a": ["a", "23423301958"]})
key("a:lex(long) b:lex(reverse(string))", bytes.fromhex("088000000000000001") + bytes.fromhex("9eff"), {"a": "1", "b": "a"})

for line in out:
    print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
