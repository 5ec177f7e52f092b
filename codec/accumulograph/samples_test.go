package accumulograph_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/identify"
)

func TestSamplesAreReadAsWhatTheyAre(t *testing.T) {
	for _, s := range accumulograph.Format.Samples {
		res, err := dump.ParseText([]byte(s.Text), dump.Options{})
		if err != nil || len(res.Rows) != 1 {
			t.Errorf("%s: %v, %d rows", s.What, err, len(res.Rows))
			continue
		}
		parsed, refused := identify.Candidates(identify.Query{Entry: &res.Rows[0].Entry})
		if len(parsed) == 0 || parsed[0].Format != &accumulograph.Format {
			t.Errorf("%s, read as %s: %d readings", s.What, res.Form.ID, len(parsed))
			for _, c := range refused {
				t.Logf("%s: %v", c.Title(), c.Err)
			}
			continue
		}
		t.Logf("%s: %s, %d dots, %v", s.What, parsed[0].Title(), parsed[0].Dots, parsed[0].Evidence)
	}
}
