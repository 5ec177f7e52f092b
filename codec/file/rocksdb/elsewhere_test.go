package rocksdb

import (
	"errors"
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Logs and tables in other folders belong to the only database of a set. Beside several
// databases, they are shown separately.
func TestFilesOfADatabaseMayLieElsewhere(t *testing.T) {
	table := tableOf(pair{internalKey("t", 1, typePut), "1"})
	edit := newFileOf(0, 9, uint64(len(table)), internalKey("t", 1, typePut), internalKey("t", 1, typePut), 1, 1)
	log := new(logWriter).record(batchOf(2, 1, putOf("l", "2"))).buf
	base := databaseOf(nil, edit)
	delete(base, "000004.log")
	files := file.Files{"wal/000004.log": log, "more/000009.sst": table}
	for name, b := range base {
		files["db/"+name] = b
	}
	if rows, damage := show(t, files, file.Query{}, file.Options{}); rows != "l=2 t=1" || damage != "" {
		t.Errorf("%s %s", rows, damage)
	}
	files["db/archive/000003.log"] = new(logWriter).record(batchOf(1, 1, putOf("t", "1"))).buf
	if rows, damage := show(t, files, file.Query{}, file.Options{}); rows != "l=2 t=1" || damage != "" {
		t.Errorf("with an archive: %s %s", rows, damage)
	}
	for name, b := range databaseOf(log) {
		files["other/"+name] = b
	}
	var paths []string
	for _, s := range storetest.Stores(t, Kind, files, file.Options{}) {
		paths = append(paths, s.Path())
	}
	if got := len(paths); got != 4 || paths[0] != "db" || paths[1] != "more/000009.sst" || paths[2] != "other" || paths[3] != "wal/000004.log" {
		t.Errorf("stores: %v", paths)
	}
}

// moving is a database whose MANIFEST changes after it has been read once.
type moving struct {
	file.Files
	then  []file.Files
	reads int
}

func (m *moving) Open(name string) (file.File, error) {
	f, err := m.Files.Open(name)
	if name == "MANIFEST-000001" {
		if m.reads++; len(m.then) > 0 && m.reads%2 == 0 {
			m.Files, m.then = m.then[0], m.then[1:]
		}
	}
	return f, err
}

// A database that flushes while it is read, and removes the log, is read again.
func TestADatabaseThatMovesOnIsReadAgain(t *testing.T) {
	table := tableOf(pair{internalKey("a", 1, typePut), "1"})
	low := internalKey("a", 1, typePut)
	before := file.Files(databaseOf(new(logWriter).record(batchOf(1, 1, putOf("a", "1"))).buf, "\x02\x04"))
	after := file.Files(databaseOf(nil, "\x02\x04", newFileOf(0, 9, uint64(len(table)), low, low, 1, 1)+"\x02\x05"))
	delete(after, "000004.log")
	after["000009.sst"], after["000005.log"] = table, new(logWriter).record(batchOf(2, 1, putOf("b", "2"))).buf
	// The first read of the MANIFEST is Look's; during the second, the log is flushed.
	m := &moving{Files: before, then: []file.Files{after}}
	if rows, damage := show(t, m, file.Query{}, file.Options{}); rows != "a=1 b=2" || damage != "" {
		t.Errorf("%s %s", rows, damage)
	}
	restless := &moving{Files: before}
	for range 40 {
		restless.then = append(restless.then, after, before)
	}
	set, err := file.Look(restless, []*file.Kind{Kind})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := set.Stores(file.Options{}); !errors.Is(err, file.ErrMoved) {
		t.Errorf("a database that never rests: %v", err)
	}
}

// A log elsewhere may be empty, or its start be damaged, so that only its name and its place tell that it is one.
func TestLogsElsewhereNeedNotBeRecognised(t *testing.T) {
	sound := new(logWriter).record(batchOf(1, 1, putOf("a", "1"))).buf
	damaged := slices.Clone(sound)
	damaged[20]++
	base := databaseOf(nil, "\x02\x05")
	delete(base, "000004.log")
	for _, c := range []struct {
		what         string
		newest       []byte
		rows, damage string
	}{
		{"an empty log", nil, "empty", ""},
		{"a damaged log", damaged, "empty", "log-checksum@0"},
	} {
		files := file.Files{"db/wal/000004.log": sound, "db/wal/000005.log": c.newest}
		for name, b := range base {
			files["db/"+name] = b
		}
		if rows, damage := show(t, files, file.Query{}, file.Options{}); rows != c.rows || damage != c.damage {
			t.Errorf("%s: %s %s, want %s %s", c.what, rows, damage, c.rows, c.damage)
		}
	}
}
