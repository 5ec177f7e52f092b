package hfile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

const (
	regionFirst  = "root-flushed/data/ns1/shop/4720d306ced691671c753e1a9bb8ddd9/" // the rows before m
	regionSecond = "root-flushed/data/ns1/shop/4cdc86dddbe8574ade4bb03160ff8657/" // the rows from m on
	storeFirst   = regionFirst + "d/1c5c9350b1414c2586d77411d559d6ef"
	storeOther   = regionFirst + "d/32278384faa847d783336ad42ad843f9"
	storeIdx     = regionFirst + "idx/160b638d637a4b6784b0bdd0eccfbae7"
	storeSecond  = regionSecond + "d/487e7f1f270049dcab5a5816fc00ccd9"
)

// A store file that was overwritten by a sound file of another sort, family or region is damage, although every file
// that is there can be read.
func TestAnHFileThatAnotherFileOverwroteIsMissed(t *testing.T) {
	all := corpus(t)
	want, damage, remarks := readFolders(t, all, "root-flushed")
	if len(want) == 0 || len(damage)+len(remarks) > 0 {
		t.Fatalf("the sound folder: %d cells, %+v, %+v", len(want), damage, remarks)
	}
	for _, c := range []struct{ over, by, expected, found string }{
		{storeFirst, regionFirst + ".regioninfo", "an HFile, as its name says", "the description of a region of HBase, 36 bytes"},
		{storeFirst, "root-flushed/data/ns1/shop/.tabledesc/.tableinfo.0000000001.657", "an HFile, as its name says",
			"the schema of a table of HBase, 657 bytes"},
		{storeFirst, upperHalf, "an HFile, as its name says", "a reference of HBase to half of a file, 21 bytes"},
		{storeFirst, "wal/wal-0", "an HFile, as its name says", "a write-ahead log of HBase, 18441 bytes"},
		{storeFirst, storeIdx, "cells of the family d, as the folder is called", "cells of the family idx"},
		{storeIdx, storeOther, "cells of the family idx, as the folder is called", "cells of the family d"},
		{storeFirst, storeOther, "an HFile of its own", "the same cells as in "},
		{storeSecond, storeFirst, "rows of the region, from m on", "a first row "},
	} {
		_, damage, _ := readFolders(t, changed(all, map[string][]byte{c.over: all[c.by]}), "root-flushed")
		if !slices.ContainsFunc(damage, func(d file.Damage) bool {
			named := d.File == c.over || strings.HasSuffix(d.Found, c.over)
			return d.Code == "file-other" && named && d.Expected == c.expected && strings.HasPrefix(d.Found, c.found)
		}) {
			t.Errorf("%s in place of %s: %+v", c.by, c.over, damage)
		}
	}
}

// HBase reads a link's target whatever the link holds, and so cells in a link are not shown: that must be said.
func TestAnHFileInPlaceOfALinkIsMissed(t *testing.T) {
	all := corpus(t)
	want, _, _ := readFolders(t, all, "root")
	link := named(all, "root", "-7e95aba3bd884ac4b49ee49edcc392c4")[0]
	got, damage, _ := readFolders(t, changed(all, map[string][]byte{link: all["one.hfile"]}), "root")
	if len(damage) != 1 || damage[0].Code != "file-other" || damage[0].File != link || !slices.Equal(got, want) {
		t.Errorf("%d cells of %d, %+v", len(got), len(want), damage)
	}
}

// Files that a user collected have folders with names of their own; where some are of the folder's family, all must be.
func TestFilesOfAFamilyWithoutItsRegion(t *testing.T) {
	all := corpus(t)
	for _, c := range []struct {
		folder string
		second []byte
		code   string
	}{
		{"d", all[storeOther], ""},
		{"files", all[storeIdx], ""}, // collected from two families
		{"d", all[storeIdx], "file-other"},
		{"d", all[storeFirst], "file-other"},
		{"d", all[regionFirst+".regioninfo"], "file-other"},
		{"d", []byte("a text\n"), "trailer"},
		{"d", []byte{}, "trailer"},
	} {
		given := file.Files{c.folder + "/" + file.Base(storeFirst): all[storeFirst], c.folder + "/" + file.Base(storeOther): c.second}
		_, damage, _ := readFolders(t, given, c.folder)
		if (c.code == "") != (len(damage) == 0) || c.code != "" && damage[0].Code != c.code {
			t.Errorf("%s with %d bytes: %+v, want %q", c.folder, len(c.second), damage, c.code)
		}
	}
}

// A snapshot lists the sizes of its files, also of those of which it has links or references to a half; HBase, too, refuses another one.
func TestASnapshotMissesAFileOfAnotherSize(t *testing.T) {
	all := corpus(t)
	for _, snapshot := range []string{"root/.hbase-snapshot/snap-flush", splitFiles} {
		for _, name := range named(all, tableShop+parent+"/d", "") {
			other := all[storeSecond]
			_, damage, _ := readFolders(t, changed(all, map[string][]byte{name: other}), snapshot)
			if !slices.ContainsFunc(damage, func(d file.Damage) bool {
				return d.Code == "file-other" && strings.HasSuffix(name, file.Base(d.File)) && strings.HasSuffix(d.Expected, " bytes, as the snapshot lists")
			}) {
				t.Errorf("%s with another %s: %+v", snapshot, name, damage)
			}
		}
	}
}
