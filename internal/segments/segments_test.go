package segments

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
)

// module returns a module with a type section and this data section.
func module(list ...segment) []byte {
	data := appendSegments(nil, list)
	out := []byte("\x00asm\x01\x00\x00\x00\x01\x01\x00")
	return append(binary.AppendUvarint(append(out, dataSection), uint64(len(data))), data...)
}

// memory returns what the segments of a module initialise.
func memory(t *testing.T, module []byte) []byte {
	t.Helper()
	at := bytes.LastIndexByte(module[:12], dataSection)
	r := reader{b: module[at+1:]}
	list, err := parse(r.take(r.uvarint()))
	if err != nil {
		t.Fatal(err)
	}
	m := make([]byte, 1<<16)
	for _, s := range list {
		copy(m[s.offset:], s.bytes)
	}
	return m
}

func TestMergedSegmentsInitialiseTheSameMemory(t *testing.T) {
	before := module(segment{9000, []byte("far")}, segment{64, []byte("ab")}, segment{8, []byte("x")}, segment{66, []byte("c")})
	after, err := rewrite(before, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(memory(t, before), memory(t, after)) {
		t.Errorf("%x became %x", before, after)
	}
	want := module(segment{8, []byte("x" + strings.Repeat("\x00", 55) + "abc")}, segment{9000, []byte("far")})
	if !bytes.Equal(after, want) {
		t.Errorf("got  %x\nwant %x", after, want)
	}
	if again, err := rewrite(after, nil); err != nil || !bytes.Equal(again, after) {
		t.Errorf("a second merge changed it: %v", err)
	}
}

func TestNumbersAreSignedLEB128(t *testing.T) {
	for _, v := range []int64{0, 1, 63, 64, 127, 128, 8191, 8192, 1<<31 - 1, -1, -64, -65, -1 << 31} {
		b := appendVarint(nil, v)
		r := reader{b: b}
		if got := r.varint(); got != v || r.failed || len(r.b) > 0 {
			t.Errorf("%d is written as %x and read as %d", v, b, got)
		}
	}
	if b := appendVarint(nil, 64); !bytes.Equal(b, []byte{0xc0, 0x00}) {
		t.Errorf("64 is written as %x", b)
	}
}

func TestWhatIsNotAGoModuleIsRefused(t *testing.T) {
	whole := module(segment{8, []byte("abc")})
	for i := range whole {
		if _, err := rewrite(whole[:i], nil); err == nil && i != 8 && i != 11 { // the ends of the header and of a section
			t.Errorf("cut to %d bytes it is merged", i)
		}
	}
	for name, text := range map[string]string{
		"passive":    "\x00asm\x01\x00\x00\x00\x0b\x04\x01\x01\x01a",
		"computed":   "\x00asm\x01\x00\x00\x00\x0b\x07\x01\x00\x23\x00\x0b\x01a",
		"overlap":    string(module(segment{8, []byte("abc")}, segment{10, []byte("d")})),
		"data count": "\x00asm\x01\x00\x00\x00\x0c\x01\x00",
		"text":       "hello, world",
	} {
		if _, err := rewrite([]byte(text), nil); err == nil {
			t.Errorf("%s: merged", name)
		}
	}
}
