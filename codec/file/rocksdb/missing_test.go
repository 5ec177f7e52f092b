package rocksdb

import (
	"encoding/binary"
	"maps"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// hurt changes a copy of a fixture's files and returns the damage found: file, code and place, with a question mark for a
// remark.
func hurt(t *testing.T, fixture string, change func(files file.Files)) string {
	t.Helper()
	files := storetest.Folder(t, fixture)
	change(files)
	return told(t, files)
}

func told(t *testing.T, files file.Folder) string {
	t.Helper()
	s := storetest.Open(t, Kind, files)
	defer s.Close()
	var said []string
	_, damage := storetest.Read(t, s, file.Query{})
	for _, d := range damage {
		if d.Text == "" || d.Expected == "" || d.Found == "" {
			t.Errorf("%s lacks words: %+v", d.Code, d)
		}
		text := d.File + " " + d.Code
		if d.Offset >= 0 {
			text += "@" + decimal(uint64(d.Offset))
		}
		if d.Remark {
			text += "?"
		}
		said = append(said, text)
	}
	return strings.Join(said, ", ")
}

func without(names ...string) func(file.Files) {
	return func(files file.Files) {
		for _, name := range names {
			delete(files, name)
		}
	}
}

func cutTo(name string, n int) func(file.Files) {
	return func(files file.Files) { files[name] = files[name][:(n+len(files[name]))%len(files[name])] }
}

// Logs that are missing, short or truncated are damage if rows are gone. They are only a remark if that cannot be
// determined, or if it is the normal state after a crash.
func TestLogsThatAreMissingOrShortAreTold(t *testing.T) {
	for _, c := range []struct {
		what, fixture string
		change        func(file.Files)
		want          string
	}{
		{"a log that the MANIFEST lists", "wal-tracked", without("000004.log"), "000004.log file-missing"},
		{"the log that the MANIFEST has begun", "wal-tracked", without("000008.log"), "000008.log file-missing"},
		{"both", "wal-tracked", without("000004.log", "000008.log"), "000004.log file-missing, 000008.log file-missing?"},
		{"the first log of a family that was never flushed", "wal", without("000004.log"), "000008.log log-record?"},
		{"the first log, with compression", "wal-zstd", without("000004.log"), "000008.log log-record?"},
		{"a log that the next one names", "wal-verified", without("000004.log"), "000004.log file-missing"},
		{"one of which the MANIFEST knows the size", "wal-tracked", cutTo("000004.log", 3000),
			"000004.log log-tail@2956, 000004.log file-size"},
		{"one of which the next one knows the size", "wal-verified", cutTo("000004.log", 3000),
			"000004.log log-tail@2969, 000004.log file-size"},
		{"one that ends with a record, but too early", "wal-verified", cutTo("000004.log", 2969), "000004.log file-size"},
		{"one with zeros in place of its last record", "wal-verified", func(files file.Files) { clear(files["000004.log"][2969:]) },
			"000008.log log-record@0"},
		{"one that is longer", "wal-tracked", func(files file.Files) { files["000004.log"] = append(files["000004.log"], 0, 0, 0) }, ""},
		{"a cut one that is not the last", "wal", cutTo("000004.log", -300), "000004.log log-tail@2751"},
		{"a cut one that is the last", "wal", cutTo("000008.log", -300), "000008.log log-tail@73665?"},
		{"a cut one before one without a record", "wal", func(files file.Files) {
			cutTo("000004.log", -300)(files)
			files["000008.log"] = nil
		}, "000004.log log-tail@2751?"},
		{"two logs exchanged", "wal", exchanged("000004.log", "000008.log"), "000008.log log-record"},
		{"one with the bytes of the one before", "wal", func(files file.Files) { files["000008.log"] = files["000004.log"] }, "000008.log log-record"},
		{"an empty one between others", "wal", func(files file.Files) {
			cutTo("000004.log", 2751)(files)
			files["000006.log"] = nil
		}, "000006.log log-tail@0"},
		{"an empty one where nothing is missing", "wal", func(files file.Files) { files["000006.log"] = nil }, ""},
		{"no log", "small", without("000012.log"), "000012.log file-missing?"},
		{"no log where the database was opened for writing", "small", func(files file.Files) {
			without("000012.log")(files)
			files["IDENTITY"] = []byte("b2d2e9b5-5a4e-4a4c-8f3b-6c1f6a9e1d11")
		}, "000012.log file-missing"},
		{"no log where opening it for writing failed", "small", func(files file.Files) {
			without("000012.log")(files)
			files["LOCK"] = nil
		}, "000012.log file-missing?"},
		{"no log of Maryk's, with its IDENTITY", "../maryk-rocksdb/latest", without("000004.log"), "000004.log file-missing"},
		{"the end of a MANIFEST", "small", cutTo("MANIFEST-000005", -5), "MANIFEST-000005 log-tail@579?"},
		{"a MANIFEST that ends in the edits of tables", "small", cutTo("MANIFEST-000005", 83), "MANIFEST-000005 log-tail@53"},
		{"a MANIFEST that ends before them", "small", cutTo("MANIFEST-000005", 53), "MANIFEST-000005 manifest"},
		{"an older MANIFEST, and what it lists is there", "small", func(files file.Files) {
			cutTo("MANIFEST-000005", 53)(files)
			without("000009.sst", "000011.sst", "000013.sst")(files)
		}, ""},
		{"a table that is only begun", "small", func(files file.Files) { files["000014.sst"] = files["000013.sst"][:4000] }, ""},
		{"a table that is not listed, with nothing new", "small", func(files file.Files) { files["000014.sst"] = files["000013.sst"] }, ""},
	} {
		if got := hurt(t, "rocksdb/"+c.fixture, c.change); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// Values of a database with a time to live have 4 more bytes, which its OPTIONS tell.
func TestATimeToLiveIsSaid(t *testing.T) {
	for options, want := range map[string]string{
		"  compaction_filter_factory={id=TtlCompactionFilterFactory;user_filter_factory=nullptr;ttl=100000;}\n": "OPTIONS-000007 value-type?",
		"  compaction_filter_factory=TtlCompactionFilterFactory\n":                                              "OPTIONS-000007 value-type?",
		"  compaction_filter=nullptr\n  ttl=2592000\n":                                                          "",
	} {
		got := hurt(t, "rocksdb/small", func(files file.Files) {
			files["OPTIONS-000007"] = []byte("[CFOptions \"default\"]\n" + options)
		})
		if got != want {
			t.Errorf("%s: %s", options, got)
		}
	}
}

// If the MANIFEST has lost something, the tables that it may have listed are reported.
func TestTablesThatNoEditListsAreNamed(t *testing.T) {
	for _, n := range []int{83, 53} {
		files := storetest.Folder(t, "rocksdb/small")
		cutTo("MANIFEST-000005", n)(files)
		s := storetest.Open(t, Kind, files)
		if d := s.Damage(); len(d) != 1 || !strings.Contains(d[0].Text+d[0].Found, "000009.sst, 000011.sst, 000013.sst") {
			t.Errorf("%d: %+v", n, d)
		}
		s.Close()
	}
}

// After a crash a database continues in a new log, with the number that follows the last one it could read. A truncated
// log before such a log is as RocksDB itself leaves it.
func TestALogThatACrashHasCutIsFollowed(t *testing.T) {
	cut := new(logWriter).record(batchOf(1, 2, putOf("a", "1"), putOf("b", "2"))).record(batchOf(3, 1, putOf("x", "9"))).buf
	cut = cut[:len(cut)-2]
	for _, c := range []struct {
		what, want string
		logs       [][]byte
	}{
		{"the next number", "000004.log log-tail@29?", [][]byte{cut, new(logWriter).record(batchOf(3, 1, putOf("c", "3"))).buf}},
		{"an empty batch, as RocksDB begins", "000004.log log-tail@29?", [][]byte{cut, new(logWriter).record(batchOf(3, 0)).buf}},
		{"a larger number", "000004.log log-tail@29", [][]byte{cut, new(logWriter).record(batchOf(4, 1, putOf("c", "3"))).buf}},
		{"a smaller number", "000004.log log-tail@29", [][]byte{cut, new(logWriter).record(batchOf(2, 1, putOf("c", "3"))).buf}},
		{"one after an empty log", "000004.log log-tail@29", [][]byte{cut, nil, new(logWriter).record(batchOf(4, 1, putOf("c", "3"))).buf}},
		{"nothing but a cut record", "000004.log log-tail@0", [][]byte{cut[:20], new(logWriter).record(batchOf(2, 1, putOf("c", "3"))).buf}},
	} {
		files := file.Files(databaseOf(nil))
		for i, b := range c.logs {
			files[fileName(uint64(4+i), ".log")] = b
		}
		if got := told(t, files); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if len(c.logs[0]) < 29 {
			continue // a log without records is not recognised on its own
		}
		without("CURRENT", "MANIFEST-000001")(files)
		if got := told(t, files); got != c.want {
			t.Errorf("%s, without a MANIFEST: %s, want %s", c.what, got, c.want)
		}
	}
}

// What MANIFESTs say about logs, in old and new forms.
func TestLogsOfTheManifestAreTracked(t *testing.T) {
	log := new(logWriter).record(batchOf(1, 1, putOf("a", "1"))).buf
	size := varint(uint64(len(log)))
	added := func(n, size string) string { return sliced("\x87\x40", n+"\x02"+size+"\x01") }
	for _, c := range []struct {
		what, want string
		edits      []string
	}{
		{"as it is", "", []string{added("\x04", size)}},
		{"the old form", "", []string{"\x84\x40\x04\x02" + size + "\x01"}},
		{"without a size", "", []string{sliced("\x87\x40", "\x04\x01")}},
		{"a smaller size, a larger one later", "", []string{added("\x04", "\x05"), added("\x04", size)}},
		{"another size", "000004.log file-size", []string{added("\x04", "\x7f")}},
		{"another size, the old form", "000004.log file-size", []string{"\x84\x40\x04\x02\x7f\x01"}},
		{"another log", "000003.log file-missing", []string{added("\x03", size)}},
		{"another log without a size", "000003.log file-missing", []string{sliced("\x87\x40", "\x03\x01")}},
		{"one that was deleted", "", []string{added("\x03", size), sliced("\x88\x40", "\x04")}},
		{"one that was deleted, the old form", "", []string{added("\x03", size), "\x85\x40\x04"}},
		{"one that was deleted before", "", []string{sliced("\x88\x40", "\x04"), added("\x03", size)}},
		{"one behind what was deleted", "000005.log file-missing", []string{added("\x05", size), sliced("\x88\x40", "\x04")}},
		{"no number", "MANIFEST-000001 edit@41", []string{sliced("\x87\x40", "")}},
		{"a cut size", "MANIFEST-000001 edit@41", []string{sliced("\x87\x40", "\x04\x02")}},
		{"more than a number", "MANIFEST-000001 edit@41", []string{sliced("\x88\x40", "\x04\x04")}},
	} {
		if got := told(t, file.Files(databaseOf(log, c.edits...))); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A log below the oldest that RocksDB keeps may be gone, even if a family without entries seems to need it.
func TestPredecessorsThatAreDeadMayBeGone(t *testing.T) {
	before := binary.LittleEndian.AppendUint64(nil, 3)
	before = binary.LittleEndian.AppendUint64(before, 100)
	before = binary.LittleEndian.AppendUint64(before, 9)
	log := new(logWriter).piece(piecePredecessor, before).record(batchOf(10, 1, putOf("a", "1"))).buf
	if got := told(t, file.Files(databaseOf(log))); got != "000003.log file-missing" {
		t.Error(got)
	}
	if got := told(t, file.Files(databaseOf(log, "\x0a\x04"))); got != "" {
		t.Errorf("with a smallest log to keep: %s", got)
	}
}

// Where nothing lists logs, the sequence numbers tell that one is missing or is another one.
func TestHolesBetweenLogsAreTold(t *testing.T) {
	const opened = "MANIFEST-000006" // the database was opened, and has what it recovered from the logs before in tables
	put := func(from, n uint64) []byte {
		var w logWriter
		for ; n > 0; n, from = n-1, from+1 {
			w.record(batchOf(from, 1, putOf("k", "v")))
		}
		return w.buf
	}
	low, high := internalKey("a", 1, typePut), internalKey("b", 4, typePut)
	table := tableOf(pair{low, "1"}, pair{high, "4"})
	last := func(sequence byte) string { return "\x04" + string(sequence) }
	flush := newFileOf(0, 9, uint64(len(table)), low, high, 1, 4)
	ingest := func(level, n uint64) string { return newFileOf(level, 9, uint64(len(table)), low, low, n, n) }
	for _, c := range []struct {
		what  string
		logs  map[string][]byte
		edits []string
		want  string
	}{
		{"none", map[string][]byte{"000004.log": put(1, 3), "000006.log": put(4, 2)}, nil, ""},
		{"one between", map[string][]byte{"000004.log": put(1, 3), "000006.log": put(9, 2)}, nil, "000006.log log-record"},
		{"an ingested file between", map[string][]byte{"000004.log": put(1, 3), "000006.log": put(5, 2)}, nil, ""},
		{"the first one, where none was deleted", map[string][]byte{"000004.log": put(100, 3)}, []string{"\x0a\x00"}, "000004.log log-record?"},
		{"numbers that stand for earlier times", map[string][]byte{"000004.log": put(101, 3)}, []string{"\x0a\x00"}, ""},
		{"holes inside, too", map[string][]byte{"000004.log": append(put(1, 3), put(7, 1)...), "000006.log": put(9, 2), "000008.log": put(20, 1)}, nil,
			"000008.log log-record?"},
		{"the last one", map[string][]byte{"000004.log": put(1, 3), "000006.log": nil}, []string{last(20)}, "000004.log log-record"},
		{"the first one after a flush", map[string][]byte{"000007.log": put(15, 3)},
			[]string{"\x02\x04" + last(1), flush + "\x02\x05\x0a\x05" + last(8)}, "000007.log log-record"},
		{"all after a flush", map[string][]byte{"000005.log": put(5, 9)},
			[]string{"\x02\x04" + last(1), flush + "\x02\x05\x0a\x05" + last(8)}, ""},
		{"an older one by its name", map[string][]byte{"000005.log": put(2, 9)},
			[]string{"\x02\x04" + last(1), flush + "\x02\x05\x0a\x05" + last(8)}, "000005.log log-record"},
		{"ingested files before the first one", map[string][]byte{opened: nil, "000007.log": put(13, 3)},
			[]string{"\x02\x04" + last(1), flush + "\x02\x05\x0a\x05" + last(8),
				ingest(6, 9) + ingest(5, 10) +
					ingest(4, 11) + last(11)}, ""},
		{"ingested files that were compacted away", map[string][]byte{"000004.log": put(1, 3), "000006.log": put(7, 3)},
			[]string{"\x02\x04" + last(1), ingest(0, 4) + ingest(1, 5) +
				ingest(2, 6) + last(6), "\x06\x00\x09\x06\x01\x09\x06\x02\x09"}, ""},
		{"ingested files behind the last one", map[string][]byte{"000004.log": put(1, 3)},
			[]string{"\x02\x04" + last(1), ingest(0, 4) + ingest(1, 5) + last(5)}, ""},
		{"more than them behind the last one", map[string][]byte{"000004.log": put(1, 3)},
			[]string{"\x02\x04" + last(1), ingest(0, 4) + last(6)}, "000004.log log-record"},
		{"the tables of a recovery, the newest first", map[string][]byte{opened: nil, "000007.log": put(9, 3)},
			[]string{"\x02\x04" + last(1), flush + "\x02\x05\x0a\x05" + last(8), "\xc8\x01\x01" + sliced("\xc9\x01", "x") + "\x02\x04",
				"\xc8\x01\x01" + flush + "\x02\x05" + last(4)}, ""},
		{"the same, and a log begun since then", map[string][]byte{opened: nil, "000007.log": put(9, 3), "000008.log": put(12, 1)},
			[]string{"\x02\x04" + last(1), flush + "\x02\x05\x0a\x05" + last(4), "\xc8\x01\x01" + sliced("\xc9\x01", "x") + "\x02\x04",
				"\xc8\x01\x01" + flush + "\x02\x05" + last(8), "\xc8\x01\x01\x02\x08" + last(11)}, ""},
	} {
		files := file.Files(databaseOf(nil, c.edits...))
		delete(files, "000004.log")
		if len(c.edits) > 1 {
			files["000009.sst"] = table
		}
		for name, b := range c.logs {
			if name == opened {
				files["CURRENT"], b = []byte(opened+"\n"), files["MANIFEST-000001"]
			}
			files[name] = b
		}
		if got := told(t, files); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A recovery leaves out entries of dropped families, and its MANIFEST names only numbers that tables have. The log that is
// begun then has a number below that of the MANIFEST; one that a flush begins has a larger one.
func TestTheHoleThatARecoveryLeavesIsARemark(t *testing.T) {
	low, high := internalKey("a", 1, typePut), internalKey("b", 4, typePut)
	table := tableOf(pair{low, "1"}, pair{high, "4"})
	files := file.Files(databaseOf(nil, "\x02\x04\x04\x01", newFileOf(0, 9, uint64(len(table)), low, high, 1, 4)+"\x02\x05\x0a\x05\x04\x04"))
	delete(files, "000004.log")
	files["000009.sst"], files["000012.log"] = table, new(logWriter).record(batchOf(15, 1, putOf("k", "v"))).buf
	for manifest, want := range map[string]string{"MANIFEST-000011": "000012.log log-record", "MANIFEST-000013": "000012.log log-record?"} {
		of := maps.Clone(files)
		of["CURRENT"], of[manifest] = []byte(manifest+"\n"), files["MANIFEST-000001"]
		if got := told(t, of); got != want {
			t.Errorf("%s: %s", manifest, got)
		}
	}
}

// A MANIFEST that is newer than the logs does not name the numbers of ingested files that were compacted away before it began.
func TestTheHoleOfIngestedFilesIsARemarkWhereTheManifestIsNewer(t *testing.T) {
	put := func(from uint64) []byte { return new(logWriter).record(batchOf(from, 1, putOf("k", "v"))).buf }
	files := file.Files(databaseOf(put(1), "\x02\x04\x04\x09"))
	files["000006.log"], files["000008.log"] = put(6), put(7)
	for manifest, want := range map[string]string{"MANIFEST-000001": "000006.log log-record, 000008.log log-record",
		"MANIFEST-000007": "000006.log log-record?, 000008.log log-record",
		"MANIFEST-000009": "000006.log log-record?, 000008.log log-record?"} {
		of := maps.Clone(files)
		of["CURRENT"], of[manifest] = []byte(manifest+"\n"), files["MANIFEST-000001"]
		if got := told(t, of); got != want {
			t.Errorf("%s: %s", manifest, got)
		}
	}
}

// A log that a flush began is there as long as the MANIFEST keeps it, and had a record if another follows: without it, rows
// are lost even if no sequence number seems to be missing.
func TestALogThatAFlushBeganIsMissed(t *testing.T) {
	table := tableOf(pair{internalKey("a", 1, typePut), "1"}, pair{internalKey("b", 4, typePut), "4"})
	low, high := internalKey("a", 1, typePut), internalKey("b", 4, typePut)
	flush := newFileOf(0, 9, uint64(len(table)), low, high, 1, 4)
	other := "\xc8\x01\x01" + sliced("\xc9\x01", "x") + "\x02\x05\x04\x04"
	put := func(from uint64) []byte { return new(logWriter).record(batchOf(from, 1, putOf("k", "v"))).buf }
	for _, c := range []struct {
		what, want string
		edits      []string
		logs       map[string][]byte
	}{
		{"an empty one follows", "000005.log file-missing", []string{"\x02\x04", flush + "\x02\x05\x0a\x05\x04\x04"}, map[string][]byte{"000007.log": nil}},
		{"one follows, of a family that was begun with it", "000007.log log-record",
			[]string{"\x02\x04", other, flush + "\x02\x07\x0a\x05\x04\x04", "\x02\x08"}, map[string][]byte{"000007.log": put(12), "000008.log": put(13)}},
		{"numbers that may be of a later time", "000005.log file-missing",
			[]string{"\x02\x04", flush + "\x02\x05\x0a\x05\x04\x0d"}, map[string][]byte{"000007.log": put(12), "000008.log": put(13)}},
		{"none follows", "", []string{"\x02\x04", flush + "\x02\x05\x0a\x05\x04\x04"}, map[string][]byte{"000005.log": nil}},
		{"it is not kept", "", []string{"\x02\x04", flush + "\x02\x05\x0a\x06\x04\x04"}, map[string][]byte{"000007.log": put(5)}},
		{"the MANIFEST is reused", "000005.log file-missing?", []string{"\x02\x04", flush + "\x02\x05\x0a\x05\x04\x04"},
			map[string][]byte{"000007.log": put(5), "OPTIONS-000006": []byte("[DBOptions]\n  reuse_manifest_on_open=true\n")}},
	} {
		files := file.Files(databaseOf(nil, c.edits...))
		delete(files, "000004.log")
		files["000009.sst"] = table
		maps.Copy(files, c.logs)
		if got := told(t, files); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// On closing, RocksDB 11 may reserve the number after that of the last log, for families without entries.
func TestALogNumberThatIsOnlyReservedIsARemark(t *testing.T) {
	table := tableOf(pair{internalKey("a", 1, typePut), "1"})
	low := internalKey("a", 1, typePut)
	flush := newFileOf(0, 9, uint64(len(table)), low, low, 1, 1)
	for _, c := range []struct {
		what, want string
		edits      []string
	}{
		{"reserved", "000005.log file-missing?", []string{"\x02\x04", flush, "\x02\x05"}},
		{"reserved, but there is a log between", "000006.log file-missing", []string{"\x02\x04", flush, "\x02\x06"}},
		{"begun by a flush", "000005.log file-missing", []string{"\x02\x04", flush + "\x02\x05"}},
		{"reserved for one family only", "000005.log file-missing", []string{"\x02\x04", flush + "\x02\x05",
			"\xc8\x01\x01" + sliced("\xc9\x01", "x") + "\x02\x05"}},
	} {
		files := file.Files(databaseOf(nil, c.edits...))
		files["000009.sst"], files["IDENTITY"] = table, nil
		if got := told(t, files); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// RocksDB refuses a blob file for what its header or footer says, even if every value in it is sound.
func TestBlobFilesThatRocksDBRefusesAreTold(t *testing.T) {
	const name = "000010.blob"
	for _, c := range []struct {
		what, want string
		change     func(b []byte) []byte
	}{
		{"as it is", "", func(b []byte) []byte { return b }},
		{"its last byte missing", name + " blob-footer@%d", func(b []byte) []byte { return b[:len(b)-1] }},
		{"more behind it", name + " blob-footer@%d", func(b []byte) []byte { return append(b, 0) }},
		{"another footer", name + " blob-footer@%d", func(b []byte) []byte { b[len(b)-20] ^= 1; return b }},
		{"another version", name + " blob-header@0", func(b []byte) []byte { b[4] ^= 1; return b }},
		{"another family", name + " blob-header@0", func(b []byte) []byte { b[8] ^= 1; return b }},
		{"values that expire", name + " blob-header@0", func(b []byte) []byte { b[12] ^= 1; return b }},
		{"another compression", name + " blob-header@0", func(b []byte) []byte { b[13] ^= 1; return b }},
		{"an expiry", name + " blob-header@0", func(b []byte) []byte { b[29] ^= 1; return b }},
	} {
		size := 0
		got := hurt(t, "rocksdb/blobs", func(files file.Files) {
			files[name] = c.change(files[name])
			size = len(files[name])
		})
		if want := strings.Replace(c.want, "%d", decimal(uint64(size-blobFooter)), 1); got != want {
			t.Errorf("%s: %s, want %s", c.what, got, want)
		}
	}
	got := hurt(t, "rocksdb/blobs", func(files file.Files) {
		cutTo(name, -blobFooter)(files)
		for at := range files {
			if strings.HasPrefix(at, "MANIFEST") || at == "CURRENT" {
				delete(files, at)
			}
		}
	})
	if strings.Contains(got, "blob") {
		t.Errorf("a blob file that no MANIFEST lists may be open still: %s", got)
	}
}

// A table that is written but not listed yet has the same entries as the log.
func TestAFlushThatIsNotFinishedIsNoDamage(t *testing.T) {
	table := tableOf(pair{internalKey("a", 1, typePut), "1"}, pair{internalKey("b", 2, typePut), "2"})
	log := new(logWriter).record(batchOf(1, 2, putOf("a", "1"), putOf("b", "2"))).buf
	files := file.Files(databaseOf(log))
	files["000009.sst"] = table
	if got := told(t, files); got != "" {
		t.Error(got)
	}
	files["000004.log"] = new(logWriter).record(batchOf(3, 1, putOf("c", "3"))).buf
	if got := told(t, files); got != "MANIFEST-000001 manifest" {
		t.Errorf("with a newer log only: %s", got)
	}
}

// A family without entries keeps its log number. A log that another family needed may nevertheless be gone once
// the MANIFEST has moved on.
func TestALogThatVanishesIsMissedWhereAFamilyIsIdle(t *testing.T) {
	table := tableOf(pair{internalKey("a", 1, typePut), "1"})
	low := internalKey("a", 1, typePut)
	idle := "\xc8\x01\x01" + sliced("\xc9\x01", "idle") + "\x01\x1aleveldb.BytewiseComparator"
	before := file.Files(databaseOf(new(logWriter).record(batchOf(1, 1, putOf("a", "1"))).buf, idle, "\x02\x04"))
	after := file.Files(databaseOf(nil, idle, "\x02\x04", newFileOf(0, 9, uint64(len(table)), low, low, 1, 1)+"\x02\x05"))
	delete(after, "000004.log")
	after["000009.sst"], after["000005.log"] = table, new(logWriter).record(batchOf(2, 1, putOf("b", "2"))).buf
	m := &moving{Files: before, then: []file.Files{after}}
	if rows, damage := show(t, m, file.Query{}, file.Options{}); rows != "default/a=1 default/b=2 idle/empty" || damage != "" {
		t.Errorf("%s %s", rows, damage)
	}
}
