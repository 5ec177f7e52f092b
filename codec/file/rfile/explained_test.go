package rfile

import (
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/internal/storetest"
)

// The explanation of one piece of each kind equals the one in golden/store-files/rfile/explained.
func TestExplainedPiecesAreTheGoldenOnes(t *testing.T) {
	_, files := readFixtures(t)
	for _, c := range []struct {
		name  string
		block int // index among the pieces
	}{
		{"one.rf", 0}, {"one.rf", 1}, {"one.rf", 2}, {"one.rf", 3}, {"one.rf", 4}, {"one.rf", 5}, {"one.rf", 6},
		{"deleted.rf", 1}, {"accumulo15-plain-none.rf", 1}, {"accumulo15-groups-gz.rf", -3}, {"sampled-gz.rf", -5},
		{"levels-gz.rf", -8}, {"codec-snappy.rf", 1}, {"damaged/levels-gz-flip.rf", 1}, {"damaged/groups-gz-trailer.rf", -1},
	} {
		set, err := file.Look(file.Files{c.name: files[c.name]}, []*file.Kind{Kind})
		if err != nil {
			t.Fatal(err)
		}
		s, err := Kind.Structure(set, c.name, file.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pieces := s.Pieces()
		if c.block < 0 {
			c.block += len(pieces)
		}
		p := pieces[c.block]
		var tree span.Tree
		text := p.What + ", " + p.Detail + "\n"
		if err := s.Explain(&p, &tree, nil); err != nil {
			text += err.Error() + "\n"
		}
		name := "rfile/explained/" + file.Base(c.name) + "." + strconv.FormatInt(p.Offset, 10) + ".txt"
		storetest.Golden(t, name, tree.AppendDump([]byte(text)))
	}
}
