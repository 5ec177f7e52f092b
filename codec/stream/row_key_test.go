package stream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/golden"
)

// pairs returns the first two parts, in hex, of some records of a kind.
func pairs(t *testing.T, formatID, record, first string) (list [][2]string) {
	t.Helper()
	vectors, err := golden.Vectors("vectors/" + formatID + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	for i := range vectors {
		v := &vectors[i]
		bytes, err := value.Parse(v.Bytes)
		if err != nil || v.Record != record || bytes.Kind != value.Object || len(v.Fields) == 0 {
			continue
		}
		key, _ := bytes.Member(first).Text()
		val, _ := bytes.Member("value").Text()
		if key != "" && val != "" && len(list) < 3 {
			list = append(list, [2]string{key, val})
		}
	}
	if len(list) < 3 {
		t.Fatalf("%d %s of %s", len(list), record, formatID)
	}
	return list
}

// keyParts reads a text and returns the name of each row's first part, and the notes.
func keyParts(t *testing.T, text string, opt dump.Options) (names, notes string) {
	t.Helper()
	s, err := dump.Open(strings.NewReader(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	for e, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		names += e.Parts[0].Name + " "
	}
	return strings.TrimSpace(names), strings.Join(s.Notes(), "; ")
}

// Hive, Spark and SQL call the row key of a table of HBase key, as they do the key of any other store.
func TestAKeyThatIsARowKeyIsReadAsOne(t *testing.T) {
	states := pairs(t, "actionbase", "edge-state", "row")
	damaged := [2]string{"ff" + states[0][0][2:], states[0][1]}
	csv := func(rows ...[2]string) string {
		text := "key,value\n"
		for _, r := range rows {
			text += r[0] + "," + r[1] + "\n"
		}
		return text
	}
	texts := map[string]string{
		"csv": csv(states...), "tabs": fmt.Sprintf("%s\t%s\n%s\t%s\n", states[0][0], states[0][1], states[1][0], states[1][1]),
		"json": fmt.Sprintf("{\"key\":%q,\"value\":%q}\n", states[0][0], states[0][1]),
		"psql": fmt.Sprintf("-[ RECORD 1 ]---\nkey   | \\x%s\nvalue | \\x%s\n", states[0][0], states[0][1]),
	}
	for name, text := range texts {
		names, notes := keyParts(t, text, dump.Options{Dump: true, RowKey: stream.RowKey("")})
		if strings.Contains(names, store.Key) || !strings.Contains(names, store.Row) || !strings.Contains(notes, "column key holds row keys") {
			t.Errorf("%s: the parts are %s, the notes %s", name, names, notes)
		}
		if names, _ := keyParts(t, text, dump.Options{Dump: true}); strings.Contains(names, store.Row) {
			t.Errorf("%s: the parts are %s without the function", name, names)
		}
	}
	for _, c := range []struct{ what, text, format, want string }{
		{"a damaged row after one that proves it", csv(states[1], damaged), "", "row row"},
		{"a damaged row before", csv(damaged, states[1]), "", "key row"},
		{"a damaged row alone", csv(damaged), "", "key"},
		{"a damaged row of a known format", csv(damaged), "actionbase", "row"},
		{"a key of Implexus", csv(pairs(t, "implexus", "row", "key")...), "", "key key key"},
		{"a key of a known format that has keys", csv(states[0]), "implexus", "key"},
	} {
		if names, _ := keyParts(t, c.text, dump.Options{Dump: true, RowKey: stream.RowKey(c.format)}); names != c.want {
			t.Errorf("%s: the parts are %s, expected %s", c.what, names, c.want)
		}
	}
	rocks := dump.Options{Dump: true, RowKey: stream.RowKey(""), RocksDB: true}
	if names, _ := keyParts(t, csv(states[0]), rocks); names != store.Key {
		t.Errorf("a key that is known to be RocksDB's is %s", names)
	}
}
