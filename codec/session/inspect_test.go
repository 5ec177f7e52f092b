package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// inspection is the answer of Inspect, as far as tests look at it.
type inspection struct {
	V                   int
	Spelling, Waiting   string
	Alternatives, Notes []string
	Rows                []inspectedRow
	RowCount, Row       int
	Candidates, Refused []inspectedReading
	Error               struct{ Code, Message string }
	Parts               map[string]string
	Timestamp           string
}

type inspectedRow struct {
	Line                           int
	Format, Record, Title, Summary string
	Parts                          map[string]string
	Error                          *struct{ Code, Message, Part, Field, Expected, Found string }
}

type inspectedReading struct {
	Record, Part   string
	Canonical      *bool
	Tie            bool
	Dots           int
	Covered, Total int
	Tree           struct{ V int }
}

func inspect(t *testing.T, request string) *inspection {
	t.Helper()
	var s session.Session
	x := new(inspection)
	answer := s.Inspect(nil, []byte(request))
	if err := json.Unmarshal(answer, x); err != nil {
		t.Fatalf("%v in %s", err, answer)
	}
	if x.V != 1 {
		t.Errorf("the version is %d", x.V)
	}
	return x
}

func asText(text, members string) string {
	var w value.Writer
	w.Object()
	w.Key("text")
	w.String(text)
	w.EndObject()
	return strings.TrimSuffix(string(w.Buf), "}") + members + "}"
}

func TestAPastedDumpBecomesRowsAndReadings(t *testing.T) {
	x := inspect(t, asText(file(t, "actionbase/actionbase-hbase-shell.txt"),
		`,"row":10,"schema":`+file(t, "actionbase/actionbase-hbase-shell.schema.json")))
	if x.Spelling != "hbase2-scan" || x.RowCount != 106 || len(x.Rows) != 106 || x.Row != 10 || x.Rows[0].Line != 2 {
		t.Errorf("%s, %d rows of %d, row %d, line %d", x.Spelling, len(x.Rows), x.RowCount, x.Row, x.Rows[0].Line)
	}
	if r := x.Rows[0]; r.Record != "edge-count" || r.Title != "Actionbase edge count" || r.Format != "actionbase" ||
		r.Parts["family"] != "66" || r.Summary == "" {
		t.Errorf("the first row is %+v", r)
	}
	if len(x.Candidates) != 1 || x.Candidates[0].Record != "edge-state" || !*x.Candidates[0].Canonical ||
		x.Candidates[0].Covered != x.Candidates[0].Total || x.Candidates[0].Tree.V != 1 {
		t.Errorf("the readings are %+v", x.Candidates)
	}
	if x.Timestamp == "" || x.Parts["row"] == "" {
		t.Error("the row has no parts or timestamp")
	}
}

func TestARowBeyondTheEndIsTheLast(t *testing.T) {
	for row, want := range map[string]int{"-5": 0, "0": 0, "1": 1, "99": 1} {
		if x := inspect(t, asText("05\n35\n", `,"spelling":"hex-lines","row":`+row)); x.Row != want || len(x.Rows) != 2 {
			t.Errorf("row %s is %d of %d", row, x.Row, len(x.Rows))
		}
	}
}

func TestLoneBytesHaveTheirReadings(t *testing.T) {
	x := inspect(t, asText("346100", `,"format":"actionbase"`))
	if len(x.Candidates) != 3 || !x.Candidates[0].Tie || x.Candidates[0].Part != "qualifier" || x.Candidates[1].Part != "value" {
		t.Errorf("the readings are %+v", x.Candidates)
	}
	x = inspect(t, asText("346100", `,"format":"actionbase","record":"value"`))
	if len(x.Candidates) != 1 || x.Candidates[0].Dots != 3 || len(x.Refused) != 0 {
		t.Errorf("the readings are %+v", x.Candidates)
	}
}

func TestPartsAreInspectedAsTheyAre(t *testing.T) {
	x := inspect(t, `{"parts":{"row":"`+stateRow+`"},"format":"actionbase"}`)
	if len(x.Candidates) != 1 || x.Candidates[0].Record != "edge-state" || x.Spelling != "" || x.Rows[0].Line != 0 {
		t.Errorf("got %+v", x)
	}
	x = inspect(t, `{"parts":{"row":"`+stateRow[:30]+`"},"format":"actionbase"}`)
	if len(x.Candidates) != 0 || len(x.Refused) == 0 || x.Rows[0].Error == nil || x.Rows[0].Error.Code != "truncated" {
		t.Errorf("got %+v", x)
	}
}

func TestTextThatCannotBeReadSaysWhy(t *testing.T) {
	x := inspect(t, asText("34610", ""))
	if x.Waiting != "one more hex digit" || len(x.Candidates) != 0 || x.Error.Code != "" {
		t.Errorf("got %+v", x)
	}
	x = inspect(t, asText("zz", `,"spelling":"hex"`))
	if x.Error.Code != "bad-text" || x.Error.Message == "" || x.Rows[0].Error == nil {
		t.Errorf("got %+v", x)
	}
}

func TestABadRequestSaysWhatItLacks(t *testing.T) {
	for request, want := range map[string]string{
		``:                                    "not JSON",
		`{"text":`:                            "not JSON",
		`{}`:                                  "expected text, textHex, or parts as hex",
		`{"text":1}`:                          "expected text, textHex, or parts as hex",
		`{"text":"05","format":"nothing"}`:    "there is no format called nothing",
		`{"text":"05","spelling":"nothing"}`:  "nothing",
		`{"parts":{"row":"0"}}`:               "bytes.row: expected an even number of hex digits",
		`{"parts":["00"]}`:                    "expected bytes as an object of named parts",
		`{"text":"05","schema":{"tables":1}}`: "Actionbase schema: tables: expected a list, found a number",
		`{"text":"05","schema":"x","format":"actionbase"}`: "",
	} {
		x := inspect(t, request)
		if want == "" {
			continue
		}
		if x.Error.Code != "bad-request" || !strings.Contains(x.Error.Message, want) {
			t.Errorf("%s: got %+v, want %s", request, x.Error, want)
		}
	}
}

func TestNamesOfColumnsAreWrittenAsText(t *testing.T) {
	var w value.Writer
	w.Object()
	answer.WriteParts(&w, &store.Entry{Parts: []store.Part{{Name: "a\"\x1b\\", Bytes: []byte{5}}}})
	w.EndObject()
	if want := `{"parts":{"a\"\u001b\\":"05"}}`; string(w.Buf) != want {
		t.Errorf("got %s, want %s", w.Buf, want)
	}
}

func TestAnswersAreAppended(t *testing.T) {
	var s session.Session
	if got := string(s.Inspect([]byte("before"), []byte(`{}`))); !strings.HasPrefix(got, `before{"v":1,`) {
		t.Errorf("got %s", got)
	}
	if got := string(s.Answer([]byte("before"), []byte(`{}`))); !strings.HasPrefix(got, `before{"id":null,`) {
		t.Errorf("got %s", got)
	}
}

// The list is short, but any row of the text can be explained, and never another one instead.
func TestRowsBehindTheListAreExplained(t *testing.T) {
	var text strings.Builder
	for i := range 1500 {
		if i == 1201 {
			text.WriteString("0x00 : oops\n")
			continue
		}
		text.WriteString("0x" + string(value.AppendHex(nil, []byte{byte(i >> 8), byte(i)})) + " : 0x01\n")
	}
	quoted, err := json.Marshal(text.String())
	if err != nil {
		t.Fatal(err)
	}
	request := func(row string) *inspection {
		return inspect(t, `{"spelling":"ldb-scan","row":`+row+`,"text":`+string(quoted)+`}`)
	}
	if x := request("1200"); x.Row != 1200 || x.Parts["key"] != "04b0" || len(x.Rows) != 1000 || x.RowCount != 1500 {
		t.Errorf("row %d of %d, %v, %d listed", x.Row, x.RowCount, x.Parts, len(x.Rows))
	}
	if x := request("1201"); x.Row != 1201 || x.Error.Code == "" || len(x.Parts) != 0 {
		t.Errorf("an unreadable row: row %d, %v, %v", x.Row, x.Error, x.Parts)
	}
	if x := request("99999999999"); x.Row != 1499 {
		t.Errorf("a row behind the last one: row %d", x.Row)
	}
}

// A dump that does not say its column family is noted, unless the request says it.
func TestTheFamilyOfADumpIsNotedUntilItIsGiven(t *testing.T) {
	const pair = `"text":"0x6161 ==> 0x6262\n0x6163 ==> 0x6263\n"`
	for request, noted := range map[string]bool{`{` + pair + `}`: true, `{` + pair + `,"cf":"0301"}`: false} {
		if got := inspect(t, request).Notes; len(got) > 0 != noted {
			t.Errorf("%s: %q", request, got)
		}
	}
}
