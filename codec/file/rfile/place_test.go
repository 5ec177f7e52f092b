package rfile

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Accumulo needs what these bytes say, and nothing protects them in an uncompressed file. No entry is lost.
func TestChangedBytesBesideTheEntries(t *testing.T) {
	m := maker{version: 8, codec: "none", most: 4, deep: true}
	whole := m.file(madeGroup{entries: madeEntries(rand.New(rand.NewPCG(1, 2)), 60, "f")})
	want, damage := reread(t, "f.rf", whole, file.Query{Stored: true})
	if len(damage) > 0 {
		t.Fatal(damage)
	}
	regions := bytes.Index(whole, []byte("data:"))
	for name, c := range map[string]struct {
		at   int
		code string
	}{
		"minor version":                       {len(whole) - len(magic) - 1, "version"},
		"whether the root is the last":        {bytes.Index(whole, []byte("\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x04")) + 8, codeIndex},
		"start of the file":                   {3, "magic"},
		"prefix of a meta block's name":       {regions + 1, "meta-index"},
		"first data block of an index block":  {bytes.Index(whole, []byte("\x00\x00\x00\x00\x00\x00\x00\x04\x01\x00\x00\x00\x04")) + 7, codeIndex},
		"whether another index block follows": {bytes.Index(whole, []byte("\x00\x00\x00\x00\x00\x00\x00\x04\x01\x00\x00\x00\x04")) + 8, codeIndex},
	} {
		b := bytes.Clone(whole)
		b[c.at] ^= 1
		got, damage := reread(t, "f.rf", b, file.Query{Stored: true})
		if storetest.Compare(t, got, want); len(damage) == 0 || damage[0].Code != c.code || damage[0].Lost > 0 || damage[0].Remark {
			t.Errorf("%s: %+v", name, damage)
		}
	}
}

// Encryption parameters that are damaged do not make a file an encrypted one.
func TestChangedEncryptionParameters(t *testing.T) {
	const name = "codec-gz.rf"
	b := bytes.Clone(shapes(t, name)[name])
	want, _ := reread(t, name, b, file.Query{Stored: true})
	b[bytes.LastIndex(b, []byte(plainCrypto))+2] ^= 1
	got, damage := reread(t, name, b, file.Query{Stored: true})
	if storetest.Compare(t, got, want); len(damage) != 1 || damage[0].Code != "trailer" || damage[0].Lost > 0 {
		t.Errorf("%+v", damage)
	}
}

// If RFile.index is broken, no other bytes of meta blocks are taken for lost entries.
func TestMetaBlocksAreNotEntries(t *testing.T) {
	files := shapes(t, "sampled-gz.rf", "groups-gz.rf", "levels-gz.rf")
	for name, whole := range files {
		f := openFile(file.Memory(whole), name, file.Options{}.Limits())
		index, _ := f.find("RFile.index")
		b := bytes.Clone(whole)
		b[index.offset+index.stored/2] ^= 0x10
		got, damage := reread(t, name, b, file.Query{Stored: true})
		want, _ := reread(t, name, whole, file.Query{Stored: true})
		if len(left(want, got)) > 0 || len(damage) == 0 || damage[0].Code != codeCodec {
			t.Errorf("%s: %d entries are missing; %+v", name, len(left(want, got)), damage)
		}
		for _, d := range damage {
			if d.Lost > 0 {
				t.Errorf("%s: %+v", name, d)
			}
		}
	}
}
