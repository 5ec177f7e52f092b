package hfile_test

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// listOf returns a list of a family's files as HBase's StoreFileListFile writes it.
func listOf(time byte, names ...string) []byte {
	body := []byte{8, time}
	for _, name := range names {
		body = append(body, 0x12, byte(len(name)+4), 0x0a, byte(len(name)))
		body = append(append(body, name...), 0x10, 1)
	}
	body = append(body, 0x18, 1)
	b := append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
}

// listOthers adds lists of all files to the families of the flushed table, but for one folder.
func listOthers(files map[string][]byte, but string) {
	families := map[string][]string{}
	for path := range files {
		family := strings.TrimSuffix(path, file.Base(path))
		inFamily := strings.HasPrefix(path, "root-flushed/data/ns1/shop/") && strings.Count(path, "/") == 6
		if inFamily && family != but && !strings.Contains(path, "/.") {
			families[family] = append(families[family], file.Base(path))
		}
	}
	for family, names := range families {
		files[family+".filelist/f1.7"] = listOf(1, names...)
	}
}

// HBase reads the files that the newest list of a family names, if the table is tracked so, and no others.
func TestFilesOfATrackedFamilyAreThoseOfItsNewestList(t *testing.T) {
	all := corpus(t)
	const info, impl = "root-flushed/data/ns1/shop/.tabledesc/.tableinfo.0000000001.657", "hbase.store.file-tracker.impl"
	const third = "7e95aba3bd884ac4b49ee49edcc392c4"
	first, other := file.Base(storeFirst), file.Base(storeOther)
	both, one := listOf(1, first, other, third), listOf(2, first, third)
	more := listOf(1, first, other, third, strings.Repeat("0", 32))
	broken := append([]byte(nil), one...)
	broken[7] ^= 1
	whole, _, _ := readFolders(t, all, "root-flushed")
	less, _, _ := readFolders(t, changed(all, map[string][]byte{storeOther: nil}), "root-flushed")
	for what, c := range map[string]struct {
		impl    string
		lists   map[string][]byte
		cells   int
		damage  string
		remarks int
	}{
		"all files":                    {"FILE", map[string][]byte{"f1.7": both}, len(whole), "", 0},
		"one file less":                {"FILE", map[string][]byte{"f1.7": one}, len(less), "", 1},
		"a later list":                 {"FILE", map[string][]byte{"f1.7": both, "f2.7": one}, len(less), "", 1},
		"a later generation":           {"FILE", map[string][]byte{"f1.7": one, "f1.8": both}, len(whole), "", 0},
		"names without generation":     {"FILE", map[string][]byte{"f1": both, "f2": one}, len(less), "", 1},
		"a file that is not there":     {"FILE", map[string][]byte{"f1.7": more}, len(whole), "missing-file", 0},
		"no list":                      {"FILE", nil, len(whole), "missing-file", 0},
		"no list, and none needed":     {"DEFAULT", nil, len(whole), "", 0},
		"a damaged list":               {"FILE", map[string][]byte{"f1.7": broken}, len(whole), "small-file", 0},
		"an empty list file":           {"FILE", map[string][]byte{"f1.7": {}}, len(whole), "small-file", 0},
		"a damaged list that is older": {"FILE", map[string][]byte{"f1.7": broken, "f1.8": both}, len(whole), "", 0},
		"a table that is not tracked":  {"DEFAULT", map[string][]byte{"f1.7": one}, len(whole), "", 0},
	} {
		attribute := "\x0a" + string(rune(len(impl))) + impl + "\x12" + string(rune(len(c.impl))) + c.impl
		schema := string(all[info]) + "\x12" + string(rune(len(attribute))) + attribute
		files := changed(all, map[string][]byte{info: []byte(schema)})
		for name, b := range c.lists {
			files[regionFirst+"d/.filelist/"+name] = b
		}
		listOthers(files, regionFirst+"d/")
		got, damage, remarks := readFolders(t, files, "root-flushed")
		code := ""
		if len(damage) > 0 {
			code = damage[0].Code
		}
		if what == "a file that is not there" && !strings.Contains(damage[0].Text, "/"+strings.Repeat("0", 32)+".") {
			t.Errorf("the missing file is not named: %s", damage[0].Text)
		}
		if len(got) != c.cells || len(remarks) != c.remarks || code != c.damage {
			t.Errorf("%s: %d cells, want %d; %+v, %+v", what, len(got), c.cells, damage, remarks)
		}
	}
}

// The folder of a tracked table of HBase 2.6: files that a compaction has replaced are not in the list for some minutes, which
// is no remark. One that is being written is beside them.
func TestATrackedTableIsReadAsHBaseReadsIt(t *testing.T) {
	all := storetest.Files(t, "hfile/tracked")
	const family = "tracked/b6d6d8191270c11263927a874f528fcc/f/"
	listed, cut := all[family+"a985c2311bcb4bafb254ca0451f8668f"], family+strings.Repeat("0", 32)
	want := lines(all["raw.jsonl"])
	got, damage, remarks := readFolders(t, all, "tracked")
	if storetest.Compare(t, got, want); len(damage)+len(remarks) > 0 {
		t.Errorf("%+v, %+v", damage, remarks)
	}
	got, damage, remarks = readFolders(t, changed(all, map[string][]byte{cut: listed[:len(listed)/2]}), "tracked")
	if storetest.Compare(t, got, want); len(damage) > 0 || len(remarks) != 1 || remarks[0].File != cut {
		t.Errorf("with a file that is being written: %+v, %+v", damage, remarks)
	}
}
