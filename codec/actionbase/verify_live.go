package actionbase

import (
	"math"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// place identifies a cell of any row type; without a qualifier it is the whole row.
type place struct{ row, qualifier string }

// grave is a tombstone of HBase.
type grave struct {
	at    int64
	exact bool // it hides one version; otherwise older ones too
}

// stray is a cell that was found to be wrong when it was added.
type stray struct {
	entry   store.Entry
	finding Finding
}

// timeOf returns the timestamp of a cell, or 0 if the dump has none.
func timeOf(text string) int64 {
	at, _ := strconv.ParseInt(text, 10, 64)
	return at
}

// bury takes a tombstone. Without a timestamp it hides all versions.
func (h *held) bury(e *store.Entry, row []byte) {
	g := grave{at: math.MaxInt64, exact: e.Deleted == "Delete" || e.Deleted == "DeleteFamilyVersion"}
	if e.Timestamp == "" {
		g.exact = false
	} else {
		g.at = timeOf(e.Timestamp)
	}
	p := place{row: string(row)}
	if qualifier, ok := e.Part(store.Qualifier); ok && e.Deleted != "DeleteFamily" && e.Deleted != "DeleteFamilyVersion" {
		p.qualifier = "q" + string(qualifier)
	}
	h.graves[p] = append(h.graves[p], g)
}

// buried reports whether a tombstone hides a cell.
func (h *held) buried(row, qualifier []byte, at int64) bool {
	if len(h.graves) == 0 {
		return false
	}
	for _, p := range [...]place{{row: string(row)}, {string(row), "q" + string(qualifier)}} {
		for _, g := range h.graves[p] {
			if at == g.at || at < g.at && !g.exact {
				return true
			}
		}
	}
	return false
}

// live returns the cells that a reader of the table sees.
func (h *held) live() cellMaps {
	if len(h.graves) == 0 {
		return h.cells
	}
	var live cellMaps
	for i, cells := range h.cells {
		live[i] = make(map[string]*cell, len(cells))
		for key, c := range cells {
			for c != nil && h.buried(c.row, c.column(), c.timestamp) {
				c = c.older
			}
			if c != nil {
				live[i][key] = c
			}
		}
	}
	return live
}

// column returns the qualifier of a cell.
func (c *cell) column() []byte {
	if c.qualifier == nil {
		return narrowQualifier
	}
	return c.qualifier
}

// stray keeps a cell that is wrong in itself.
func (h *held) stray(e *store.Entry, f Finding) {
	c := e.Clone()
	f.Parts, f.Timestamp = c.Parts, c.Timestamp
	h.strays = append(h.strays, stray{c, f})
	row, _ := c.Part(store.Row)
	qualifier, _ := c.Part(store.Qualifier)
	if p := (place{string(row), "q" + string(qualifier)}); c.Timestamp != "" {
		h.broken[p] = max(h.broken[p], timeOf(c.Timestamp)+1)
	}
}

// findStrays reports the cells that are wrong in themselves and not hidden by a tombstone. Where a
// row with a wrong salt is derived from other rows, the mend removes it.
func (c *check) findStrays() {
	salted := map[string]int{} // row -> its finding
	for i := range c.held.strays {
		s := &c.held.strays[i]
		row, _ := s.entry.Part(store.Row)
		qualifier, _ := s.entry.Part(store.Qualifier)
		if c.held.buried(row, qualifier, timeOf(s.entry.Timestamp)) {
			continue
		}
		f := s.finding
		if f.Code != WrongSalt {
			c.findings = append(c.findings, f)
			continue
		}
		at, said := salted[string(row)]
		if !said {
			at = len(c.findings)
			salted[string(row)] = at
			f.Right = append([]store.Part{{Name: store.Row, Bytes: resalt(row)}}, others(s.entry.Parts, store.Row)...)
			c.findings = append(c.findings, f)
		}
		if f.NoMend == "" {
			c.findings[at].Mend = append(c.findings[at].Mend, removal(s.entry.Parts, s.entry.Timestamp))
		}
	}
}

// others returns all parts except the named one.
func others(parts []store.Part, name string) []store.Part {
	return slices.DeleteFunc(slices.Clone(parts), func(p store.Part) bool { return p.Name == name })
}

// removal returns the tombstone of a cell and all its older versions.
func removal(parts []store.Part, timestamp string) store.Entry {
	return store.Entry{Parts: format.Keyed(parts), Timestamp: timestamp, Deleted: "DeleteColumn"}
}

// remove returns the tombstone of a cell that nothing needs.
func (s *cell) remove() []store.Entry {
	return []store.Entry{removal(s.parts(), timeText(s.timestamp))}
}

func timeText(at int64) string {
	if at == 0 {
		return ""
	}
	return strconv.FormatInt(at, 10)
}

// put returns the cell that should be in the place given by these parts. It is newer than all that
// is stored there, and than the state from which it is derived.
func (c *check) put(t RowType, parts []store.Part, after int64) []store.Entry {
	e := store.Entry{Parts: parts}
	row, _ := e.Part(store.Row)
	qualifier, _ := e.Part(store.Qualifier)
	key := string(row)
	if t == EdgeGroup || t == EdgeCache {
		key += string(qualifier)
	}
	if old := c.held.cells[-t][key]; old != nil {
		after = max(after, old.after())
	}
	after = max(after, c.held.afterOthers(row, qualifier))
	e.Timestamp = timeText(after)
	return []store.Entry{e}
}

// after returns the first timestamp after those of all versions, or 0 if there is none.
func (s *cell) after() int64 {
	if s.timestamp == 0 {
		return s.floor
	}
	return max(s.floor, s.timestamp+1)
}

// afterOthers returns the first timestamp after those of the tombstones of a cell and of its
// versions that do not decode, or 0 if there is none.
func (h *held) afterOthers(row, qualifier []byte) (after int64) {
	after = h.broken[place{string(row), "q" + string(qualifier)}]
	for _, p := range [...]place{{row: string(row)}, {string(row), "q" + string(qualifier)}} {
		for _, g := range h.graves[p] {
			if g.at != math.MaxInt64 {
				after = max(after, g.at+1)
			}
		}
	}
	return after
}
