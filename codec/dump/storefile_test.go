package dump

import (
	"strings"
	"testing"
)

// Beside its rows RocksDB keeps texts, in which a reading of some format can be found.
func TestTextsThatADatabaseKeepsHaveNoRows(t *testing.T) {
	const (
		give     = ", which has no rows: give what `rowlens dump FOLDER"
		options  = "# This is a RocksDB option file.\n#\n[Version]\n  rocksdb_version=7.8.3\n"
		messages = "2026/11/29-11:23:30.428515 1665 RocksDB version: 7.8.3\n2026/11/29-11:23:30.428587 1665 Git sha 0\n"
		backup   = "1795951410\n2\n2\nshared_checksum/000013_sEIA_980.sst crc32 2987132363\nprivate/1/CURRENT crc32 962815286\n"
	)
	for text, want := range map[string]string{
		options:  "an options file of RocksDB" + give + "` prints",
		messages: "a file of messages (LOG) of RocksDB" + give + "` prints",
		backup:   "the list of files of a RocksDB backup" + give + "/..` prints",
	} {
		found := FindStoreFile([]byte(text), []byte(text))
		if found == nil || found.Sentence("FILE", "FOLDER") != want {
			t.Errorf("%.40q is %v, want %s", text, found, want)
		}
		res, err := ParseText([]byte(text), Options{})
		if err != nil || len(res.Rows) != 1 || res.Rows[0].Err == nil || !strings.Contains(res.Rows[0].Err.Error(), want) {
			t.Errorf("%.40q was read: %+v, %v", text, res, err)
		}
	}
	for _, text := range []string{"MANIFEST-000005\n", "20d8d218-7308-4291-a7fe-3cc4f44a1f1e", "private/1/CURRENT", "0x61 : 0x62\n"} {
		if found := FindStoreFile([]byte(text), []byte(text)); found != nil {
			t.Errorf("%q is %s", text, found.Title)
		}
	}
}
