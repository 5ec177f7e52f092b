package actionbase

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func edgeOf(table int32, source, target Value, state EdgeStateValue) *Edge {
	e := &Edge{State: state}
	e.Key.Table, e.Key.Source, e.Key.Target = table, source, target
	return e
}

func long(n int64) Value { return Value{Kind: Long, Num: uint64(n)} }

func str(s string) Value { return Value{Kind: String, Text: []byte(s)} }

// active returns an active state whose properties have its version.
func active(version int64, props ...NamedValue) EdgeStateValue {
	s := EdgeStateValue{Active: true, Version: version, CreatedAt: Instant{true, version}}
	for _, p := range props {
		s.Properties = append(s.Properties, StateProperty{Code(p.Name), p.Value, version})
	}
	return s
}

func opList(ops []Op) string {
	var list []string
	for i := range ops {
		list = append(list, ops[i].Kind.String()+" "+recordNames[-ops[i].Type])
	}
	return strings.Join(slices.Compact(list), ", ")
}

func TestEveryRowOfAMutationDecodes(t *testing.T) {
	schema := schemaFrom(t, kitchenSink)
	for i := range schema.Tables {
		table := &schema.Tables[i]
		t.Run(table.Name, func(t *testing.T) {
			for seed := range uint64(20) {
				play(t, seed, table, func(before, after *Edge, m *Mutation) { checkDecodes(t, m.Ops) })
			}
		})
	}
}

func TestMutationAndItsReverseCancel(t *testing.T) {
	schema := schemaFrom(t, kitchenSink)
	for i := range schema.Tables {
		table := &schema.Tables[i]
		t.Run(table.Name, func(t *testing.T) {
			for seed := range uint64(10) {
				play(t, seed, table, func(before, after *Edge, m *Mutation) {
					back, err := table.Mutation(after, before, Options{Zones: testZones{}})
					if err != nil {
						t.Fatal(err)
					}
					if m.Acc+back.Acc != 0 {
						t.Errorf("%s then %s change the number of edges by %d", m.Status, back.Status, m.Acc+back.Acc)
					}
					// What before has must exist, or its deletes would find nothing.
					first, err := table.Mutation(nil, before, Options{Zones: testZones{}})
					if err != nil {
						t.Fatal(err)
					}
					once := rows{}
					once.apply(t, first)
					wantIndex, wantCache := once.others(t, EdgeIndex), once.others(t, EdgeCache)
					wantCount, wantGroup := once.counters(t, EdgeCount), once.counters(t, EdgeGroup)
					once.apply(t, m)
					once.apply(t, back)
					if !slices.Equal(once.others(t, EdgeIndex), wantIndex) || !slices.Equal(once.others(t, EdgeCache), wantCache) {
						t.Error("index rows or cache cells are not what they were")
					}
					if !maps.Equal(once.counters(t, EdgeCount), wantCount) || !maps.Equal(once.counters(t, EdgeGroup), wantGroup) {
						t.Error("counts or groups are not what they were")
					}
				})
			}
		})
	}
}

func TestStatusDecidesWhichRowsAreSent(t *testing.T) {
	table := &schemaFrom(t, kitchenSink).Tables[0]
	n := NamedValue{"n", long(5)}
	on, off := active(1, n), EdgeStateValue{Version: 2, DeletedAt: Instant{true, 2}}
	for _, c := range []struct {
		name          string
		before, after EdgeStateValue
		status        Status
		acc           int
		want          string
	}{
		{"created", NoState(), on, Created, 1, "put edge-state, put edge-index, increment edge-count, increment edge-group, put edge-cache"},
		{"deleted", on, off, Deleted, -1, "put edge-state, increment edge-count, delete-row edge-index, increment edge-group, delete-column edge-cache"},
		{"same record", on, on, Idle, 0, "put edge-state"},
		{"never active", NoState(), off, Idle, 0, "put edge-state"},
		{"updated under the same keys", on, active(1, n, NamedValue{"x", long(1)}), Updated, 0,
			"put edge-state, put edge-index, put edge-cache"},
		{"updated to other keys", on, active(2, n, NamedValue{"a", long(1)}), Updated, 0,
			"put edge-state, put edge-index, delete-row edge-index, increment edge-group, put edge-cache"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := table.Mutation(edgeOf(1, long(1), str("x"), c.before), edgeOf(1, long(1), str("x"), c.after), Options{Zones: testZones{}})
			if err != nil {
				t.Fatal(err)
			}
			if m.Status != c.status || m.Acc != c.acc || opList(m.Ops) != c.want {
				t.Errorf("got  %s %d %s\nwant %s %d %s", m.Status, m.Acc, opList(m.Ops), c.status, c.acc, c.want)
			}
		})
	}
}

func TestSameStateInAnotherOrderIsIdle(t *testing.T) {
	a, b := NamedValue{"a", Value{Kind: Double, Num: nan64}}, NamedValue{"b", long(2)}
	table := new(Table)
	m, err := table.Mutation(edgeOf(1, long(1), long(2), active(3, a, b)), edgeOf(1, long(1), long(2), active(3, b, a)), Options{})
	if err != nil || m.Status != Idle {
		t.Errorf("got %v, %v, want IDLE", m, err)
	}
	m, err = table.Mutation(edgeOf(1, long(1), long(2), active(3, a, b)), edgeOf(1, long(1), long(2), active(3, a)), Options{})
	if err != nil || m.Status != Updated {
		t.Errorf("with a property less got %v, %v, want UPDATED", m, err)
	}
}

func TestMovedMultiEdgeLeavesAllItsCountsAndEntersAll(t *testing.T) {
	table := &schemaFrom(t, kitchenSink).Tables[1]
	from := active(1, NamedValue{"n", long(5)}, NamedValue{"_source", long(1)}, NamedValue{"_target", long(2)})
	to := active(2, NamedValue{"n", long(5)}, NamedValue{"_source", long(1)}, NamedValue{"_target", long(3)})
	m, err := table.Mutation(edgeOf(1, str("id"), str("id"), from), edgeOf(1, str("id"), str("id"), to), Options{})
	if err != nil {
		t.Fatal(err)
	}
	net, sent := map[string]int64{}, 0
	for i := range m.Ops {
		if m.Ops[i].Type == EdgeCount {
			net[string(m.Ops[i].Row)] += m.Ops[i].Delta
			sent++
		}
	}
	if got := slices.Sorted(maps.Values(net)); sent != 4 || !slices.Equal(got, []int64{-1, 0, 1}) {
		t.Errorf("%d increments with the sums %v, want 4 with -1, 0, 1", sent, got)
	}
}

func TestSystemFieldsWinOverPropertiesOfTheirName(t *testing.T) {
	x, err := newExpansion(new(Table), edgeOf(1, long(1), long(2),
		active(3, NamedValue{"source", str("no")}, NamedValue{"ts", long(9)})), thirdGeneration, Options{})
	if err != nil {
		t.Fatal(err)
	}
	swapped := *x
	swapped.names = secondGeneration
	source, target := long(2), long(1) // as in an IN row
	for _, c := range []struct {
		name string
		x    *expansion
		want Value
	}{
		{"version", x, long(3)}, {"source", x, long(1)}, {"target", x, long(2)}, {"ts", x, long(9)}, {"missing", x, Value{}},
		{"ts", &swapped, long(3)}, {"src", &swapped, long(2)}, {"tgt", &swapped, long(1)}, {"source", &swapped, str("no")},
		{"version", &swapped, Value{}},
	} {
		if got := c.x.field(c.name, &source, &target); !got.equal(&c.want) {
			t.Errorf("field %s (%v) is %s, want %s", c.name, c.x.names, got.brief(), c.want.brief())
		}
	}
}

func TestCastToLong(t *testing.T) {
	for _, c := range []struct {
		name string
		v    Value
		want int64
		ok   bool
	}{
		{"byte", Value{Kind: Byte, Num: ^uint64(2)}, -3, true},
		{"double towards zero", Value{Kind: Double, Num: 0xbffe666666666666}, -1, true},
		{"float", Value{Kind: Float, Num: 0x40390000}, 2, true},
		{"NaN", Value{Kind: Double, Num: nan64}, 0, true},
		{"beyond a long", Value{Kind: Double, Num: 0x7ff0000000000000}, 1<<63 - 1, true},
		{"text", str("-12"), -12, true},
		{"text with a plus", str("+12"), 12, true},
		{"text with a fraction", str("1.5"), 0, false},
		{"text with spaces", str(" 1"), 0, false},
		{"text beyond a long", str("9223372036854775808"), 0, false},
		{"empty text", str(""), 0, false},
		{"null", Value{}, 0, false},
		{"boolean", Value{Kind: Boolean, Num: 1}, 0, false},
		{"a number as JSON", Value{Kind: JSON, Text: []byte("-1")}, -1, true},
		{"a fraction as JSON", Value{Kind: JSON, Text: []byte("1.0")}, 0, false},
		{"text as JSON", Value{Kind: JSON, Text: []byte(`"1"`)}, 0, false},
	} {
		if got, ok := c.v.long(); ok != c.ok || ok && got != c.want {
			t.Errorf("%s: got %d, %v, want %d, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestMutationRefuses(t *testing.T) {
	tables := schemaFrom(t, kitchenSink).Tables
	ends := []NamedValue{{"n", long(1)}, {"_source", long(1)}, {"_target", long(2)}}
	big := NamedValue{"a", str(strings.Repeat("x", limit))}
	n := NamedValue{"n", long(1)}
	for _, c := range []struct {
		name   string
		table  *Table
		before *Edge
		after  *Edge
		want   string
	}{
		{"another edge", &tables[0], edgeOf(1, long(1), long(2), NoState()), edgeOf(1, long(1), long(3), NoState()),
			"after: expected the edge that before has"},
		{"a sum of nothing", &tables[0], nil, edgeOf(1, long(1), long(2), active(1)), "g_sum: n: a sum needs a number, found null"},
		{"a sum of text", &tables[0], nil, edgeOf(1, long(1), long(2), active(1, NamedValue{"n", str("many")})),
			"g_sum: n: a sum needs a number, found string"},
		{"a sum that was never one", &tables[0], edgeOf(1, long(1), long(2), active(1)), edgeOf(1, long(1), long(2), NoState()),
			"g_sum: n: a sum needs a number, found null"},
		{"a multi-edge without an end", &tables[1], nil, edgeOf(1, str("i"), str("i"), active(1, ends[:2]...)),
			"a multi-edge needs the property _target"},
		{"a multi-edge with a null end", &tables[1], nil,
			edgeOf(1, str("i"), str("i"), active(1, ends[0], NamedValue{"_source", Value{}}, ends[2])), "a multi-edge needs the property _source"},
		{"null source", &tables[0], nil, edgeOf(1, Value{}, long(2), NoState()), "source: a row key needs a source that is not null"},
		{"too large a cell", &tables[0], nil, edgeOf(1, long(1), long(2), active(1, n, big)), "value: 5"},
		{"too large a row key", &tables[2], nil, edgeOf(1, long(1), str(big.Name+string(big.Value.Text)), active(1)), "row: 51"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := c.table.Mutation(c.before, c.after, Options{Zones: testZones{}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, %v, want an error with %q", m, err, c.want)
			}
		})
	}
	if _, err := tables[0].Mutation(nil, edgeOf(1, long(1), long(2), active(1, n, big)),
		Options{Zones: testZones{}, Unlimited: true}); err != nil {
		t.Errorf("without the limit: %v", err)
	}
	if _, err := tables[0].Mutation(nil, edgeOf(1, long(1), long(2), NoState()), Options{}); err == nil {
		t.Error("a region is accepted without a database, because the edge is in no group")
	}
}
