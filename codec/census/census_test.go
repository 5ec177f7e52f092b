package census

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

func options(t *testing.T, text string) (Options, error) {
	t.Helper()
	req, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return ReadOptions(req, NoClock)
}

func TestOptionsHaveTheBoundsOfTheFlags(t *testing.T) {
	o, err := options(t, `{"now":5,"splits":["80","","40","80"],"top":0}`)
	if err != nil || o.Top != 0 || o.Stats.Now != 5 || len(o.Stats.Splits) != 2 || o.Stats.Splits[0][0] != 0x40 {
		t.Errorf("%+v %v", o, err)
	}
	if o, err = options(t, `{"now":5}`); err != nil || o.Top != 10 || o.Stats.Regions != 0 {
		t.Errorf("%+v %v", o, err)
	}
	for _, text := range []string{
		`{}`, `{"now":-1}`, `{"now":5,"top":-1}`, `{"now":5,"top":10001}`, `{"now":5,"regions":0}`, `{"now":5,"regions":1000000000}`,
		`{"now":5,"splits":7}`, `{"now":5,"splits":["4"]}`, `{"now":5,"splits":["40"],"regions":2}`,
	} {
		if _, err := options(t, text); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// lost is damage of a store.
type lost struct{}

func (lost) Error() string                { return "a block is missing" }
func (lost) WriteError(w *value.Writer)   { w.Null() }
func (lost) Source() (where store.Source) { return where }

func TestAFilterDoesNotHideThatRowsAreMissing(t *testing.T) {
	where, err := filter.Parse("record=edge-state")
	if err != nil {
		t.Fatal(err)
	}
	rows := Rows{Count: New(Options{}), Decoder: &stream.Decoder{}, Where: where}
	memory := []byte("not a row of anything")
	for range 3 {
		e := store.Entry{}
		e.Add(store.Key, memory)
		rows.Take(&stream.Row{Entry: &e})
		clear(memory) // it is not kept
	}
	rows.Take(&stream.Row{Bad: lost{}})
	var w value.Writer
	rows.Count.Write(&w)
	if !strings.Contains(string(w.Buf), `"damage":0`) {
		t.Errorf("the format is not known of 4 rows: %s", w.Buf)
	}
	rows.End()
	w.Reset()
	rows.Count.Write(&w)
	if got := string(w.Buf); !strings.HasPrefix(got, `{"rows":0,`) || !strings.Contains(got, `"damage":1`) {
		t.Error(got)
	}
}
