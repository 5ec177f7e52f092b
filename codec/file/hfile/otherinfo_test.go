package hfile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// HBase 2.4 leaves the description of the first of the regions that it merged in the folder of the new one, if both are
// equally long. That is not damage: HBase goes by hbase:meta. If the first region is still there, its cells may come twice.
func TestTheDescriptionOfTheFirstMergedRegionIsARemark(t *testing.T) {
	const name = "32278384faa847d783336ad42ad843f9"
	store := corpus(t)["one.hfile"]
	merged, own := info("", "m", 3000)
	first, ofFirst := info("", "f", 1001)
	_, newest := info("", "f", 2999)
	_, last := info("", "", 1001)
	for what, c := range map[string]struct {
		described []byte
		first     bool
		remark    bool
	}{
		"the first region's":         {ofFirst, false, true},
		"the first is the newest":    {newest, false, true},
		"the last region's":          {last, false, false},
		"that region is there":       {ofFirst, true, false},
		"of another table":           {bytes.Replace(ofFirst, []byte("\x01t"), []byte("\x01u"), 1), false, false},
		"its own, with another time": {bytes.Replace(own, []byte{8, 0xb8}, []byte{8, 0xb9}, 1), false, false},
	} {
		files := file.Files{"data/default/t/" + merged + "/.regioninfo": c.described, "data/default/t/" + merged + "/fam/" + name: store}
		if c.first {
			files["data/default/t/"+first+"/.regioninfo"] = ofFirst
			files["data/default/t/"+first+"/fam/"+name] = store
		}
		got, damage, remarks := readFolders(t, files, "data")
		if (len(remarks) == 1) != c.remark || (len(damage) == 0) != c.remark || len(got) != 1 && !c.first {
			t.Errorf("%s: %d cells, %+v, %+v", what, len(got), damage, remarks)
		}
	}
}

// If the description of one region of a table is lost, it is not known which of the others it came of.
func TestAMissingDescriptionOfARegionIsDamage(t *testing.T) {
	all := corpus(t)
	want, _, _ := readFolders(t, all, "root-flushed")
	const lost = regionSecond + ".regioninfo"
	got, damage, _ := readFolders(t, changed(all, map[string][]byte{lost: nil}), "root-flushed")
	if len(got) != len(want) || len(damage) != 1 || damage[0].Code != "missing-file" || !strings.HasSuffix(damage[0].Expected, lost) {
		t.Errorf("%d cells, want %d; %+v", len(got), len(want), damage)
	}
	without := map[string][]byte{lost: nil, regionFirst + ".regioninfo": nil}
	if _, damage, _ = readFolders(t, changed(all, without), "root-flushed"); len(damage) > 0 {
		t.Errorf("no region has its description: %+v", damage)
	}
}
