package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/session"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/scanshell"
)

// ask returns what a session answers, as JSON.
func ask(t *testing.T, s *session.Session, line string) map[string]any {
	t.Helper()
	out := s.Answer(nil, []byte(line))
	var got map[string]any
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%s\ngives %s: %v", line, out, err)
	}
	return got
}

func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(map[string]any)[p]
		case int:
			v = v.([]any)[p]
		}
	}
	return v
}

// Five keys, of which the salt, a code, an ascending
// and a descending value decide the order.
const fiveKeys = `95ca62432c80000000000003ea2ba95c6311297c29822b8d6cda4734667269656e647300d37ffffe70c3641dff346974656d203200
934afa8d2c80000000000003e92ba95c6311297c29822b69b733c7d37ffffe70c96633ff346974656d203200
934afa8d2c80000000000003e92ba95c6311297c29822b8d6cda47346d6500d37ffffe70c66528ff34615c62226300
934afa8d2c80000000000003e92ba95c6311297c29822b69b733c7d37ffffe70c66528ff34615c62226300
934afa8d2c80000000000003e92ba95c6311297c29822b8d6cda4734667269656e647300d37ffffe70c96633ff346974656d203200`

func TestLinesOfTextAreSortedAsKeys(t *testing.T) {
	got := ask(t, new(session.Session), `{"id":1,"op":"order","text":"cat:/views/b\ncat:/views/a\n"}`)
	if list := at(t, got, "keys").([]any); len(list) != 2 || at(t, list[0], "input").(float64) != 2 {
		t.Errorf("the keys are %v", list)
	}
}

func TestKeysAreSortedAndTheDecidingFieldIsNamed(t *testing.T) {
	text, _ := json.Marshal(fiveKeys)
	names := `"names":["social.user_likes","created_at_desc","permission_created_at_desc","createdAt","permission"]`
	got := ask(t, new(session.Session), `{"id":1,"op":"order","format":"actionbase","schema":{`+names+`},"text":`+string(text)+`}`)
	var inputs []float64
	for _, k := range at(t, got, "keys").([]any) {
		inputs = append(inputs, at(t, k, "input").(float64))
	}
	for i, want := range []float64{4, 2, 5, 3, 1} {
		if inputs[i] != want {
			t.Fatalf("the order is %v", inputs)
		}
	}
	for i, want := range []struct {
		offset        float64
		before, after string
		words         string
	}{
		{32, "0xc6", "0xc9", "2024-05-02 14:00 before 2024-05-02 00:00 UTC, newest first"},
		{23, "0x69", "0x8d", "created_at_desc before permission_created_at_desc, by code"},
		{28, "0x66", "0x6d", `"friends" < "me", ascending`},
		{0, "0x93", "0x95", "the salts differ: 934afa8d < 95ca6243"},
	} {
		k := at(t, got, "keys", i+1)
		if at(t, k, "offset") != want.offset || at(t, k, "before") != want.before || at(t, k, "after") != want.after ||
			at(t, k, "words") != want.words {
			t.Errorf("position %d: %v %v %v %v", i+2, at(t, k, "offset"), at(t, k, "before"), at(t, k, "after"), at(t, k, "words"))
		}
		node := at(t, k, "fields", 1, "node").(float64)
		n := at(t, k, "reading", "tree", "nodes", int(node))
		if start, end := at(t, n, "start").(float64), at(t, n, "end").(float64); start > want.offset || end <= want.offset {
			t.Errorf("position %d: node %v has not byte %v", i+2, node, want.offset)
		}
	}
	if at(t, got, "order", "title") != "unsigned bytes" || at(t, got, "order", "store") != "HBase" {
		t.Errorf("the order is %v", at(t, got, "order"))
	}
}

func TestOnlyTheFirstKeysAreExplained(t *testing.T) {
	got := ask(t, new(session.Session), `{"op":"order","readings":1,"text":"2c80000000000000ff\n2c7fffffffffffffff"}`)
	_, first := at(t, got, "keys", 0).(map[string]any)["reading"]
	_, second := at(t, got, "keys", 1).(map[string]any)["reading"]
	if !first || second || at(t, got, "keys", 1, "fields", 0, "name") == "" {
		t.Errorf("readings: %v %v", first, second)
	}
}

func TestKeysThatCannotBeSorted(t *testing.T) {
	for line, want := range map[string]string{
		`{"op":"order"}`:                                               "expected text",
		`{"op":"order","text":"\\x0"}`:                                 "",
		`{"op":"order","text":"00","spelling":"x"}`:                    "x",
		`{"op":"order","entries":[{"parts":{"row":"0"}}]}`:             "hex digits",
		`{"op":"order","text":"` + strings.Repeat(`00\n`, 1001) + `"}`: "at most 1000 keys",
	} {
		got := ask(t, new(session.Session), line)
		if text, _ := got["error"].(string); !strings.Contains(text, want) || (want == "") != (got["error"] == nil) {
			t.Errorf("%.80s: %.200v", line, got)
		}
	}
	if got := ask(t, new(session.Session), `{"op":"order","text":"abc"}`); got["waiting"] == nil || got["keys"] != nil {
		t.Errorf("half a byte: %v", got)
	}
}

// Deletions are before the cell, newer cells before older ones, rows named in any
// order.
func TestCellsOfOneColumnAreNewestFirst(t *testing.T) {
	got := ask(t, new(session.Session), `{"op":"order","entries":[
		{"parts":{"value":"","row":"61","family":"66"},"timestamp":"5"},
		{"parts":{"family":"66","row":"61"},"timestamp":"7","deleted":"DeleteColumn"},
		{"parts":{"row":"61","family":"66","value":"00"},"timestamp":"7"},
		{"parts":{"row":"61","family":"66"},"timestamp":"7","deleted":"DeleteFamily"},
		{"parts":{"row":"61"},"timestamp":"1"}]}`)
	want := []float64{5, 4, 2, 3, 1}
	decides := []string{"family", "type", "type", "timestamp"}
	for i, k := range at(t, got, "keys").([]any) {
		if at(t, k, "input") != want[i] {
			t.Errorf("position %d is input %v, want %v", i+1, at(t, k, "input"), want[i])
		}
		if i > 0 && at(t, k, "part") != decides[i-1] {
			t.Errorf("position %d is decided by %v, want %v", i+1, at(t, k, "part"), decides[i-1])
		}
	}
}

func TestRangesAreWrittenForEveryShellAndLanguage(t *testing.T) {
	s := new(session.Session)
	got := ask(t, s, `{"op":"range","format":"actionbase","record":"edge-state","fields":{"table":"shop.orders","source":{"type":"long","value":"7"}}}`)
	if got["part"] != "row" || got["prefix"] != got["start"] || got["stop"] != "6e0b189c2c80000000000000072bdb694759297e" {
		t.Errorf("the range is %v", got)
	}
	have := map[string]string{}
	for _, f := range got["forms"].([]any) {
		have[at(t, f, "name").(string)] = at(t, f, "text").(string)
	}
	for _, name := range []string{"hbase", "ldb", "mdb", "accumulo", "go", "java", "python", "c"} {
		if have[name] == "" || have[name] != scanshell.Find(name).Text(scanshell.Range{Store: "HBase", Family: []byte("f"), Part: "row",
			Start: []byte("n\x0b\x18\x9c,\x80\x00\x00\x00\x00\x00\x00\x07+\xdbiGY)}"),
			Stop:  []byte("n\x0b\x18\x9c,\x80\x00\x00\x00\x00\x00\x00\x07+\xdbiGY)~")}) {
			t.Errorf("%s is %q", name, have[name])
		}
	}
	gap := ask(t, s, `{"op":"range","format":"actionbase","record":"edge-index","fields":{"table":"shop.orders","directedSource":{"type":"long","value":"7"},"index":"x"}}`)
	if gap["field"] != "direction" || gap["code"] != "refused" {
		t.Errorf("a field behind a gap: %v", gap)
	}
	for _, line := range []string{`{"op":"range","format":"actionbase","record":"value","fields":{}}`, `{"op":"range"}`} {
		if got := ask(t, s, line); got["unsupported"] != true {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// The legend has what a form of the page needs: for each record that can be scanned
// for, the members that bound the scan.
func TestLegendsTellWhatMayBeDone(t *testing.T) {
	got := ask(t, new(session.Session), `{"op":"formats"}`)
	formats := got["formats"].([]any)
	if len(formats) != len(codec.Formats()) {
		t.Fatalf("%d formats", len(formats))
	}
	for _, f := range formats {
		for _, r := range at(t, f, "records").([]any) {
			scanned := strings.Contains(at(t, r, "can").(string), "range")
			scan, _ := at(t, r, "scan").([]any)
			if scanned != (len(scan) > 0) {
				t.Errorf("%v %v: range %v, scan %v", at(t, f, "format"), at(t, r, "record"), scanned, scan)
			}
		}
	}
	if one := ask(t, new(session.Session), `{"op":"formats","format":"lexicoder"}`)["unsupported"]; one != true {
		t.Errorf("a format that is not there: %v", one)
	}
}

func TestVersionsAreReadAndWritten(t *testing.T) {
	s := new(session.Session)
	got := ask(t, s, `{"op":"hlc","text":"e982e3f00b1ffffc"}`)
	if got["utc"] != "2018-12-21T17:12:25.678Z" || got["logical"] != 3.0 || got["varint"] != "838080a7ff81c7be16" {
		t.Errorf("%v", got)
	}
	if got := ask(t, s, `{"op":"hlc","text":"1714708800000","layout":"ms"}`); got["inverted"] != "fffffe70c3641dff" &&
		got["utc"] != "2024-05-03T04:00:00.000Z" {
		t.Errorf("a timestamp: %v", got)
	}
	if got := ask(t, s, `{"op":"hlc","text":"1","layout":"x"}`); !strings.Contains(got["error"].(string), "there is no layout") {
		t.Errorf("%v", got)
	}
	if list := ask(t, s, `{"op":"hlc","text":"1714708801000","readings":true,"from":1714700000000,"to":1714800000000}`)["readings"].([]any); len(list) != 7 || list[0].(map[string]any)["dots"] != 3.0 {
		t.Errorf("readings: %v", list)
	}
	if got := ask(t, s, `{"op":"hlc","text":"soon","readings":true}`); !strings.Contains(got["error"].(string), "expected a number, a date") {
		t.Errorf("got %v", got)
	}
	if layouts := ask(t, s, `{"op":"hlc"}`)["layouts"].([]any); len(layouts) != 5 {
		t.Errorf("layouts: %v", layouts)
	}
}

func TestABatchAnswerSaysWhatIsNotSure(t *testing.T) {
	const head = `{"id":1,"op":"decode","format":"actionbase",`
	for request, want := range map[string]string{
		`"record":"edge-state","bytes":{"row":"d1a380f12c80000000000000642bdafe659d297d346974656d00"}}`:                          "",
		`"record":"edge-state","given":{"lenient":true},"bytes":{"row":"d1a380f12c80000000000000642bdafe659d297d346974656d00"}}`: "",
		`"record":"edge-state","bytes":{"row":"d1a380f02c80000000000000642bdafe659d297d346974656d00"}}`: `,"info":{"check":[{"field":"salt","part":"row",` +
			`"offset":0,"stored":"d1a380f0","expected":"d1a380f1"}],"canonical":false}}`,
		`"record":"value","given":{"lenient":true},"bytes":{"value":"298000"}}`: `,"info":{"lenient":{"part":"value","offset":2,` +
			`"expected":"end of input","found":"1 more byte"},"extra":1,"canonical":false}}`,
		`"record":"value","given":{"prefix":true},"bytes":{"value":"298000"}}`: "",
	} {
		out := string(new(session.Session).Answer(nil, []byte(head+request)))
		if want == "" && strings.Contains(out, `"info"`) || !strings.Contains(out, `"fields":{`) || !strings.HasSuffix(out, want) {
			t.Errorf("%s\ngives %s, want %s", request, out, want)
		}
	}
}
