package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestTablesAreListed(t *testing.T) {
	dir := storeOf(t, "maryk-rocksdb/keepall-sst-v5")
	list := jsonLines(t, rowlens(t, "", "tables", "--json", dir).want(t, 0).out)
	found := 0
	for _, o := range list {
		for _, member := range []string{"kind", "path", "table", "files", "entries", "bytes", "first", "last", "compression", "properties", "damage"} {
			if _, ok := o[member]; !ok {
				t.Errorf("%s is missing: %v", member, o)
			}
		}
		if o["kind"] != "rocksdb" || o["path"] != dir {
			t.Errorf("%v", o)
		}
		if o["cf"] == "0601" {
			found++
			if n, _ := o["entries"].(json.Number).Int64(); o["comparator"] != "maryk.VersionedComparator" || n == 0 || o["first"] == nil {
				t.Errorf("%v", o)
			}
		}
	}
	if found != 1 {
		t.Errorf("%d of %d tables are Historic Table of model 1", found, len(list))
	}
	text := rowlens(t, "", "tables", dir).want(t, 0).out
	if got := len(lines(text)); got != len(list)+1 {
		t.Errorf("%d lines for %d tables", got, len(list))
	}
	damaged := storeOf(t, "rocksdb/damaged-missing-table")
	if r := rowlens(t, "", "tables", "--json", damaged).want(t, exitFailed); !strings.Contains(r.err, "(file-missing)") {
		t.Errorf("%s", r.err)
	}
}

func TestTheStructureOfAFile(t *testing.T) {
	dir := storeOf(t, "maryk-rocksdb/latest-sst-v5")
	files, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	noted := false
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		end := int64(0)
		pieces := jsonLines(t, rowlens(t, "", "inspect", "--structure", file, "--json").want(t, 0).out)
		for i, p := range pieces {
			offset, _ := p["offset"].(json.Number).Int64()
			size, _ := p["bytes"].(json.Number).Int64()
			if offset != end {
				t.Errorf("%s: piece %d begins at %d, the one before ends at %d", file, i+1, offset, end)
			}
			end = offset + size
			byNumber := rowlens(t, "", "inspect", "--structure", file, "--block", strconv.Itoa(i+1)).want(t, 0).out
			byOffset := rowlens(t, "", "inspect", "--structure", file, "--offset", strconv.FormatInt(end-1, 10)).want(t, 0).out
			if byNumber != byOffset || !strings.Contains(byNumber, "block "+strconv.Itoa(i+1)+" of "+strconv.Itoa(len(pieces))) {
				t.Errorf("%s: piece %d: %s", file, i+1, short(byNumber))
			}
			noted = noted || strings.Contains(byNumber, "Maryk on RocksDB ")
		}
		if end != info.Size() {
			t.Errorf("%s: the pieces end at %d of %d", file, end, info.Size())
		}
	}
	if !noted {
		t.Error("no entry says what it is")
	}
	tree := rowlens(t, "", "inspect", "--structure", files[0], "--block", "1", "--json").want(t, 0).out
	if o := jsonLines(t, tree); len(o) != 1 || o[0]["format"] != "rocksdb" || o[0]["nodes"] == nil {
		t.Errorf("%s", short(tree))
	}
	for _, args := range [][]string{
		{"--block", "9999"}, {"--offset", "99999999"}, {"--block", "1", "--offset", "1"}, {"00"}, {"-f", files[0]}, {"--all"},
	} {
		rowlens(t, "", append([]string{"inspect", "--structure", files[0]}, args...)...).want(t, exitUsage)
	}
	rowlens(t, "", "inspect", "--structure", dir).want(t, exitUsage)
	rowlens(t, "", "inspect", "--block", "1", "00").want(t, exitUsage)
	rowlens(t, "", "inspect", "--structure", golden(scanFile)).want(t, exitUnreadable)
}

func TestKindsOfFilesAreListed(t *testing.T) {
	for _, k := range jsonLines(t, rowlens(t, "", "formats", "--files", "--json").want(t, 0).out) {
		id := k["files"].(string)
		text := rowlens(t, "", "formats", id).want(t, 0).out
		for _, code := range k["damage"].([]any) {
			if word := code.(map[string]any)["code"].(string); !strings.Contains(text, word) {
				t.Errorf("formats %s lacks %s", id, word)
			}
		}
		if !strings.Contains(rowlens(t, "", "formats").want(t, 0).out, id) {
			t.Errorf("formats lacks %s", id)
		}
	}
}
