package all_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A file whose name says what it must be, and that is something else, sound or not, is damage beside files of that kind.
// What the user gives under a name of his own is not.
func TestAFileThatIsNotWhatItsNameSaysIsMissed(t *testing.T) {
	rf, hfile := storetest.Files(t, "rfile/all"), storetest.Files(t, "hfile/files")
	mdb, lock := storetest.Folder(t, "lmdb/v1-mini")["data.mdb"], append([]byte("\xde\xc0\xef\xbe\x01\x00\x00\x00"), make([]byte, 8184)...)
	text := []byte("a text\n")
	for _, c := range []struct {
		what  string
		files file.Files
		gone  string // the file of which damage is expected
		found string
	}{
		{"text for an RFile", file.Files{"A0000001.rf": rf["one.rf"], "A0000002.rf": text}, "A0000002.rf", "7 bytes"},
		{"an HFile for an RFile", file.Files{"A0000001.rf": rf["one.rf"], "A0000002.rf": hfile["one.hfile"]}, "A0000002.rf", "an HFile"},
		{"an LMDB file for an RFile", file.Files{"t/A0000001.rf": rf["one.rf"], "t/A0000002.rf": mdb}, "t/A0000002.rf", "the data file"},
		{"an RFile for an HFile", file.Files{"a.hfile": hfile["one.hfile"], "b.hfile": rf["one.rf"]}, "b.hfile", "an RFile"},
		{"text for an HFile", file.Files{"a.hfile": hfile["one.hfile"], "b.hfile": text}, "b.hfile", "7 bytes"},
		{"text for an LMDB file", file.Files{"a/data.mdb": mdb, "b/data.mdb": text}, "b/data.mdb", "7 bytes"},
		{"an RFile for an LMDB file", file.Files{"lock.mdb": lock, "data.mdb": rf["one.rf"]}, "data.mdb", "an RFile"},
		{"the lock file for an LMDB file", file.Files{"lock.mdb": lock, "data.mdb": lock}, "data.mdb", "the lock file"},
		{"an empty LMDB file", file.Files{"data.mdb": {}}, "data.mdb", "no bytes"},
		{"names of one's own", file.Files{"x.rf": hfile["one.hfile"], "y.mdb": mdb}, "", ""},
		{"a dump under the name of an LMDB file", file.Files{"data.mdb": text, "one": rf["one.rf"]}, "", ""},
	} {
		set, err := file.Look(c.files, all.Kinds())
		if err != nil {
			t.Fatal(err)
		}
		stores, err := set.Stores(file.Options{})
		if err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for _, s := range stores {
			for _, d := range s.Damage() {
				if !d.Remark {
					said[d.File] = d.Found
				}
			}
			s.Close()
		}
		if want := min(len(c.gone), 1); len(said) != want || !strings.HasPrefix(said[c.gone], c.found) {
			t.Errorf("%s: damage %v, want %s: %s", c.what, said, c.gone, c.found)
		}
	}
}
