package hfile_test

import (
	"runtime"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/storetest"
)

// everything reads arbitrary bytes in every possible way. It must terminate in bounded memory, and
// the explanation must have every byte once.
func everything(t *testing.T, b []byte) {
	t.Helper()
	formattest.InTime(t, func() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		readAll(t, b, file.Query{Stored: true})
		readAll(t, b, file.Query{Start: []byte("k"), Stop: []byte("s"), Versions: 3})
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(3000*len(b)+32<<20); got > most {
			t.Errorf("%d bytes are allocated for %d", got, len(b))
		}
		storetest.Tile(t, hfile.Kind, b, file.Options{})
	})
}

// FuzzFile reads arbitrary bytes as an HFile, a log, or a small file of a folder.
func FuzzFile(f *testing.F) {
	all := corpus(f)
	for _, name := range []string{
		"one.hfile", "empty.hfile", "deletes-diff.hfile", "deletes-prefix.hfile", "deletes-row_index_v1.hfile", "metablocks.hfile",
		"hbase1-v2-fast_diff-gz.hfile", "encrypted.hfile", "tags-compressed-diff.hfile", "damaged/fast_diff-gz-truncated.hfile",
		"damaged/wal-cut", "wal/wal-1", "root/data/ns1/shop/.tabledesc/.tableinfo.0000000001.657",
	} {
		if len(all[name]) == 0 {
			f.Fatal(name, "is not in the corpus")
		}
		f.Add(all[name])
	}
	f.Fuzz(everything)
}

// FuzzCells reads arbitrary bytes as the data of a block without a checksum in an otherwise
// sound file: the decoders of all encodings, with and without tags and MVCC numbers.
func FuzzCells(f *testing.F) {
	all := corpus(f)
	for _, name := range []string{"tags-none.hfile", "tags-diff.hfile", "tags-compressed-prefix.hfile", "tags-fast_diff.hfile", "tags-row_index_v1.hfile"} {
		b := all[name]
		size := int(b[11]) | int(b[10])<<8
		f.Add(b[7] == 'E', uint8(len(name)), b[33:33+size])
	}
	f.Fuzz(func(t *testing.T, encoded bool, layout uint8, cells []byte) {
		if len(cells) > 1<<20 {
			return
		}
		name := []string{"tags-none.hfile", "nomvcc-none.hfile", "one.hfile", "tags-compressed-diff.hfile", "tags-nomvcc-gz.hfile"}[layout%5]
		everything(t, hfile.Enclose(all[name], encoded, cells))
	})
}

func TestSmallFilesOfAFolderMayBeAnything(t *testing.T) {
	all := corpus(t)
	for name, b := range all {
		if file.Base(name)[0] != '.' || len(b) == 0 {
			continue
		}
		for i := range b {
			changed := append([]byte(nil), b...)
			changed[i] ^= 0x55
			d := disk{file.Files{}, []string{"root"}}
			for other, was := range all {
				d.Files[other] = was
			}
			d.Files[name] = changed
			if i%40 != 0 {
				storetest.Tile(t, hfile.Kind, changed, file.Options{})
				continue
			}
			set, err := file.Look(d, []*file.Kind{hfile.Kind})
			if err != nil {
				t.Fatal(err)
			}
			stores, err := set.Stores(file.Options{})
			if err != nil {
				t.Fatalf("%s, byte %d: %v", name, i, err)
			}
			for _, s := range stores {
				storetest.Read(t, s, file.Query{})
				s.Close()
			}
		}
	}
}
