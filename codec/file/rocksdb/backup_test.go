package rocksdb

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// backups returns what a backup engine wrote of one database: private/1 and private/2 have different tables with the number 9.
func backups(shared, first, second string) file.Files {
	files := file.Files{}
	for n, of := range map[string]string{"1": first, "2": second} {
		key := internalKey("t", 1, typePut)
		table := tableOf(pair{key, "of " + n})
		log := new(logWriter).record(batchOf(2, 1, putOf("l", n))).buf
		for name, b := range databaseOf(log, newFileOf(0, 9, uint64(len(table)), key, key, 1, 1)) {
			files["bak/private/"+n+"/"+name] = b
		}
		files["bak/"+shared+"/"+of] = table
		files["bak/meta/"+n] = []byte("1795920431\n2\n4\n" + shared + "/" + of + " crc32 4000965812\nprivate/" + n + "/MANIFEST-000001 crc32 1\n" +
			"private/" + n + "/CURRENT crc32 1\nprivate/" + n + "/000004.log crc32 1\n")
	}
	return files
}

// below returns the files below a folder, as somebody gives them who gives that folder.
func below(folder string, all file.Files) file.Files {
	files := file.Files{}
	for name, b := range all {
		if in, ok := strings.CutPrefix(name, folder); ok {
			files[in] = b
		}
	}
	return files
}

// second is what contents returns of the second backup: the last of several has a remark.
const second = "bak/private/2: manifest(bak/private/2) l=2 t=of 2"

// contents reads all stores of some files: their paths, rows and damage.
func contents(t *testing.T, files file.Files) string {
	t.Helper()
	var all []string
	for _, s := range storetest.Stores(t, Kind, files, file.Options{}) {
		all = append(all, s.Path()+":")
		c, err := s.Scan(file.All, file.Query{})
		if err != nil {
			t.Fatal(err)
		}
		var e file.Entry
		for _, d := range s.Damage() {
			all = append(all, d.Code+"("+d.File+")")
		}
		for c.Next(&e) {
			all = append(all, words(s, &e))
		}
	}
	return strings.Join(all, " ")
}

// A folder of backups has the tables of all of them beside private, named after their numbers and contents: each backup has those
// that its file in meta lists.
func TestBackupsShareTheirTables(t *testing.T) {
	const sound = "bak/private/1: l=1 t=of 1 " + second
	for _, c := range [][3]string{
		{"shared_checksum", "000009_sRLQMTAKLTB3UD5Z3Y3T0_700.sst", "000009_sRLQMTAKLTB3UD5Z3Y3T3_700.sst"},
		{"shared_checksum", "000009_sRLQMTAKLTB3UD5Z3Y3T0.sst", "000009_sRLQMTAKLTB3UD5Z3Y3T3.sst"},
		{"shared_checksum", "000009_1160718608_700.sst", "000009_432401088_700.sst"},
	} {
		files := backups(c[0], c[1], c[2])
		if got := contents(t, files); got != sound {
			t.Errorf("%s: %s", c[1], got)
		}
		files["bak/shared_checksum/"+c[1]] = make([]byte, 700)
		if got := contents(t, files); got != "bak/private/1: magic(bak/shared_checksum/"+c[1]+") l=1 "+second {
			t.Errorf("%s, overwritten: %s", c[1], got)
		}
		delete(files, "bak/shared_checksum/"+c[1])
		if got := contents(t, files); got != "bak/private/1: file-missing(bak/private/1/000009.sst) l=1 "+second {
			t.Errorf("%s, missing: %s", c[1], got)
		}
	}
	files := backups("shared", "000009.sst", "000009.sst")
	delete(files, "bak/meta/2")
	for name := range files {
		if strings.HasPrefix(name, "bak/private/1/") {
			delete(files, name)
		}
	}
	if got := contents(t, files); !strings.HasPrefix(got, "bak/private/2: l=2 t=of ") {
		t.Errorf("without its list: %s", got)
	}
}

// A backup lists its logs, so a missing one is damage.
func TestABackupThatLacksALog(t *testing.T) {
	files := backups("shared_checksum", "000009_1_1.sst", "000009_2_1.sst")
	delete(files, "bak/private/1/000004.log")
	const want = "bak/private/1: file-missing(bak/private/1/000004.log) t=of 1 " + second
	if got := contents(t, files); got != want {
		t.Error(got)
	}
}

// A folder of a backup that is given alone, like one of a database with several paths, says where its tables may be.
func TestTablesElsewhereAreSaidToBeThere(t *testing.T) {
	files := below("bak/private/1/", backups("shared_checksum", "000009_1_1.sst", "000009_2_1.sst"))
	if d := missingTable(t, files); !strings.Contains(d.Text, "shared_checksum") || d.Remark {
		t.Errorf("a backup's folder: %+v", d)
	}
	files["000008.sst"] = tableOf(pair{internalKey("a", 1, typePut), "v"})
	if d := missingTable(t, files); strings.Contains(d.Text, "shared_checksum") {
		t.Errorf("a folder with tables: %+v", d)
	}
	key := internalKey("t", 1, typePut)
	onPath := newFileOf(0, 9, 100, key, key, 1, 1)
	files["MANIFEST-000001"] = manifestOfEdits(firstEdit, onPath[:len(onPath)-1]+sliced("\x41", "\x01")+"\x01")
	if d := missingTable(t, files); !strings.Contains(d.Text, "db_paths") {
		t.Errorf("a table on another path: %+v", d)
	}
}

// beside is a host that has more files than were given: those below a folder.
type beside struct {
	file.Files
	all file.Files
	dir string
}

func (b beside) Path(name string) string { return "/" + b.dir + "/" + name }

func (b beside) OpenPath(path string) (file.File, error) { return b.all.Open(path[1:]) }

// Where the host can look beside what was given, a backup's folder alone is enough.
func TestTheHostFindsWhatABackupShares(t *testing.T) {
	all := backups("shared_checksum", "000009_1_1.sst", "000009_2_1.sst")
	files := below("bak/private/1/", all)
	host := beside{files, all, "bak/private/1"}
	if rows, damage := show(t, host, file.Query{}, file.Options{}); rows != "l=1 t=of 1" || damage != "" {
		t.Errorf("%s %s", rows, damage)
	}
	all["else/000009.sst"] = all["bak/shared_checksum/000009_1_1.sst"]
	delete(all, "bak/shared_checksum/000009_1_1.sst")
	all["bak/meta/1"] = append(all["bak/meta/1"], "shared/../else/000009.sst crc32 1\n"...)
	if rows, damage := show(t, host, file.Query{}, file.Options{}); rows != "l=1" || damage != "file-missing@-1" {
		t.Errorf("without the table: %s %s", rows, damage)
	}
	delete(all, "bak/meta/1")
	if rows, damage := show(t, host, file.Query{}, file.Options{}); rows != "l=1" || damage != "file-missing@-1" {
		t.Errorf("without the list: %s %s", rows, damage)
	}
}

func missingTable(t *testing.T, files file.Files) file.Damage {
	t.Helper()
	s := storetest.Open(t, Kind, files)
	defer s.Close()
	for _, d := range s.Damage() {
		if d.Code == "file-missing" && strings.HasSuffix(d.File, ".sst") {
			return d
		}
	}
	t.Fatalf("no missing table: %+v", s.Damage())
	return file.Damage{}
}

// A folder of shared tables alone has several with one number; a damaged one among them is told.
func TestSharedTablesAlone(t *testing.T) {
	files := below("bak/shared_checksum/", backups("shared_checksum", "000009_1_1.sst", "000009_2_1.sst"))
	files["000008_1_1.sst"], files["000008_2_1.sst"] = make([]byte, 700), make([]byte, 700)
	if got := contents(t, files); !strings.Contains(got, "magic(000008_1_1.sst) magic(000008_2_1.sst)") {
		t.Error(got)
	}
}

// Tables that several backups or databases made are merged as one history, which is told unless there is only one.
func TestTablesOfSeveralHistoriesAreToldApart(t *testing.T) {
	of := func(creator, key string) []byte {
		w := &tableWriter{version: 5, sum: sumCRC32C, props: []pair{{"rocksdb.creating.db.identity", creator}}}
		w.add(pair{internalKey(key, 1, typePut), "v"})
		return w.finish()
	}
	for want, files := range map[string]file.Files{
		": a=v b=v":                     {"8.sst": of("one", "a"), "9.sst": of("one", "b")},
		": a=v c=v":                     {"8.sst": of("one", "a"), "9.sst": of("", "c")},
		": manifest(9.sst) a=v d=v":     {"8.sst": of("one", "a"), "9.sst": of("two", "d")},
		": manifest(9_2_1.sst) a=v e=v": {"8.sst": of("one", "a"), "9_2_1.sst": of("one", "e")},
		"9_2_1.sst: a=v:put":            {"9_2_1.sst": of("one", "a")},
	} {
		if got := contents(t, files); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A backup that lists no log needs none.
func TestABackupWithoutLogsIsWhole(t *testing.T) {
	files := backups("shared_checksum", "000009_1_1.sst", "000009_2_1.sst")
	for name := range files {
		if strings.HasPrefix(name, "bak/private/2/") || name == "bak/private/1/000004.log" {
			delete(files, name)
		}
	}
	key := internalKey("t", 1, typePut)
	size := uint64(len(files["bak/shared_checksum/000009_1_1.sst"]))
	files["bak/private/1/MANIFEST-000001"] = manifestOfEdits(firstEdit, "\x02\x03", newFileOf(0, 9, size, key, key, 1, 1))
	list := string(files["bak/meta/1"])
	files["bak/meta/1"] = []byte(list[:strings.Index(list, "private/1/000004.log")])
	if got := contents(t, files); got != "bak/private/1: t=of 1" {
		t.Error(got)
	}
	delete(files, "bak/meta/1")
	if got := contents(t, files); !strings.HasPrefix(got, "bak/private/1: file-missing(bak/private/1/000003.log)") {
		t.Errorf("without a list: %s", got)
	}
	files["bak/private/1/MANIFEST-000001"] = manifestOfEdits(firstEdit, newFileOf(0, 9, 1, key, key, 1, 1))
	if got := contents(t, files); strings.Contains(got, ".log") {
		t.Errorf("without logs, as after RepairDB: %s", got)
	}
}
