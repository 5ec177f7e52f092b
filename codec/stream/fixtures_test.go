package stream_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
	"github.com/rowlens/rowlens/golden/conform"
)

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	text, err := golden.Files.ReadFile("actionbase/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// fixtureSchema names the tables and fields in the dumps of Actionbase.
func fixtureSchema(t *testing.T) format.SchemaSet {
	t.Helper()
	v, err := value.Parse(fixture(t, "actionbase-hbase-shell.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := schema.Parse(v, "actionbase")
	if err != nil {
		t.Fatal(err)
	}
	return schemas
}

// decodesEntries is what a stream is decoded with: one thread, or many.
type decodesEntries interface {
	decode(row *dump.Row, w *value.Writer) (record string, err error)
}

type summarizing struct{ stream.Summarizer }

func (d *summarizing) decode(row *dump.Row, w *value.Writer) (string, error) {
	_, r, err := d.Decode(&row.Entry, w)
	if err != nil {
		return "", err
	}
	return r.Name, nil
}

type learning struct{ stream.Decoder }

func (d *learning) decode(row *dump.Row, w *value.Writer) (string, error) {
	d.Learn(&row.Entry)
	_, r, err := d.Decode(&row.Entry, w)
	if err != nil {
		return "", err
	}
	return r.Name, nil
}

func TestRealDumpsDecodeToWhatIsInThem(t *testing.T) {
	schemas := fixtureSchema(t)
	for text, want := range map[string]string{
		"actionbase-hbase-shell.txt":         "actionbase-hbase-shell.expected.jsonl",
		"actionbase-hbase-shell-wrapped.txt": "actionbase-hbase-shell.expected.jsonl",
		"actionbase-hbase-shell-damaged.txt": "actionbase-hbase-shell-damaged.expected.jsonl",
	} {
		for name, d := range map[string]decodesEntries{
			"Summarizer":        &summarizing{stream.Summarizer{Decoder: stream.Decoder{Schemas: schemas}}},
			"pinned Summarizer": &summarizing{stream.Summarizer{Decoder: stream.Decoder{Schemas: schemas, Format: "actionbase"}}},
			"Decoder":           &learning{stream.Decoder{Schemas: schemas}},
		} {
			t.Run(text+" "+name, func(t *testing.T) {
				checkDump(t, d, fixture(t, text), bytes.Split(bytes.TrimSpace(fixture(t, want)), []byte("\n")))
			})
		}
	}
}

func checkDump(t *testing.T, d decodesEntries, text []byte, want [][]byte) {
	t.Helper()
	res, err := dump.ParseText(text, dump.Options{})
	if err != nil || len(res.Rows) != len(want) {
		t.Fatalf("%d rows, want %d, %v", len(res.Rows), len(want), err)
	}
	var w value.Writer
	for i := range res.Rows {
		var line struct {
			Record, Timestamp string
			Fields            json.RawMessage
		}
		if err := json.Unmarshal(want[i], &line); err != nil {
			t.Fatal(err)
		}
		w.Reset()
		record, err := d.decode(&res.Rows[i], &w)
		if err != nil || record != line.Record || res.Rows[i].Entry.Timestamp != line.Timestamp {
			t.Errorf("row %d is %s at %s, %v; want %s at %s", i+1, record, res.Rows[i].Entry.Timestamp, err, line.Record, line.Timestamp)
			continue
		}
		if err := (conform.Compare{}).JSON(line.Fields, w.Buf); err != nil {
			t.Errorf("row %d: %v", i+1, err)
		}
	}
}
