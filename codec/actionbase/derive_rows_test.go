package actionbase

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// rows is a table in memory, to which mutations are applied as HBase applies them.
type rows map[string]*cell

func (r rows) apply(t testing.TB, m *Mutation) {
	t.Helper()
	for i := range m.Ops {
		op := &m.Ops[i]
		key := string(op.Row) + "\x00" + string(op.Qualifier)
		switch op.Kind {
		case Put:
			r[key] = &cell{row: op.Row, qualifier: op.Qualifier, value: op.Value}
		case Increment:
			c := r[key]
			if c == nil {
				c = &cell{row: op.Row, qualifier: op.Qualifier, value: AppendCounter(nil, 0)}
				r[key] = c
			}
			n, err := DecodeCounter(c.value)
			if err != nil {
				t.Fatal(err)
			}
			c.value = AppendCounter(nil, n+op.Delta)
		case DeleteColumn:
			delete(r, key)
		case DeleteRow:
			for k, c := range r {
				if string(c.row) == string(op.Row) {
					delete(r, k)
				}
			}
		}
	}
}

// entries returns the cells as in a dump.
func (r rows) entries() []store.Entry {
	var list []store.Entry
	for _, c := range r {
		list = append(list, store.Entry{Parts: c.parts()})
	}
	return list
}

// counters returns the nonzero numbers of one row type.
func (r rows) counters(t testing.TB, kind RowType) map[string]int64 {
	t.Helper()
	found := map[string]int64{}
	for key, c := range r {
		if typeOf(t, c.row) != kind {
			continue
		}
		n, err := DecodeCounter(c.value)
		if err != nil {
			t.Fatal(err)
		}
		if n != 0 {
			found[key] = n
		}
	}
	return found
}

// others returns the keys of the rows of one type.
func (r rows) others(t testing.TB, kind RowType) []string {
	t.Helper()
	var keys []string
	for key, c := range r {
		if typeOf(t, c.row) == kind {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// typeOf finds the row type with the decoder of the record kind row-type.
func typeOf(t testing.TB, row []byte) RowType {
	t.Helper()
	var k Prefix
	if _, err := readPrefix(row, &k); err != nil {
		t.Fatal(err)
	}
	return k.Type
}

// checkDecodes reads every op's row with the strict decoder of its record.
func checkDecodes(t testing.TB, ops []Op) {
	t.Helper()
	for i := range ops {
		op := &ops[i]
		in := format.Input{Entry: store.Entry{Parts: op.parts()}}
		switch op.Kind {
		case Put:
			in.Entry.Add(store.Value, op.Value)
		case Increment:
			in.Entry.Add(store.Value, AppendCounter(nil, op.Delta))
		case DeleteRow:
			in.Entry.Parts = in.Entry.Parts[:1]
		}
		if err := decoders[-op.Type](&in, nil, nil); err != nil {
			t.Errorf("%s: %v", op.Kind, err)
		}
		if typeOf(t, op.Row) != op.Type {
			t.Errorf("%s says %s, its row key %s", op.Kind, op.Type, typeOf(t, op.Row))
		}
	}
}

// kitchenSink has every kind of definition: system fields, buckets, sums, both
// orders, one direction, no fields.
const kitchenSink = `{"tables":[
 {"table":"t.edge","type":"EDGE","direction":"BOTH",
  "properties":[{"name":"a","nullable":true},{"name":"b","nullable":true},{"name":"n","nullable":false}],
  "indexes":[{"index":"i_none","fields":[]},{"index":"i_ends","fields":[{"name":"source","order":"DESC"},{"name":"target","order":"ASC"},{"name":"version","order":"DESC"}]},
             {"index":"i_a","fields":[{"name":"a","order":"DESC"},{"name":"gone"}]}],
  "groups":[{"group":"__count__","fields":[]},{"group":"g_all","fields":[]},{"group":"g_day","fields":[{"name":"n","bucket":{"unit":"SECOND","timezone":"Asia/Seoul","format":"yyyyMMdd"}},{"name":"a"}]},
            {"group":"g_sum","type":"SUM","valueField":"n","direction":"IN","fields":[{"name":"source"}]}],
  "caches":[{"cache":"c_b","fields":[{"name":"b"},{"name":"target","order":"DESC"}]}]},
 {"table":"t.multi","type":"MULTI_EDGE","direction":"BOTH",
  "properties":[{"name":"n","nullable":false},{"name":"_source","nullable":false},{"name":"_target","nullable":false}],
  "indexes":[{"index":"i_n","fields":[{"name":"n","order":"DESC"},{"name":"source"},{"name":"_target"}]}],
  "groups":[{"group":"g_to","type":"SUM","valueField":"n","direction":"OUT","fields":[{"name":"_target"}]}],
  "caches":[{"cache":"c_n","fields":[{"name":"n","order":"DESC"}]}]},
 {"table":"t.out","type":"EDGE","direction":"OUT","properties":[{"name":"n","nullable":true}],
  "indexes":[{"index":"i_n","fields":[{"name":"n"}]}],"groups":[{"group":"g_in","direction":"IN","fields":[]}]},
 {"table":"t.vertex","type":"VERTEX","properties":[{"name":"n","nullable":true}],
  "indexes":[{"index":"i_n","fields":[{"name":"n"}]}],"groups":[{"group":"g_in","fields":[]}]}]}`

// randomEvent returns any event on a table's properties; inserts have all of them.
func randomEvent(r *rand.Rand, table *Table, version int64) Event {
	ev := Event{Kind: EventKind(r.IntN(3)), Version: version}
	for _, p := range table.Properties {
		v := NamedValue{p.Name, Value{Kind: Long, Num: uint64(r.IntN(4))}}
		switch {
		case strings.HasPrefix(p.Name, "_"):
			v.Value = Value{Kind: String, Text: []byte{byte('x' + r.IntN(2))}}
		case p.Nullable && r.IntN(3) == 0:
			v.Value = Value{}
		}
		if !p.Nullable && ev.Kind == Insert || r.IntN(2) == 0 {
			ev.Properties = append(ev.Properties, v)
		}
	}
	return ev
}

// play sends random events to a few edges of a table, and calls each with every change before it is
// applied.
func play(t testing.TB, seed uint64, table *Table, each func(before, after *Edge, m *Mutation)) rows {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	all := rows{}
	var edges []*Edge
	for i := range 6 {
		e := &Edge{State: NoState()}
		e.Key.Table = table.Code
		e.Key.Source = Value{Kind: Long, Num: uint64(i / 3)}
		e.Key.Target = Value{Kind: String, Text: []byte{byte('a' + i%3)}}
		if table.Multi {
			e.Key.Source = e.Key.Target
			e.Key.Source.Text = []byte{byte('a' + i)}
			e.Key.Target = e.Key.Source
		}
		edges = append(edges, e)
	}
	for step := range 120 {
		e := edges[r.IntN(len(edges))]
		ev := randomEvent(r, table, int64(step/2+r.IntN(6)))
		next, err := Transit(table.Properties, &e.State, &ev)
		if err != nil {
			continue // upstream refuses the event, and nothing changes
		}
		after := &Edge{Key: e.Key, State: next}
		m, err := table.Mutation(e, after, Options{Zones: testZones{}})
		if err != nil {
			t.Fatal(err)
		}
		if each != nil {
			each(e, after, m)
		}
		all.apply(t, m)
		*e = *after
	}
	return all
}
