package hfile_test

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

// oldFile returns a file of version 2.0, as HBase 0.92 wrote them, following the documented
// layout: headers of 24 bytes without checksums, and file info and trailer with fixed fields.
func oldFile() []byte {
	u32, u64 := binary.BigEndian.AppendUint32, binary.BigEndian.AppendUint64
	var b []byte
	block := func(magic string, data []byte) int64 {
		at := int64(len(b))
		b = u32(u32(append(b, magic...), uint32(len(data))), uint32(len(data)))
		b = append(u64(b, ^uint64(0)), data...)
		return at
	}
	cell := func(row string) []byte {
		c := u32(u32(nil, uint32(12+len(row)+2)), 1)
		c = append(append(append(c, 0, byte(len(row))), row...), 1, 'f', 'q')
		return append(u64(c, 7), 4, 'v')
	}
	first := block("DATABLK*", append(cell("a"), cell("b")...))
	second := block("DATABLK*", cell("c"))
	index := func(at int64, row string) []byte {
		key := cell(row)[8:]
		key = key[:len(key)-1]
		return append(append(u32(u64(nil, uint64(at)), uint32(24+23)), byte(len(key))), key...)
	}
	entries := append(index(first, "a"), index(second, "c")...)
	binary.BigEndian.PutUint32(entries[8:], uint32(second-first))
	load := block("IDXROOT2", entries)
	binary.BigEndian.PutUint32(b[load+24+int64(len(entries))/2+8:], uint32(load-second))
	block("IDXROOT2", nil)
	info := block("FILEINF2", append(append(u32(nil, 1), 3), "own\x01\x02ok"...))
	trailer := append([]byte("TRABLK\"$"), u64(u64(nil, uint64(info)), uint64(load))...)
	trailer = u64(u32(trailer, 2), uint64(len(entries)))
	trailer = u64(u64(u32(trailer, 0), uint64(len(b))), 3)
	trailer = u64(u64(u32(u32(trailer, 2), 1), uint64(first)), uint64(second))
	trailer = append(trailer, "org.apache.hadoop.hbase.KeyValue$KeyComparator"...)
	return u32(append(b, append(trailer, make([]byte, 208-len(trailer))...)...), 2)
}

func TestTheFirstVersionsAreRead(t *testing.T) {
	b := oldFile()
	want := []string{}
	for _, row := range []string{"61", "62", "63"} {
		want = append(want, `{"row":"`+row+`","family":"66","qualifier":"71","timestamp":"7","type":"Put","value":"76","tags":[],"seqid":"0"}`)
	}
	for _, c := range []struct {
		name  string
		data  []byte
		codes string
	}{
		{"whole", b, ""},
		{"without trailer", b[:len(b)-212], "trailer"},
		{"with a wrong version", append(slices.Clone(b[:len(b)-1]), 9), "trailer"},
	} {
		got, damage, _ := readAll(t, c.data, file.Query{Stored: true})
		if !slices.Equal(got, want) || codesOf(damage) != c.codes {
			t.Errorf("%s: %v %+v", c.name, got, damage)
		}
		storetest.Tile(t, hfile.Kind, c.data, file.Options{})
	}
}

func codesOf(damage []file.Damage) string {
	var all []string
	for _, d := range damage {
		all = append(all, d.Code)
	}
	return strings.Join(all, " ")
}

// reseal recomputes the checksums of a block.
func reseal(b []byte, at int) {
	per, size := int(binary.BigEndian.Uint32(b[at+25:])), int(binary.BigEndian.Uint32(b[at+29:]))
	sums := b[at+size:]
	for from := 0; from < size; from += per {
		sum := crc32.Checksum(b[at+from:at+min(from+per, size)], crc32.MakeTable(crc32.Castagnoli))
		binary.BigEndian.PutUint32(sums, sum)
		sums = sums[4:]
	}
}

// second changes the second cell of an unencoded block: its key length.
func second(b []byte) {
	at := 33 + 8 + int(binary.BigEndian.Uint32(b[33:])) + int(binary.BigEndian.Uint32(b[37:]))
	size := 1
	if lead := int(int8(b[at])); lead < -112 {
		size = -111 - lead
	}
	b[at+size] = 0x7f
}

// offsetOf returns the offset of the nth block of a kind.
func offsetOf(t *testing.T, b []byte, what string, nth int) int {
	set, err := file.Look(file.Files{"f": b}, []*file.Kind{hfile.Kind})
	if err != nil {
		t.Fatal(err)
	}
	s, err := hfile.Kind.Structure(set, "f", file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Pieces() {
		if p.What == what {
			if nth--; nth < 0 {
				return int(p.Offset)
			}
		}
	}
	t.Fatal("there is no such", what)
	return 0
}

// Errors hidden behind correct checksums are found by contradictions, and cost no more than they must.
func TestContradictionsAreDamage(t *testing.T) {
	all := corpus(t)
	const leaf, middle, root = "leaf index block", "intermediate index block", "root index block"
	for _, c := range []struct {
		name, file, what string
		nth              int
		change           func(b []byte) // of the block
		code             string
		lost             int
	}{
		{"a key longer than its block", "matrix-none-none.hfile", "data block", 5, func(b []byte) { b[33] = 0x7f }, "cell", 5},
		{"a second key longer than its block", "matrix-none-none.hfile", "data block", 5, second, "cell", 4},
		{"a plain size that is not that of the data", "matrix-none-none.hfile", "data block", 5, func(b []byte) { b[15]++ }, "codec", 5},
		{"a root index that points into a block", "matrix-none-none.hfile", root, 0, func(b []byte) { b[33+7] = 9 }, "index-block", 0},
		{"a leaf that points into a block", "levels-none-none.hfile", leaf, 3, func(b []byte) { b[33+4+4*(int(b[36])+1)+7]++ }, "index-block", 0},
		{"a leaf that points outside", "levels-none-none.hfile", leaf, 3, func(b []byte) { b[33+4+4*(int(b[36])+1)]++ }, "index-block", 0},
		{"a leaf with another count", "levels-none-none.hfile", leaf, 3, func(b []byte) { b[36]-- }, "index-block", 0},
		{"an intermediate block that points to data", "levels-none-none.hfile", middle, 0, func(b []byte) {
			clear(b[33+4+4*(int(b[36])+1):][:8])
		}, "index-block", 0},
		{"a root index with another key length", "levels-none-none.hfile", root, 0, func(b []byte) { b[33+12]++ }, "trailer", 0},
	} {
		b := slices.Clone(all[c.file])
		want, _, _ := readAll(t, b, file.Query{Stored: true})
		at := offsetOf(t, b, c.what, c.nth)
		c.change(b[at:])
		reseal(b, at)
		got, damage, _ := readAll(t, b, file.Query{Stored: true})
		if c.code == "trailer" {
			at = len(b) - 4
		}
		if len(damage) != 1 || damage[0].Code != c.code || damage[0].Offset != int64(at) {
			t.Errorf("%s: %+v, want %s at %d", c.name, damage, c.code, at)
		}
		if lost := len(want) - len(got); lost != c.lost {
			t.Errorf("%s: %d cells are lost, want %d", c.name, lost, c.lost)
		}
	}
}
