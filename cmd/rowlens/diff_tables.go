package main

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// diffTable is a table of a store.
type diffTable struct {
	storage.Pick
	name   string // name by which it is compared
	place  string // path of what it is in
	family string // column family in hex, if the store has them
}

// pickSides finds the tables given by --table, which need not be on both sides.
func (x *diffCall) pickSides() error {
	var missing error
	missed, texts := 0, 0
	for _, s := range x.sides {
		if s.set == nil {
			texts++
		}
	}
	for _, name := range x.storing.tables {
		if err := x.pickTable(name); err != nil {
			missing = err
			missed++
		}
	}
	// A text is not read yet: names that the store does not have may be there.
	if missed > 0 && (texts == 0 || missed == len(x.storing.tables)) {
		return missing
	}
	for _, s := range x.sides {
		s.listTables()
	}
	x.distinguish()
	return nil
}

// pickTable finds a table on the sides that are stores. It is an error if there are such sides, but none has it.
func (x *diffCall) pickTable(name string) error {
	var in *diffSide
	found := 0
	family := func(s *diffSide) func(string) string {
		return func(name string) string {
			cf, err := schema.Family(name, s.format, s.schemas)
			if err != nil {
				return ""
			}
			return cf
		}
	}
	for _, s := range x.sides {
		if s.set == nil {
			continue
		}
		if in == nil {
			in = s
		}
		picks := storage.Named(s.set.Stores, name, family(s))
		found += len(picks)
		s.picks = append(s.picks, picks...)
	}
	if in == nil || found > 0 {
		return nil
	}
	_, err := pickTables(in.set.Stores, []string{name}, family(in))
	return err
}

// listTables lists the tables to read in the stores.
func (s *diffSide) listTables() {
	if s.set == nil {
		return
	}
	for i, st := range s.set.Stores {
		for j, t := range st.Tables() {
			p := storage.Pick{Store: i, Table: j}
			if len(s.storing.tables) > 0 && !slices.Contains(s.picks, p) {
				continue
			}
			table := diffTable{Pick: p, name: comparedName(st, &t), place: placeOf(st)}
			if t.CF != nil {
				table.family = string(value.AppendHex(nil, t.CF))
			}
			s.tables = append(s.tables, table)
		}
	}
}

// distinguish adds the place to names that several tables of a side have, and orders the tables by their names.
func (x *diffCall) distinguish() {
	x.several = map[string]bool{}
	for _, s := range x.sides {
		places := map[string]string{}
		for i := range s.tables {
			t := &s.tables[i]
			if place, seen := places[t.name]; seen && place != t.place {
				x.several[t.name] = true
			}
			places[t.name] = t.place
		}
	}
	for _, s := range x.sides {
		for i := range s.tables {
			t := &s.tables[i]
			if x.several[t.name] {
				t.name = t.place + "\x00" + t.name
			}
			if !slices.Contains(s.names, t.name) {
				s.names = append(s.names, t.name)
			}
		}
		slices.SortStableFunc(s.tables, func(a, b diffTable) int { return strings.Compare(a.name, b.name) })
	}
}

// comparedName returns what a dump calls a table: without HBase's family and Accumulo's locality group, a column
// family in hex, and "" for LMDB's main database and for files of Accumulo's tablets, which do not name their table.
func comparedName(s file.Store, t *file.Table) string {
	if t.CF != nil {
		return string(value.AppendHex(nil, t.CF))
	}
	switch s.Kind().ID {
	case "hbase":
		if at := strings.LastIndexByte(t.Name, '/'); at >= 0 {
			return t.Name[:at]
		}
	case "accumulo":
		if t.Name == t.Group {
			return ""
		}
		return strings.TrimSuffix(t.Name, "/"+t.Group)
	case "lmdb":
		return string(t.Stored) // empty for the main database
	}
	return t.Name
}

// placeOf returns the path of what a store's tables are in. All tablets in a folder are of one table of Accumulo.
func placeOf(s file.Store) string {
	path := s.Path()
	base := file.Base(path)
	if s.Kind().ID == "accumulo" && !strings.HasSuffix(base, ".rf") && (strings.HasSuffix(base, "_tablet") || strings.HasPrefix(base, "t-")) {
		return file.Dir(path)
	}
	return path
}

// alone reports whether all rows are of one table.
func (s *diffSide) alone() bool { return len(s.names) <= 1 }

// unnamed reports whether nothing says to which table rows of a text belong.
func (s *diffSide) unnamed() bool { return s.set == nil && len(s.names) == 1 && s.names[0] == "" }

// namesMost is how many names of a text's tables are kept.
const namesMost = 20

// isNamed reports whether the names of all tables are known.
func (s *diffSide) isNamed() bool { return s.set != nil || s.in == nil && len(s.names) < namesMost }

// addName records the table of a row of a text.
func (s *diffSide) addName(table string) {
	if len(s.names) < namesMost && !slices.Contains(s.names, table) {
		s.names = append(s.names, table)
	}
}

// tableNames lists the tables of a side for a message, with their place if it tells them apart.
func (s *diffSide) tableNames() string {
	var list []string
	for _, t := range s.tables {
		name := s.set.Stores[t.Store].Tables()[t.Table].Name
		if strings.Contains(t.name, "\x00") {
			name += " in " + t.place
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if s.set == nil {
		list = slices.Clone(s.names)
		if at := slices.Index(list, ""); at >= 0 {
			list[at] = "a table without a name"
		}
	}
	if len(list) >= namesMost {
		list = append(list[:namesMost-1], "…")
	}
	return strings.Join(list, ", ")
}

// explainKeys says that no row corresponds to another since their keys have different parts, such as in a scan and a list of
// row keys. It reports whether that is so.
func (x *diffCall) explainKeys(m *diff.Merge) bool {
	if x.match == diff.ByEntity {
		return false
	}
	reason := m.Unlike()
	if reason != nil {
		x.note("note: " + reason.Error() + ": --match entity")
	}
	return reason != nil
}

// explainNames says which rows correspond to none because of the names of their tables.
func (x *diffCall) explainNames(t *diff.Totals) {
	const advice = "; to compare two tables whatever their names, give --table with the name of each, or only their files"
	a, b := x.sides[0], x.sides[1]
	if t.Of(diff.Same)+t.Of(diff.Changed) == 0 && t.Of(diff.Added) > 0 && t.Of(diff.Removed) > 0 && a.isNamed() && b.isNamed() &&
		!(a.alone() && b.alone()) && !slices.ContainsFunc(a.names, func(name string) bool { return slices.Contains(b.names, name) }) {
		x.note("note: no row is on both sides, since their tables have other names: " + a.name + " has " + a.tableNames() + "; " + b.name +
			" has " + b.tableNames() + advice)
		return
	}
	for i, s := range x.sides {
		if s.set != nil {
			continue
		}
		for _, name := range s.names {
			if other := x.sides[1-i]; x.several[name] && name != "" && !other.alone() {
				x.note("note: " + other.name + " has several tables called " + name + ", and it is not known which of them is that of " + s.name +
					": their rows count as added or removed" + advice)
			}
		}
	}
}
