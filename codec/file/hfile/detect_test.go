package hfile_test

import (
	"encoding/hex"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
)

// The length before this description of a region of HBase 2.6, and what follows, also read as a message with fields of other
// numbers, such as one of a reference. A region whose files are all links has nothing else by which it is recognised.
func TestARegionOfLinksIsRecognised(t *testing.T) {
	const region, target = "0789a23ec182c03d7c40bdfbcb5a5816", "5067f25bde82d8971922e60a5b6f2608"
	info, err := hex.DecodeString("504255462008c293afd8a234120d0a026e731207633230315f31331a002200280030003800")
	if err != nil {
		t.Fatal(err)
	}
	const name = "32278384faa847d783336ad42ad843f9"
	got, damage, _ := readFolders(t, file.Files{
		"data/ns/c201_13/" + region + "/.regioninfo":                        info,
		"data/ns/c201_13/" + region + "/fam/ns=t201=" + target + "-" + name: {},
		"archive/data/ns/t201/" + target + "/fam/" + name:                   corpus(t)["one.hfile"],
	}, "data/ns/c201_13/"+region)
	if len(got) != 1 || len(damage) > 0 {
		t.Errorf("%d cells, want 1; %+v", len(got), damage)
	}
}
