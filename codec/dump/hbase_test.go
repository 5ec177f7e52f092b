package dump

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// actionbaseCell is one line of actionbase-hbase-shell*.expected.jsonl.
type actionbaseCell struct{ Row, Family, Qualifier, Value, Timestamp string }

func TestActionbaseScansAreReadExactly(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"actionbase-hbase-shell.txt", "actionbase-hbase-shell.expected.jsonl"},
		{"actionbase-hbase-shell-wrapped.txt", "actionbase-hbase-shell.expected.jsonl"},
		{"actionbase-hbase-shell-damaged.txt", "actionbase-hbase-shell-damaged.expected.jsonl"},
	} {
		t.Run(c.text, func(t *testing.T) {
			checkActionbase(t, golden(t, "actionbase/"+c.text), golden(t, "actionbase/"+c.want))
		})
	}
}

func TestWrappedScanWithoutItsHeader(t *testing.T) {
	_, text, _ := bytes.Cut(golden(t, "actionbase/actionbase-hbase-shell-wrapped.txt"), []byte{'\n'})
	checkActionbase(t, text, golden(t, "actionbase/actionbase-hbase-shell.expected.jsonl"))
}

func TestWrappedScanWhoseEditorCutTrailingSpaces(t *testing.T) {
	var text []byte
	for line := range bytes.Lines(golden(t, "actionbase/actionbase-hbase-shell-wrapped.txt")) {
		text = append(append(text, bytes.TrimRight(line, " \n")...), '\n')
	}
	checkActionbase(t, text, golden(t, "actionbase/actionbase-hbase-shell.expected.jsonl"))
}

func checkActionbase(t *testing.T, text, want []byte) {
	t.Helper()
	res, err := ParseText(text, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Form.ID != "hbase2-scan" {
		t.Fatalf("detected %s", res.Form.ID)
	}
	i := 0
	for line := range bytes.Lines(want) {
		var w actionbaseCell
		if err := json.Unmarshal(line, &w); err != nil {
			t.Fatal(err)
		}
		if i == len(res.Rows) {
			t.Fatalf("only %d cells", i)
		}
		row := res.Rows[i]
		if row.Err != nil {
			t.Fatalf("cell %d: %v", i, row.Err)
		}
		parts := map[string]string{"row": w.Row, "family": w.Family, "qualifier": w.Qualifier, "value": w.Value}
		if got := hexParts(&row.Entry); !sameParts(got, parts) || row.Entry.Timestamp != w.Timestamp {
			t.Errorf("cell %d, line %d: %v %s, want %v %s", i, row.Entry.Source.Line, got, row.Entry.Timestamp, parts, w.Timestamp)
		}
		i++
	}
	if i != len(res.Rows) {
		t.Errorf("%d cells, want %d", len(res.Rows), i)
	}
}

func TestLoneCellLines(t *testing.T) {
	for _, c := range []struct{ name, text, form string }{
		{"with its space", " r\\x00 column=f:q, timestamp=1700000000000, value=v", "hbase1-scan"},
		{"without it", "r\\x00 column=f:q, timestamp=1700000000000, value=v", "hbase1-scan"},
		{"local time", " r\\x00 column=f:q, timestamp=2023-11-14T22:13:20, value=v", "hbase2-scan"},
		{"padded", " r\\x00                  column=f:q, timestamp=1700000000000, value=v      ", "hbase1-scan"},
		{"CRLF and BOM", "\xEF\xBB\xBF r\\x00 column=f:q, timestamp=1700000000000, value=v\r\n", "hbase1-scan"},
		{"prompts around", "hbase:001:0> scan 't'\nROW  COLUMN+CELL\n r\\x00 column=f:q, timestamp=1700000000000, value=v\n1 row(s)\nTook 0.1 seconds\nhbase:002:0> ", "hbase2-scan"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := ParseText([]byte(c.text), Options{})
			if err != nil || res.Form.ID != c.form || len(res.Rows) != 1 || res.Rows[0].Err != nil {
				t.Fatalf("%v %v %+v", res.Form.ID, err, res.Rows)
			}
			e := res.Rows[0].Entry
			want := map[string]string{"row": "7200", "family": "66", "qualifier": "71", "value": "76"}
			if got := hexParts(&e); !sameParts(got, want) || e.Timestamp != "1700000000000" {
				t.Errorf("%v %s", got, e.Timestamp)
			}
		})
	}
}

func TestGetTakesItsRowFromTheCommandOrTheOptions(t *testing.T) {
	command, rest := "get 't', \"r\\x00\"\n", "COLUMN  CELL\n f:q timestamp=5, value=v\n1 row(s)\n"
	for _, prompt := range []string{"hbase:001:0> ", "hbase(main):001:0> ", ""} {
		res, _ := ParseText([]byte(prompt+command+rest), Options{})
		if got := hexParts(&res.Rows[0].Entry); got["row"] != "7200" || res.Rows[0].Entry.Source.Table != "t" || len(res.Notes) > 0 {
			t.Errorf("%q: %v %+v %q", prompt, got, res.Rows[0].Entry.Source, res.Notes)
		}
	}
	res, _ := ParseText([]byte(rest), Options{})
	if got := hexParts(&res.Rows[0].Entry); got["row"] != "" || !slices.Equal(res.Notes, []string{noteNoRow}) {
		t.Errorf("%v %q", got, res.Notes)
	}
	text := "hbase:001:0> " + command + rest
	res, _ = ParseText([]byte(text), Options{Row: []byte("x")})
	if got := hexParts(&res.Rows[0].Entry); got["row"] != "78" {
		t.Errorf("%v", got)
	}
}

func TestZoneShiftsLocalTimes(t *testing.T) {
	text := []byte(" r column=f:q, timestamp=2015-01-20T14:01:25.768, value=v")
	zone := func(int64) int64 { return 3600 }
	res, _ := ParseText(text, Options{Zone: zone})
	if got := res.Rows[0].Entry.Timestamp; got != "1421758885768" {
		t.Error(got)
	}
	if len(res.Notes) != 0 {
		t.Error(res.Notes)
	}
	if res, _ = ParseText(text, Options{}); len(res.Notes) == 0 || res.Notes[0] != noteZone {
		t.Error(res.Notes)
	}
}

func TestLocalTimes(t *testing.T) {
	for _, c := range []struct{ text, ms string }{
		{"1970-01-01T00:00", "0"},
		{"1969-12-31T23:59:59.999", "-1"},
		{"2000-02-29T12:00", "951825600000"},
		{"0000-03-01T00:00", "-62162035200000"},
		{"-0001-01-01T00:00", "-62198755200000"},
		{"+292278994-08-17T07:12:55.807", "9223372036854775807"},
		{"2024-05-04T08:00:00.5", "1714809600500"},
		{"2024-05-04T08:00:00.500999", "1714809600500"},
		{"+292278994-08-17T07:12:55.808", ""},
		{"2023-02-29T00:00", ""},
		{"2023-01-01T24:00", ""},
		{"+999999999-01-01T00:00", ""},
	} {
		res, _ := ParseText([]byte(" r column=f:q, timestamp="+c.text+", value=v"), Options{})
		row := res.Rows[0]
		if c.ms == "" && row.Err == nil || row.Entry.Timestamp != c.ms {
			t.Errorf("%s: %q %v, want %q", c.text, row.Entry.Timestamp, row.Err, c.ms)
		}
	}
}

func TestBordersInsideFieldsAreReported(t *testing.T) {
	for _, text := range []string{
		" r column=f:q, timestamp=1, value=v, timestamp=2, value=w",
		" r column=x column=f:q, timestamp=1, value=v",
	} {
		res, _ := ParseText([]byte(text), Options{})
		if row := res.Rows[0]; row.Err != nil || row.Detail.Exact {
			t.Errorf("%s: %+v", text, row)
		}
	}
}

func TestRewrappedTerminalIsRefused(t *testing.T) {
	text := "ROW       COLUMN+CELL              \n" +
		" abcdefgh column=f:q, timestamp=170\n" +
		" ij   00000, value=x\n"
	res, _ := ParseText([]byte(text), Options{})
	if len(res.Rows) != 1 || res.Rows[0].Err == nil {
		t.Fatalf("%+v", res.Rows)
	}
	t.Log(res.Rows[0].Err)
}

// A line that broke inside a cell is no chatter: the value before it is not whole.
func TestTheRestOfABrokenCellIsAnError(t *testing.T) {
	head, tail := "ROW  COLUMN+CELL\n a column=f:q, timestamp=1, value=v\\x00\n", "1 row(s)\n"
	cell := "2 row=61 family=66 qualifier=71 value=7600 @1"
	for line, want := range map[string]string{
		`\x01 w`: "\nline 3: expected an HBase shell cell with ` column=`, found \"\\\\x01 w\"",
		"2024-05-04 10:11:12,123 WARN  [main] client.Retry: row=\\x00": "",
		`put 't', "\x00", 'f:q', 'v'`:                                  "",
		`Current count: 1000, row: \x00`:                               "",
	} {
		res, _ := ParseText([]byte(head+line+"\n"+tail), Options{})
		if got := show(res); got != cell+want {
			t.Errorf("%s: %s", line, got)
		}
	}
}
