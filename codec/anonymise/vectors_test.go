package anonymise_test

import (
	"bytes"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/anonymise"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/maryk/cell"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/formattest"
	"github.com/rowlens/rowlens/internal/zones"
)

// files are the vectors of all formats, with the minimum share of their rows, in percent, that can be anonymised. The
// others are Java's object streams, NaNs that only their bits tell apart, and in Maryk's core values that stand alone.
var files = []struct {
	name  string
	least int
}{
	{"actionbase", 100}, {"implexus", 99}, {"accumulograph", 91}, {"hbase-orderedbytes", 100}, {"lexicoders", 100}, {"layout", 99},
	{"maryk-core", 75}, {"maryk-hbase", 99}, {"maryk-rocksdb", 99},
}

// rowsOf are the vectors of a file that are decoded strictly.
func rowsOf(t *testing.T, name string) (rows []anonymise.Row, ids []string) {
	t.Helper()
	v := formattest.VectorFile{Name: "vectors/" + name + ".jsonl.gz"}
	list, err := formattest.Vectors(v.Name)
	if err != nil {
		t.Fatal(err)
	}
	if name == "maryk-hbase" || name == "maryk-rocksdb" {
		formattest.Schemas(cell.ParseSchema)(t, &v, list)
	}
	for i := range list {
		c := &list[i]
		c.Input.Zones = new(zones.System)
		r := c.Format.Record(c.Record)
		in := c.Input
		if in.Lenient || in.Prefix || r.Encode == nil || r.Decode(&in, nil, nil) != nil {
			continue
		}
		rows, ids = append(rows, anonymise.Row{Format: c.Format, Record: r, Input: c.Input}), append(ids, c.ID)
	}
	return rows, ids
}

// explained is a row's tree.
func explained(t *testing.T, r anonymise.Row, e store.Entry) (*span.Tree, *identify.Doubt) {
	t.Helper()
	in := r.Input
	in.Entry = e
	var tree span.Tree
	var w value.Writer
	if err := identify.Explain(r.Record, &in, &tree, &w); err != nil {
		t.Fatalf("%s: %v", r.Record.Name, err)
	}
	doubt := identify.Examine(r.Format, r.Record, &in)
	return &tree, &doubt
}

// secrets are the texts in a tree that identify.
func secrets(t *span.Tree) (list [][]byte) {
	for i := range t.Nodes {
		switch n := &t.Nodes[i]; n.Field.Role {
		case span.RoleValue, span.RoleIdentity, span.RoleTarget, span.RoleSort:
			if n.Value.Kind == span.Text && len(n.Value.Bytes) >= 3 {
				list = append(list, n.Value.Bytes)
			}
		}
	}
	return list
}

// largeNumbers are the ids in a tree that no number in order of appearance reaches, as text.
func largeNumbers(t *span.Tree) (list [][]byte) {
	for i := range t.Nodes {
		n := &t.Nodes[i]
		whole := n.Value.Kind == span.Int || n.Value.Kind == span.Uint
		id := n.Field.Role == span.RoleIdentity || n.Field.Role == span.RoleTarget
		if whole && id && n.Value.Num > 1<<16 && int64(n.Value.Num) > 0 {
			list = append(list, strconv.AppendUint(nil, n.Value.Num, 10))
		}
	}
	return list
}

// names are the texts in a tree that stay.
func names(t *span.Tree) (list [][]byte) {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Field.Role == span.RoleCode || n.Field.Role == span.RoleStructure || n.Value.Kind == span.Enum {
			list = append(list, n.Value.Bytes)
		}
	}
	return list
}

func holds(list [][]byte, text []byte) bool {
	for _, b := range list {
		if bytes.Contains(b, text) {
			return true
		}
	}
	return false
}

func TestVectorsAreAnonymised(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			rows, ids := rowsOf(t, f.name)
			made := 0
			for i, m := range anonymise.Rows(rows, anonymise.Options{}).Rows {
				if m.Err == nil {
					made++
					check(t, ids[i], rows[i], m)
				}
			}
			if made*100 < f.least*len(rows) {
				t.Errorf("%d of %d rows are anonymised, expected %d %%", made, len(rows), f.least)
			}
		})
	}
}

// Damaged rows do no harm, and the results of those that can be read can be read again.
func TestDamagedVectorsAreAnonymised(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			all, ids := rowsOf(t, f.name)
			var rows []anonymise.Row
			for i := 0; i < len(all); i += 5 {
				rows, ids[len(rows)] = append(rows, all[i]), ids[i]
			}
			for i := range rows {
				in := &rows[i].Input
				in.Lenient, in.Entry = i%2 == 0, in.Entry.Clone()
				for _, p := range in.Entry.Parts {
					if len(p.Bytes) > 0 {
						p.Bytes[i*7%len(p.Bytes)] ^= byte(1 + i*31)
					}
				}
			}
			for i, m := range anonymise.Rows(rows, anonymise.Options{}).Rows {
				if m.Err != nil {
					continue
				}
				in := rows[i].Input
				if in.Entry = m.Entry; rows[i].Record.Decode(&in, nil, nil) != nil {
					t.Errorf("%s: what is made of it is not read", ids[i])
				}
			}
		})
	}
}

// check checks that a row is as sound as before, and that none of its texts is found in it.
func check(t *testing.T, name string, row anonymise.Row, m anonymise.Made) {
	t.Helper()
	before, was := explained(t, row, row.Input.Entry)
	after, is := explained(t, row, m.Entry)
	if is.Any() && !was.Any() {
		t.Errorf("%s: %+v", name, is)
	}
	if len(is.Checks) > 0 {
		t.Errorf("%s: a check does not match", name)
	}
	for _, id := range largeNumbers(before) {
		if holds(largeNumbers(after), id) {
			t.Errorf("%s: the number %s can still be read", name, id)
		}
	}
	stay := names(before)
	for _, secret := range secrets(before) {
		if holds(stay, secret) {
			continue
		}
		for _, p := range m.Entry.Parts {
			if bytes.Contains(p.Bytes, secret) {
				t.Errorf("%s: %q remains in %s %q", name, secret, p.Name, p.Bytes)
			}
		}
		if holds(secrets(after), secret) {
			t.Errorf("%s: %q can still be read", name, secret)
		}
	}
}
