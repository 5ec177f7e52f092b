package actionbase

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// derivations are the records that this package derives from other records.
var derivations = map[string]func(*format.Input, *value.Writer) error{
	"mutation":         deriveMutation,
	"state-transition": deriveTransition,
	"bulk-load":        deriveBulkLoad,
}

// testZones is the time zone database of the machine that runs the tests.
type testZones struct{}

func (testZones) Offset(zone string, unixSeconds int64) (int, bool) {
	loc, known := testLocations.Load(zone)
	if !known {
		read, err := time.LoadLocation(zone)
		if err != nil || zone == "" || zone == "Local" {
			return 0, false
		}
		testLocations.Store(zone, read)
		loc = read
	}
	_, seconds := time.Unix(unixSeconds, 0).In(loc.(*time.Location)).Zone()
	return seconds, true
}

// testLocations are the zones that were read, by name.
var testLocations sync.Map

// vector is a line of the vectors that other programs are also tested with.
type vector struct {
	ID        string          `json:"id"`
	Record    string          `json:"record"`
	Given     json.RawMessage `json:"given"`
	Result    any             `json:"result"`
	Error     any             `json:"error"`
	Unordered []string        `json:"unordered"`
}

// deriveVectors returns the vectors of the derivations.
func deriveVectors(t testing.TB) []vector {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "golden", "vectors", "actionbase.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	lines := bufio.NewScanner(z)
	for lines.Buffer(nil, 1<<20); lines.Scan(); {
		var v vector
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if derivations[v.Record] != nil {
			list = append(list, v)
		}
	}
	if err := lines.Err(); err != nil || len(list) == 0 {
		t.Fatalf("%d vectors, %v", len(list), err)
	}
	return list
}

// derive answers a derivation as the testee does.
func derive(t testing.TB, record string, given []byte) (string, error) {
	t.Helper()
	v, err := value.Parse(given)
	if err != nil {
		t.Fatal(err)
	}
	var w value.Writer
	err = derivations[record](&format.Input{Given: v, Zones: testZones{}}, &w)
	return string(w.Buf), err
}

func TestDerivationsGiveWhatUpstreamGives(t *testing.T) {
	count := map[string]int{}
	for _, v := range deriveVectors(t) {
		count[v.Record]++
		t.Run(v.ID, func(t *testing.T) {
			got, err := derive(t, v.Record, v.Given)
			if v.Error != nil {
				if err == nil {
					t.Errorf("got %s, want it refused: %v", got, v.Error)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := sorted(v.Result, v.Unordered); !reflect.DeepEqual(sorted(parsed(t, got), v.Unordered), want) {
				t.Errorf("got  %s\nwant %v", got, want)
			}
		})
	}
	if count["mutation"] < 66 || count["state-transition"] < 30 || count["bulk-load"] < 18 {
		t.Errorf("ran only %v", count)
	}
}

func parsed(t testing.TB, text string) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return x
}

// sorted sorts the lists whose order does not matter.
func sorted(x any, unordered []string) any {
	switch x := x.(type) {
	case map[string]any:
		for name, member := range x {
			if list, ok := sorted(member, unordered).([]any); ok && slices.Contains(unordered, name) {
				slices.SortFunc(list, func(a, b any) int { return bytes.Compare(marshal(a), marshal(b)) })
			}
		}
	case []any:
		for _, item := range x {
			sorted(item, unordered)
		}
	}
	return x
}

func marshal(x any) []byte {
	b, err := json.Marshal(x)
	if err != nil {
		return nil
	}
	return b
}
