package identify_test

import (
	"github.com/rowlens/rowlens/internal/formattest"

	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/identify"

	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

func candidates(t *testing.T, parts string) (parsed, refused []*identify.Candidate) {
	t.Helper()
	return identify.Candidates(identify.Query{Entry: formattest.Entry(t, parts), Format: "actionbase"})
}

const (
	stateRow  = "d1a380f12c80000000000000642bdafe659d297d346974656d00"
	countRow  = "8a21aff9346974656d002bdafe659d297e2983"
	qualifier = "d37ffffe70c3641dff346974656d203200" // descending long, ascending text
)

func TestReadingsAreRankedByEvidence(t *testing.T) {
	for _, c := range []struct {
		name, parts string
		want        []string // titles, "=" before those that tie
	}{
		{"a salt that matches", "bytes=" + stateRow, []string{"Actionbase edge state row key"}},
		{"another row type", "bytes=" + countRow, []string{"Actionbase edge count row key"}},
		{"a whole cell", "row=" + countRow + ",family=66,qualifier=65,value=0000000000000003", []string{"Actionbase edge count"}},
		{"a damaged state, which a reader of locks takes in part", "row=d1a380f134fe002bdafe659d297d346974656d00,family=66,qualifier=65," +
			"value=29812c80000000000000002b9241de312c00000000000000002c0000000000000000", []string{"Actionbase edge state", "Actionbase edge lock"}},
		{"a qualifier, then lenient readings", "bytes=" + qualifier,
			[]string{"Actionbase edge cache qualifier", "=Actionbase edge group qualifier", "=Actionbase v0 state value",
				"Actionbase ordered value"}},
		{"a tie by title", "bytes=346100", []string{"=Actionbase edge cache qualifier", "=Actionbase ordered value",
			"Actionbase edge group qualifier"}},
		{"a text cursor", "bytes=" + hex.EncodeToString([]byte("bmXhs_-f3g")), []string{"Actionbase edge id"}},
		{"nothing", "bytes=2e", nil},
	} {
		parsed, _ := candidates(t, c.parts)
		var got []string
		for _, p := range parsed {
			title := p.Title()
			if p.Tie {
				title = "=" + title
			}
			got = append(got, title)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestEvidenceIsSaidInSentences(t *testing.T) {
	for _, c := range []struct {
		parts, kind, text string
		dots              int
	}{
		{"row=" + stateRow, "check", "salt is xxh32 of bytes 4–19", 3},
		{"row=" + stateRow, "canonical", "re-encodes to the same bytes", 3},
		{"row=" + stateRow, "values", "4 values that say their type", 3},
		{"row=00" + stateRow[2:], "check-failed", "salt does not match: xxh32 of bytes 4–19 is 0xd1a380f1", 1},
		{"row=00" + stateRow[2:], "not-canonical", "written again, row key differs from byte 0 on", 1},
		{"value=34610000", "lenient", "only a lenient reader takes it: byte 3 should be end of input", 1},
		{"value=34610000", "trailing", "1 byte not part of the record", 1},
		{"value=3461000000", "trailing", "2 bytes not part of the record", 1},
		{"value=05", "values", "1 value that says its type", 3},
		{"value=32203000", "lenient", "only a lenient reader takes it: byte 1 should be JSON without white space between its tokens", 1},
		{"value=32203000", "not-canonical", "no writer makes these bytes: value: expected one JSON value without white space between its tokens", 1},
	} {
		parsed, _ := candidates(t, c.parts)
		found := false
		for _, p := range parsed {
			if p.Dots == c.dots {
				found = found || slices.Contains(p.Evidence, identify.Evidence{Kind: c.kind, Text: c.text})
			}
		}
		if !found {
			t.Errorf("%s: no reading of %d dots says %s %q", c.parts, c.dots, c.kind, c.text)
		}
	}
}

func TestNamesAreEvidence(t *testing.T) {
	list, err := value.Parse([]byte(`["demo.follow"]`))
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schema.Parse(list, "actionbase")
	if err != nil {
		t.Fatal(err)
	}
	parsed, _ := identify.Candidates(identify.Query{Entry: formattest.Entry(t, "row="+stateRow), Format: "actionbase", Schemas: schemas})
	want := identify.Evidence{Kind: "names", Text: "1 of 1 codes found in schema"}
	if len(parsed) != 1 || !slices.Contains(parsed[0].Evidence, want) ||
		!strings.Contains(string(parsed[0].Fields), `"table":"demo.follow"`) {
		t.Errorf("got %+v", parsed)
	}
}

func TestLoneBytesAreTriedAsEachPart(t *testing.T) {
	parsed, refused := candidates(t, "bytes=29812c8000018bcfe56800")
	parts := map[string]string{}
	for _, c := range slices.Concat(parsed, refused) {
		parts[c.Title()] = c.Part
	}
	for title, part := range map[string]string{
		"Actionbase edge state value": store.Value, "Actionbase edge cache qualifier": store.Qualifier,
		"Actionbase ordered value": store.Value, "Actionbase edge id": "text",
	} {
		if parts[title] != part {
			t.Errorf("%s was tried as %q, want %q; tried %v", title, parts[title], part, parts)
		}
	}
}

func TestAReadingIsNearByACheckOrHalfOfTheBytes(t *testing.T) {
	for parts, want := range map[string]bool{
		"bytes=" + stateRow[:len(stateRow)-4]:                                            true,
		"row=" + stateRow + ",family=66,qualifier=65,value=" + strings.Repeat("ff", 100): true, // the salt matches
		"bytes=" + hex.EncodeToString([]byte("hello world this is no key")):              false,
	} {
		parsed, refused := candidates(t, parts)
		if len(parsed) != 0 || len(refused) == 0 || refused[0].Near() != want {
			t.Errorf("%s: %d parsed, %d refused, of which the first should be near: %t", parts, len(parsed), len(refused), want)
		}
	}
}

func TestTheNearestRefusedReadingComesFirst(t *testing.T) {
	for _, parts := range []string{"bytes=" + stateRow[:len(stateRow)-4], "row=" + stateRow[:len(stateRow)-4]} {
		parsed, refused := candidates(t, parts)
		if len(parsed) != 0 || len(refused) == 0 || len(refused) > 8 {
			t.Fatalf("%s: %d parsed, %d refused", parts, len(parsed), len(refused))
		}
		if first := refused[0]; first.Record.Name != "edge-state" || first.Err.Code != wire.Unterminated || first.Covered != 21 ||
			first.Total != 24 {
			t.Errorf("%s: the nearest is %s, %d of %d bytes: %v", parts, first.Title(), first.Covered, first.Total, first.Err)
		}
		for i := 1; i < len(refused); i++ {
			if refused[i].Covered > refused[i-1].Covered {
				t.Errorf("%s: refused readings are not farthest first", parts)
			}
		}
	}
}

func TestAPinnedRecordIsTheOnlyReading(t *testing.T) {
	q := identify.Query{Entry: formattest.Entry(t, "bytes=346100"), Format: "actionbase", Record: "value"}
	parsed, refused := identify.Candidates(q)
	if len(parsed) != 1 || len(refused) != 0 || parsed[0].Record.Name != "value" {
		t.Errorf("%d parsed, %d refused", len(parsed), len(refused))
	}
	q.Format = "nothing"
	if parsed, refused = identify.Candidates(q); len(parsed)+len(refused) != 0 {
		t.Error("a format that is not there reads something")
	}
}
