package hfile_test

import (
	"crypto/md5"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/hfile"
	"github.com/rowlens/rowlens/internal/storetest"
)

const (
	tableShop  = "root/data/ns1/shop/"
	parent     = "4720d306ced691671c753e1a9bb8ddd9"
	upper      = tableShop + "0e13d9a8c4d6009c15db858d95bee244/" // the daughter from f to m
	lower      = tableShop + "0aa6f5a7919bb8d689bf15d2e50b10a4/" // the daughter before f
	upperHalf  = upper + "d/1c5c9350b1414c2586d77411d559d6ef." + parent
	lowerHalf  = lower + "d/1c5c9350b1414c2586d77411d559d6ef." + parent
	cloneInfo  = "root/data/ns1/shop_clone/68bde829bb4eddddebff16fc2337d144/.regioninfo"
	splitFiles = "root/.hbase-snapshot/snap-split"
)

// changed returns the fixtures with some files changed; nil removes a file.
func changed(all file.Files, change map[string][]byte) file.Files {
	files := maps.Clone(all)
	for name, b := range change {
		if files[name] = b; b == nil {
			delete(files, name)
		}
	}
	return files
}

// readFolders reads all stores of what was given. Remarks are returned separately.
func readFolders(t testing.TB, all file.Files, given ...string) (got []string, damage, remarks []file.Damage) {
	t.Helper()
	set, err := file.Look(disk{all, given}, []*file.Kind{hfile.Kind})
	if err != nil {
		t.Fatal(err)
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		lines, found := storetest.Read(t, s, file.Query{Stored: true})
		got = append(got, lines...)
		for _, d := range found {
			if d.Expected == "" || d.Found == "" || d.Text == "" || d.File == "" {
				t.Errorf("damage lacks words: %+v", d)
			}
			if d.Remark {
				remarks = append(remarks, d)
			} else {
				damage = append(damage, d)
			}
		}
		s.Close()
	}
	return got, damage, remarks
}

func flipped(b []byte, at int, by byte) []byte {
	b = slices.Clone(b)
	b[at] ^= by
	return b
}

// A small file that cannot be read, or not fully, is damage with a place.
func TestDamagedSmallFilesAreNamed(t *testing.T) {
	all := corpus(t)
	const (
		schema    = tableShop + ".tabledesc/.tableinfo.0000000001.657"
		manifest  = splitFiles + "/data.manifest"
		info      = upper + ".regioninfo"
		described = splitFiles + "/.snapshotinfo"
	)
	want, damage, remarks := readFolders(t, all, "root")
	if len(damage)+len(remarks) > 0 {
		t.Fatalf("sound folders have %+v, %+v", damage, remarks)
	}
	x := []byte("XXXX")
	for _, c := range []struct {
		what, name string
		bytes      []byte
		offset     int64
	}{
		{"cut reference", upperHalf, all[upperHalf][:18], 6},
		{"empty reference", upperHalf, []byte{}, 0},
		{"mark of a reference", upperHalf, flipped(all[upperHalf], 2, 1), 0},
		{"half of a reference", upperHalf, flipped(all[upperHalf], 20, 1), 0},
		{"row of a reference", lowerHalf, flipped(all[lowerHalf], 8, 4), 0},
		{"region info", info, x, 0},
		{"empty region info", info, []byte{}, 0},
		{"cut region info", info, all[info][:30], 30},
		{"start of a region", info, flipped(all[info], 0x1b, 1), 0},
		{"time of a region", info, flipped(all[info], 7, 2), 0},
		{"end of a region", info, flipped(all[info], 0x1e, 8), 0},
		{"region offline", cloneInfo, flipped(all[cloneInfo], 37, 8), 0},
		{"region of a replica", info, flipped(all[info], 0x24, 1), 0},
		{"schema", schema, x, 0},
		{"cut schema", schema, all[schema][:600], 383},
		{"table of a schema", schema, flipped(all[schema], 14, 0x20), file.NoOffset},
		{"namespace of a schema", schema, flipped(all[schema], 8, 4), file.NoOffset},
		{"snapshot", described, x, 0},
		{"manifest", manifest, x, 0},
		{"cut manifest", manifest, all[manifest][:1900], 1548},
	} {
		got, damage, _ := readFolders(t, changed(all, map[string][]byte{c.name: c.bytes}), "root")
		if !slices.ContainsFunc(damage, func(d file.Damage) bool {
			return d.Code == "small-file" && d.File == c.name && (d.Offset == c.offset)
		}) {
			t.Errorf("%s: the damage is %+v, want small-file of %s at %d", c.what, damage, c.name, c.offset)
		}
		if missing := without(want, got); len(missing) > 0 {
			t.Errorf("%s: %d cells of %d are lost", c.what, len(missing), len(want))
		}
	}
}

// Whatever byte of a small file changes, all cells are shown or there is damage. (In a schema, nothing would reveal
// it.)
func TestAChangedByteOfASmallFileLosesNothingInSilence(t *testing.T) {
	all := corpus(t)
	for _, c := range []struct {
		given, part string
		step        int
	}{
		{"root", ".regioninfo", 1}, {"root", "." + parent, 1}, {"root-flushed", ".regioninfo", 1},
		{splitFiles, "/data.manifest", 3}, {splitFiles, "/.snapshotinfo", 3},
	} {
		want, damage, _ := readFolders(t, all, c.given)
		if len(damage) > 0 || len(want) == 0 {
			t.Fatalf("%s has %d cells and %+v", c.given, len(want), damage)
		}
		names := named(all, c.given, c.part)
		for _, name := range names {
			for i := 0; i < len(all[name]); i += c.step {
				for _, by := range []byte{1 << (i % 8), 0xff} {
					got, damage, _ := readFolders(t, changed(all, map[string][]byte{name: flipped(all[name], i, by)}), c.given)
					if len(damage) == 0 && !slices.Equal(got, want) {
						t.Errorf("%s: byte %d changed by %#x: %d cells of %d, and nothing is said", name, i, by, len(got), len(want))
					}
				}
			}
		}
	}
}

// named returns the files in a folder whose names end with part.
func named(all file.Files, folder, part string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(name string) bool {
		return !strings.HasPrefix(name, folder+"/") || !strings.HasSuffix(name, part) && !strings.Contains(name, part+"/") ||
			strings.Contains(name, "/.links-")
	})
}

// If all small files of a sort are damaged, each is reported.
func TestEachDamagedSmallFileIsNamed(t *testing.T) {
	all := corpus(t)
	for _, part := range []string{".regioninfo", "/.tabledesc", "/data.manifest", "/.snapshotinfo", "." + parent} {
		names, change := named(all, "root", part), map[string][]byte{}
		for _, name := range names {
			change[name] = []byte("XXXX")
		}
		_, damage, _ := readFolders(t, changed(all, change), "root")
		for _, name := range names {
			if !slices.ContainsFunc(damage, func(d file.Damage) bool { return d.File == name && d.Code == "small-file" && d.Offset == 0 }) {
				t.Errorf("%s is not in the damage of all %s", name, part)
			}
		}
		if len(names) < 2 || len(damage) != len(names) {
			t.Errorf("%d files %s, and the damage %+v", len(names), part, damage)
		}
	}
	// A snapshot without its table is reported, too, and so is a missing list of a snapshot.
	for code, b := range map[string][]byte{"small-file": []byte("XXXX"), "missing-file": nil} {
		got, damage, _ := readFolders(t, changed(all, map[string][]byte{splitFiles + "/data.manifest": b}), splitFiles)
		if len(got) > 0 || len(damage) != 1 || damage[0].Code != code {
			t.Errorf("%d cells and %+v, want %s", len(got), damage, code)
		}
	}
}

// A store file that is empty, or of which nothing is left, is damage. A link is a link whatever its content.
func TestAFileIsWhatItsNameSays(t *testing.T) {
	all := corpus(t)
	want, _, _ := readFolders(t, all, "root")
	const store = tableShop + "4cdc86dddbe8574ade4bb03160ff8657/d/049249bbbeec4244bddf8c3979d87ba1"
	for _, b := range [][]byte{{}, []byte("X")} {
		_, damage, _ := readFolders(t, changed(all, map[string][]byte{store: b}), "root")
		if len(damage) != 1 || damage[0].Code != "trailer" || damage[0].File != store {
			t.Errorf("a store file with %q: %+v", b, damage)
		}
	}
	link := named(all, "root", "-7e95aba3bd884ac4b49ee49edcc392c4")[0]
	got, damage, _ := readFolders(t, changed(all, map[string][]byte{link: []byte("X")}), "root")
	if len(damage) > 0 || !slices.Equal(got, want) {
		t.Errorf("a link that is not empty: %d cells of %d, %+v", len(got), len(want), damage)
	}
	family := file.Files{"32278384faa847d783336ad42ad843f9": all["one.hfile"], file.Base(upperHalf): all[upperHalf][:18]}
	_, damage, _ = readFolders(t, family, slices.Collect(maps.Keys(family))...)
	if len(damage) != 1 || damage[0].Code != "small-file" {
		t.Errorf("a damaged reference whose region is not known: %+v", damage)
	}
}

// Rows that are in no region are a remark if several regions, or the table's folder, were given.
func TestRowsWithoutARegionAreRemarked(t *testing.T) {
	all := corpus(t)
	const flushed = "root-flushed/data/ns1/shop/"
	for _, c := range []struct {
		given, gone   string
		after, before string
	}{
		{"root", upper, "f", "m"},
		{"root", lower, "", "f"},
		{strings.TrimSuffix(tableShop, "/"), tableShop + "4cdc86dddbe8574ade4bb03160ff8657/", "m", ""},
		{"root-flushed", flushed + parent + "/", "", "m"}, // the table's folder with one region
	} {
		change := map[string][]byte{}
		for name := range all {
			if strings.HasPrefix(name, c.gone) {
				change[name] = nil
			}
		}
		_, damage, remarks := readFolders(t, changed(all, change), c.given)
		if len(damage) > 0 || len(remarks) != 1 || remarks[0].Code != "region-gap" ||
			string(remarks[0].After) != c.after || string(remarks[0].Before) != c.before {
			t.Errorf("without %s: %+v, %+v; want a remark on the rows from %q to %q", c.gone, damage, remarks, c.after, c.before)
		}
	}
	for _, given := range [][]string{
		{flushed + parent}, {flushed + parent + "/d"}, {strings.TrimSuffix(upper, "/")}, {"root/.hbase-snapshot"}, {"root/archive"},
		{"root/data"}, {tableShop + parent, strings.TrimSuffix(upper, "/"), strings.TrimSuffix(lower, "/"),
			tableShop + "4cdc86dddbe8574ade4bb03160ff8657"},
	} {
		if got, damage, remarks := readFolders(t, all, given...); len(damage)+len(remarks) > 0 || len(got) == 0 && given[0] != "root/archive" {
			t.Errorf("%v: %d cells, %+v, %+v; want no word", given, len(got), damage, remarks)
		}
	}
}

// info returns a region's description and the name of its folder.
func info(start, end string, id uint64) (folder string, b []byte) {
	b = append(binary.AppendUvarint([]byte{0x08}, id), 0x12, 0x03, 0x12, 0x01, 't', 0x1a, byte(len(start)))
	b = append(append(append(b, start...), 0x22, byte(len(end))), end...)
	sum := md5.Sum(fmt.Appendf(nil, "t,%s,%d", start, id))
	return hex.EncodeToString(sum[:]), append([]byte{'P', 'B', 'U', 'F', byte(len(b))}, b...)
}

// A region is left out in favour of newer ones only if those have all of its rows; otherwise both are shown.
func TestARegionIsLeftOutIfNewerOnesHaveItsRows(t *testing.T) {
	all := corpus(t)
	type made struct {
		start, end string
		id         uint64
	}
	for _, c := range []struct {
		what    string
		regions []made
		shown   int
		overlap bool
	}{
		{"a split", []made{{"", "", 1}, {"", "m", 2}, {"m", "", 2}}, 2, false},
		{"a split of a half", []made{{"", "", 1}, {"", "m", 2}, {"m", "", 2}, {"", "c", 3}, {"c", "m", 3}}, 3, false},
		{"a merge", []made{{"", "m", 1}, {"m", "", 2}, {"", "", 3}}, 1, false},
		{"a merge that was split elsewhere", []made{{"", "m", 1}, {"m", "", 2}, {"", "", 3}, {"", "p", 4}, {"p", "", 4}}, 2, false},
		{"half of a split", []made{{"", "", 1}, {"", "m", 2}}, 2, true},
		{"equally old", []made{{"", "p", 1}, {"m", "", 1}}, 2, true},
	} {
		files := file.Files{}
		for _, r := range c.regions {
			folder, b := info(r.start, r.end, r.id)
			files["t/"+folder+"/.regioninfo"] = b
			files["t/"+folder+"/fam/32278384faa847d783336ad42ad843f9"] = all["empty-store.hfile"]
		}
		set, err := file.Look(files, []*file.Kind{hfile.Kind})
		if err != nil {
			t.Fatal(err)
		}
		stores, err := set.Stores(file.Options{})
		if err != nil || len(stores) != 1 || len(stores[0].Tables()) != 1 {
			t.Fatalf("%s: %d stores, want one of one table: %v", c.what, len(stores), err)
		}
		damage := stores[0].Damage()
		overlap := slices.ContainsFunc(damage, func(d file.Damage) bool { return d.Code == "region-overlap" && !d.Remark })
		if n := stores[0].Tables()[0].Files; n != c.shown || overlap != c.overlap || !overlap && len(damage) > 0 {
			t.Errorf("%s: %d of %d regions are shown, want %d; %+v", c.what, n, len(c.regions), c.shown, damage)
		}
	}
}

// without returns the lines that are not among others, where lines may occur more than once.
func without(lines, among []string) []string {
	left := map[string]int{}
	for _, line := range among {
		left[line]++
	}
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		left[line]--
		return left[line] >= 0
	})
}
