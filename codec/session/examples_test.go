package session_test

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
)

// A form starts with the example of a record kind, so there is one for each that is
// written, and the result is read again.
func TestEveryRecordKindThatIsWrittenHasAnExample(t *testing.T) {
	var s session.Session
	n := 0
	for _, f := range codec.Formats() {
		for i := range f.Kinds() {
			r := f.Kind(i)
			e := f.Example(r.Name)
			if r.Encode == nil {
				if e != nil {
					t.Errorf("%s %s has an example, but nothing writes it", f.ID, r.Name)
				}
				continue
			}
			n++
			if e == nil {
				t.Errorf("%s %s has no example", f.ID, r.Name)
				continue
			}
			request := `{"format":"` + f.ID + `","record":"` + r.Name + `","given":` + orEmpty(e.Given)
			written := answered(t, &s, request+`,"op":"encode","fields":`+e.Fields+`}`)
			if written.Member("bytes").Kind != value.Object {
				t.Errorf("%s %s: %s", f.ID, r.Name, written.Member("error").Raw())
				continue
			}
			if r.Decode == nil {
				continue
			}
			var w value.Writer
			w.Value(written.Member("bytes"))
			read := answered(t, &s, request+`,"op":"decode","bytes":`+string(w.Buf)+`}`)
			if read.Member("fields").Kind != value.Object {
				t.Errorf("%s %s: what was written is not read: %s", f.ID, r.Name, read.Member("error").Raw())
			}
		}
	}
	if n < 80 {
		t.Errorf("only %d record kinds are written", n)
	}
}

// stateRow is the key of an edge state of demo.follow.
const stateRow = "d1a380f12c80000000000000642bdafe659d297d346974656d00"

func orEmpty(given string) string {
	if given == "" {
		return "{}"
	}
	return given
}

func answered(t *testing.T, s *session.Session, request string) value.Value {
	t.Helper()
	v, err := value.Parse(s.Answer(nil, []byte(request)))
	if err != nil {
		t.Fatalf("%s: %v", request, err)
	}
	return v
}

func TestASchemaMayStandInTheRequest(t *testing.T) {
	const decode = `"op":"decode","format":"actionbase","record":"edge-state","bytes":{"row":"` + stateRow + `"}}`
	var s session.Session
	for _, c := range []struct{ request, want string }{
		{`{"given":{"schema":{"tables":[{"table":"demo.follow"}]}},` + decode, `"table":"demo.follow","tableCode":1526621597,`},
		{`{"given":{"schema":{"tables":[{"table":"demo.follow"}]}},` + decode, `"table":"demo.follow","tableCode":1526621597,`},
		{`{"given":{"schema":{"tables":[]}},` + decode, `"fields":{"tableCode":1526621597,`},
		{`{` + decode, `"fields":{"tableCode":1526621597,`},
		{`{"given":{"schema":{"tables":1}},` + decode,
			`"error":"schema: tables: expected a list, found a number","code":"refused","field":"schema"`},
		{`{"given":{"schema":{"name":"s","tables":[]}},` + decode, `"fields":{"tableCode":1526621597,`},
	} {
		if got := string(s.Answer(nil, []byte(c.request))); !strings.Contains(got, c.want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.request, got, c.want)
		}
	}
}

func TestOnlySomePartsAreWritten(t *testing.T) {
	const encode = `{"op":"encode","format":"actionbase","record":"edge-lock","parts":["row"],"fields":{"tableCode":1,"source":{"type":"int","value":1},"target":{"type":"int","value":2}}}`
	var s session.Session
	got := answered(t, &s, encode).Member("bytes")
	if _, ok := got.Get("row"); !ok || got.Len() != 1 {
		t.Errorf("parts written: %d", got.Len())
	}
	refused := answered(t, &s, strings.Replace(encode, `"value":2`, `"value":"x"`, 1))
	if field, _ := refused.Member("field").Text(); !strings.HasPrefix(field, "target") {
		t.Errorf("the refusal names %q", field)
	}
}

func TestPartsBesideATextReplaceThoseOfItsRow(t *testing.T) {
	var s session.Session
	const request = `{"text":"` + stateRow + `","spelling":"hex","parts":{"bytes":"2981"},"format":"actionbase","record":"value"}`
	got, err := value.Parse(s.Inspect(nil, []byte(request)))
	if err != nil {
		t.Fatal(err)
	}
	if hex, _ := got.Member("parts").Member("bytes").Text(); hex != "2981" {
		t.Errorf("the parts are %s", hex)
	}
	if got.Member("candidates").Len() != 1 {
		t.Errorf("%d readings", got.Member("candidates").Len())
	}
}
