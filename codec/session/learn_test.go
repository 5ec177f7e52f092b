package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// damagedRow is the state of an edge with the value of a count. Its key fits OrderedBytes, by chance.
const damagedRow = `{"row":"3832f4792c800000000000004d2ba95c6311297d346974656d203200","family":"66","qualifier":"65","value":"00000000000009c4"}`

const soundRow = `{"row":"00bd92fd346974656d2d31002ba95c6311297e2983","family":"66","qualifier":"65","value":"0000000000000003"}`

// Among rows that teach the format, a damaged row is explained as one of that format, as decode reads it, and is not
// anonymised as another's.
func TestADamagedRowIsOfTheFormatOfTheOthers(t *testing.T) {
	for _, c := range []struct {
		text   string
		row    int
		learnt string
		want   string // the format of the best reading, or, after a hyphen, of the nearest
	}{
		{damagedRow, 0, "", "hbase-orderedbytes"},
		{strings.Join([]string{soundRow, damagedRow}, "\n"), 1, "", "-actionbase"},
		{strings.Join([]string{damagedRow, soundRow}, "\n"), 0, "", "-actionbase"},
		{strings.Join([]string{damagedRow, soundRow}, "\n"), 1, "", "actionbase"},
		// A row that is shown alone, of a dump that was read before.
		{damagedRow, 0, "actionbase", "-actionbase"},
		{soundRow, 0, "actionbase", "actionbase"},
		{soundRow, 0, "hbase-orderedbytes", "actionbase"}, // its salt matches
		{soundRow, 0, "no format", "actionbase"},
	} {
		request, err := json.Marshal(map[string]any{"text": c.text, "row": c.row, "learnt": c.learnt})
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Candidates, Refused []struct{ Format string }
			Rows                []struct {
				Format string
				Error  *struct{}
			}
		}
		var s session.Session
		if err := json.Unmarshal(s.Inspect(nil, request), &got); err != nil {
			t.Fatal(err)
		}
		format := ""
		switch {
		case len(got.Candidates) > 0:
			format = got.Candidates[0].Format
		case len(got.Refused) > 0:
			format = "-" + got.Refused[0].Format
		}
		if format != c.want || (got.Rows[c.row].Error != nil) != (c.want[0] == '-') {
			t.Errorf("row %d of %s: %s, want %s; in the list %+v", c.row, c.text, format, c.want, got.Rows[c.row])
		}
	}
	if got := anonymise(t, map[string]any{"text": damagedRow + "\n" + soundRow}); got.Rows != 1 || got.LeftCount != 1 {
		t.Errorf("anonymised: %+v", got)
	}
}
