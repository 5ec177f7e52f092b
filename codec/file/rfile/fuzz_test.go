package rfile

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/storetest"
)

// FuzzFile reads arbitrary bytes as a file, in every mode.
func FuzzFile(f *testing.F) {
	for _, b := range shapes(f, "one.rf", "deleted.rf", "one-empty-fields.rf", "empty-gz.rf", "accumulo15-plain-gz.rf",
		"groups-no-default-data.rf", "made3-none.rf", "made4-gz.rf", "made6-none.rf") {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		readAny(t, "fuzz.rf", b)
		storetest.Tile(t, Kind, b, file.Options{BlockMax: 1 << 20})
	})
}

// FuzzBlocks reads arbitrary bytes as the plain bytes of a data block, an index block and
// RFile.index. The result must be the same with and without a tree.
func FuzzBlocks(f *testing.F) {
	for _, b := range shapes(f, "one.rf", "deleted.rf", "made3-none.rf", "made4-none.rf", "made6-none.rf", "groups-no-default-data.rf") {
		o := openFile(file.Memory(b), "f", file.Options{}.Limits())
		for _, m := range o.meta {
			f.Add(uint8(o.index.version), b[m.offset:m.offset+m.stored])
		}
		o.walkIndex(&o.index.groups[0].root, new(claims), func(_ int, e *indexEntry) {
			f.Add(uint8(o.index.version), b[e.offset:e.offset+e.stored])
		})
	}
	f.Fuzz(func(t *testing.T, version uint8, b []byte) {
		for _, read := range []func(r *wire.Reader) int{
			func(r *wire.Reader) int { return len(readIndex(r, nil).groups) },
			func(r *wire.Reader) int { return readIndexBlock(r, int(version)).count },
			func(r *wire.Reader) int { return len(readMetaIndex(r)) },
			readEntries,
		} {
			var tree span.Tree
			tree.Part("plain", b)
			plain, y := wire.NewReader(b, nil), 0
			x := read(&plain)
			err := explain(b, &tree, func(r *wire.Reader) { y = read(r) })
			if x != y || plain.OK() != (err == nil) {
				t.Fatalf("%d, explained %d; %v", x, y, err)
			}
			if err := tree.Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// readEntries reads entries, and returns how many there are.
func readEntries(r *wire.Reader) (n int) {
	var e entries
	e.r, e.first = *r, true
	e.r.Begin(&fDataBlock)
	for e.r.More() && e.next() {
		if n++; e.at >= e.r.Offset() {
			return -1
		}
	}
	e.r.End()
	*r = e.r
	return n
}
