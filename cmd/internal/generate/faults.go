package generate

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// nth returns the index of the nth cell of a kind.
func (f *faulty) nth(kind actionbase.RowType, n int) int {
	return slices.IndexFunc(f.cells, func(c cell) bool { n -= b2i(c.kind == kind); return n < 0 })
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drop removes the nth cell of a kind, and records the expected finding.
func (f *faulty) drop(x *Table, kind actionbase.RowType, n int, code string) error {
	at := f.nth(kind, n)
	x.plant(code, f.cells[at].row)
	f.cells = slices.Delete(f.cells, at, at+1)
	return nil
}

// change changes the value of the nth cell of a kind, and records the expected finding.
func (f *faulty) change(x *Table, kind actionbase.RowType, n int, code string, to []byte) error {
	at := f.nth(kind, n)
	x.plant(code, f.cells[at].row)
	f.cells[at].value = to
	return nil
}

func dropIndex(x *Table, f *faulty) error {
	return f.drop(x, actionbase.EdgeIndex, 0, actionbase.MissingIndexRow)
}

// dropState removes the state of an edge. Its index rows then still say what it was.
func dropState(x *Table, f *faulty) error {
	return f.drop(x, actionbase.EdgeState, 0, actionbase.MissingStateRow)
}

func dropCount(x *Table, f *faulty) error {
	return f.drop(x, actionbase.EdgeCount, 1, actionbase.WrongCount)
}

func dropGroup(x *Table, f *faulty) error {
	return f.drop(x, actionbase.EdgeGroup, 0, actionbase.MissingGroupCell)
}

func dropCache(x *Table, f *faulty) error {
	return f.drop(x, actionbase.EdgeCache, 0, actionbase.MissingCacheCell)
}

func wrongCount(x *Table, f *faulty) error {
	return f.change(x, actionbase.EdgeCount, 0, actionbase.WrongCount, actionbase.AppendCounter(nil, degree+1))
}

func wrongGroup(x *Table, f *faulty) error {
	return f.change(x, actionbase.EdgeGroup, 1, actionbase.WrongGroup, actionbase.AppendCounter(nil, 1))
}

// olderCell returns the value that an index row or cache cell had in an older version of an edge.
func olderCell() ([]byte, error) {
	return actionbase.AppendEdgeIndexValue(nil, &actionbase.EdgeIndexValue{Version: version - 1,
		Properties: []actionbase.IndexProperty{{Code: actionbase.Code("kind"), Value: long(0)}}})
}

func otherIndexValue(x *Table, f *faulty) error {
	older, err := olderCell()
	if err != nil {
		return err
	}
	return f.change(x, actionbase.EdgeIndex, 0, actionbase.IndexValueMismatch, older)
}

func otherCacheValue(x *Table, f *faulty) error {
	older, err := olderCell()
	if err != nil {
		return err
	}
	return f.change(x, actionbase.EdgeCache, 0, actionbase.CacheValueMismatch, older)
}

// staleIndex adds an index row from an older version of an edge.
func staleIndex(x *Table, f *faulty) error {
	c := f.cells[f.nth(actionbase.EdgeIndex, 0)]
	var k actionbase.EdgeIndexKey
	err := actionbase.DecodeEdgeIndexKey(c.row, &k)
	if err != nil {
		return err
	}
	k.Values[0] = actionbase.OrderedValue{Value: long(77), Order: order.Desc}
	if c.row, err = actionbase.AppendEdgeIndexKey(nil, &k); err != nil {
		return err
	}
	f.extra = append(f.extra, c)
	x.plant(actionbase.OrphanIndexRow, c.row)
	return nil
}

// staleCache adds a cache cell from an older version of an edge.
func staleCache(x *Table, f *faulty) error {
	c := f.cells[f.nth(actionbase.EdgeCache, 0)]
	var q actionbase.EdgeCacheQualifier
	err := actionbase.DecodeEdgeCacheQualifier(c.qualifier, &q)
	if err != nil {
		return err
	}
	q.Values[0].Value = long(77)
	if c.qualifier, err = actionbase.AppendEdgeCacheQualifier(nil, &q); err != nil {
		return err
	}
	f.extra = append(f.extra, c)
	x.plant(actionbase.OrphanCacheCell, c.row)
	return nil
}

// wrongSalt writes an index row under a key where readers do not find it.
func wrongSalt(x *Table, f *faulty) error {
	c := &f.cells[f.nth(actionbase.EdgeIndex, 1)]
	x.plant(actionbase.MissingIndexRow, c.row)
	c.row = bytes.Clone(c.row)
	c.row[0]++
	x.plant(actionbase.WrongSalt, c.row)
	return nil
}

// cutIndex truncates the value of an index row.
func cutIndex(x *Table, f *faulty) error {
	c := &f.cells[f.nth(actionbase.EdgeIndex, 1)]
	c.value = c.value[:len(c.value)-1]
	x.plant(actionbase.UndecodableRow, c.row)
	x.plant(actionbase.MissingIndexRow, c.row)
	return nil
}
