package rocksdb

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Tables and logs that another file overwrote are damage also where no MANIFEST lists them.
func TestAFileThatWasOverwrittenIsMissedWithoutAManifest(t *testing.T) {
	sound := storetest.Folder(t, "maryk-rocksdb/keepall-sst-v5")
	wal := storetest.Folder(t, "maryk-rocksdb/latest")["000004.log"]
	other := storetest.Folder(t, "maryk-rocksdb/latest-sst-v5")["000012.sst"]
	text := []byte(strings.Repeat("hello text\n", 300))
	for _, c := range []struct {
		name string
		by   []byte
		want string
	}{
		{"000020.sst", sound["000020.sst"], ""},
		{"000020.sst", wal, "000020.sst magic"},
		{"000020.sst", sound["MANIFEST-000033"], "000020.sst magic"},
		{"000020.sst", sound["CURRENT"], "000020.sst footer-truncated"},
		{"000020.sst", text, "000020.sst magic"},
		{"000020.sst", sound["000021.sst"], "000021.sst file-other, remark 000020.sst file-other"},
		{"000020.sst", other, "remark 000020.sst file-other"},
		{"000032.log", text, "000032.log log-checksum"},
		{"000032.log", make([]byte, 100), "remark 000032.log log-tail"},
	} {
		files := file.Files{"000020.sst": sound["000020.sst"], "000021.sst": sound["000021.sst"], "000022.sst": sound["000022.sst"]}
		files[c.name] = c.by
		if got := openedWith(t, files); got != c.want {
			t.Errorf("%s of %d other bytes: %q, want %q", c.name, len(c.by), got, c.want)
		}
	}
	// A single log does not make the tables beside it anything but tables.
	if got := openedWith(t, file.Files{"000004.log": wal, "000020.sst": text}); got != "000020.sst magic" {
		t.Errorf("a log beside a text: %q", got)
	}
}

// openedWith returns the damage that is known when a folder is opened.
func openedWith(t *testing.T, files file.Files) string {
	t.Helper()
	s := storetest.Open(t, Kind, files)
	defer s.Close()
	var all []string
	for _, d := range s.Damage() {
		word := fmt.Sprint(d.File, " ", d.Code)
		if d.Remark {
			word = "remark " + word
		}
		all = append(all, word)
	}
	return strings.Join(all, ", ")
}
