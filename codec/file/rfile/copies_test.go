package rfile

import (
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// A file of a tablet that was overwritten by its neighbour is damage. Empty files are alike, and an import may be repeated.
func TestACopyOfAnotherFileOfATabletIsMissed(t *testing.T) {
	_, files := readFixtures(t)
	for _, c := range []struct {
		what, first, second string
		content             string
		other               string
		damaged             bool
	}{
		{"a copy", "A0000001.rf", "F0000002.rf", "one.rf", "one.rf", true},
		{"a copy of an import", "I0000001.rf", "A0000002.rf", "levels-gz.rf", "levels-gz.rf", true},
		{"two imports", "I0000001.rf", "I0000002.rf", "one.rf", "one.rf", false},
		{"two empty files", "A0000001.rf", "F0000002.rf", "empty.rf", "empty.rf", false},
		{"two files", "A0000001.rf", "F0000002.rf", "one.rf", "big.rf", false},
		{"names of one's own", "a.rf", "b.rf", "one.rf", "one.rf", false},
	} {
		given := file.Files{"t/" + c.first: files[c.content], "t/" + c.second: files[c.other]}
		var damage []file.Damage
		for _, s := range storetest.Stores(t, Kind, given, file.Options{}) {
			_, found := storetest.Read(t, s, file.Query{})
			damage = append(damage, found...)
		}
		if c.damaged != (len(damage) == 1 && damage[0].Code == "file-other" && damage[0].Found == "the same entries as in t/"+c.second) ||
			!c.damaged && len(damage) > 0 {
			t.Errorf("%s: %+v", c.what, damage)
		}
	}
}
