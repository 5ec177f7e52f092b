package block

import (
	"bytes"
	"math/rand"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"
)

func TestLZ4MatchesReachIntoTheDictionary(t *testing.T) {
	dict := []byte("0123456789abcdef")
	for _, c := range []struct {
		packed []byte
		want   string
	}{
		{[]byte{0x24, 'x', 'y', 18, 0, 0x10, '!'}, "xy01234567!"},         // all of it from the dictionary
		{[]byte{0x24, 'x', 'y', 5, 0, 0x10, '!'}, "xydefxydef!"},          // from the dictionary into the block
		{[]byte{0x0f, 1, 0, 2, 0x10, '!'}, strings.Repeat("f", 21) + "!"}, // overlapping what it writes
		{[]byte{0x00}, ""}, // nothing
		{[]byte{0x02, 16, 0, 0x02, 22, 0, 0x10, '!'}, "0123450123456789"[:12] + "!"}, // the greatest distance, twice
	} {
		out, err := appendLZ4(nil, c.packed, dict, 0, 100)
		if err != nil || string(out) != c.want {
			t.Errorf("% x: %q, %v, want %q", c.packed, out, err, c.want)
		}
	}
	for _, bad := range [][]byte{
		{}, {0x24, 'x', 'y', 19, 0, 0x10, '!'}, {0x24, 'x', 'y', 0, 0, 0x10, '!'}, {0x24, 'x', 'y', 18},
		{0x24, 'x', 'y', 18, 0}, {0x30, 'x'}, {0xf0}, {0xf0, 255},
	} {
		if out, err := appendLZ4(nil, bad, dict, 0, 100); err != ErrDamaged {
			t.Errorf("% x: %q, %v", bad, out, err)
		}
	}
}

// Whatever both unpack of a damaged block is the same.
func TestLZ4AgreesWithAnotherLibraryOnDamagedBlocks(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	dict := texts()[4][:2_000]
	theirs := make([]byte, 4_000)
	sound := pack(t, LZ4, texts()[3], nil)
	agreed := 0
	for range 20_000 {
		packed := bytes.Clone(sound)
		for range 1 + r.Intn(3) {
			packed[r.Intn(len(packed))] = byte(r.Intn(256))
		}
		ours, err := appendLZ4(nil, packed, dict, 0, len(theirs))
		n, refused := lz4.UncompressBlockWithDict(packed, theirs, dict)
		if err == nil && refused == nil {
			if agreed++; !bytes.Equal(ours, theirs[:n]) {
				t.Fatalf("% x", packed)
			}
		}
		if refused == nil && err != nil {
			t.Fatalf("%v: % x", err, packed)
		}
	}
	if agreed == 0 {
		t.Error("no damaged block was taken")
	}
}

// One example for each row of the instruction table.
func TestLZOInstructions(t *testing.T) {
	end := "\x11\x00\x00"
	long := strings.Repeat("0123456789abcdef", 1_100) // 17,600 bytes
	for _, c := range []struct{ name, packed, want string }{
		{"nothing", end, ""},
		{"first byte, few literals", "\x13ab" + end, "ab"},
		{"first byte, many literals", "\x16abcde" + end, "abcde"},
		{"literals", "\x00\x01" + "0123456789012345678" + end, "0123456789012345678"},
		{"literals, 4", "\x01abcd" + end, "abcd"},
		{"2 bytes, state 2", "\x13ab\x04\x00" + end, "abab"},
		{"3 bytes, state 4", lzoLiterals(long[:2100]) + "\x0c\x0c" + end, long[:2100] + long[:3]}, // 2049 + 3 + 4 * 12 = 2100
		{"far", lzoLiterals(long) + "\x13\x00\x10" + end, long + long[len(long)-17408:][:5]},
		{"middle, length 31 + 2 + 7", lzoLiterals(long[:60]) + "\x20\x07\xec\x00" + end, long[:60] + long[:40]},
		{"near, length 4", "\x15abcd\x6c\x00" + end, "abcdabcd"},
		{"near, length 8, two literals", "\x15abcd\xee\x00xy" + end, "abcdabcdabcdxy"},
	} {
		out, err := appendLZO(nil, []byte(c.packed), 0, len(c.want))
		if err != nil || string(out) != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, out, err, c.want)
		}
		if len(c.want) > 0 {
			if _, err = appendLZO(nil, []byte(c.packed), 0, len(c.want)-1); err != ErrMax {
				t.Errorf("%s: one byte more than the limit: %v", c.name, err)
			}
		}
		for n := range c.packed {
			if _, err = appendLZO(nil, []byte(c.packed)[:n], 0, len(c.want)); err != ErrDamaged {
				t.Errorf("%s, cut after %d bytes: %v", c.name, n, err)
			}
		}
	}
}

// lzoLiterals returns a run of more than 18 literals.
func lzoLiterals(s string) string {
	b := []byte{0}
	n := len(s) - 18
	for ; n > 255; n -= 255 {
		b = append(b, 0)
	}
	return string(append(append(b, byte(n)), s...))
}
