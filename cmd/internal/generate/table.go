package generate

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/value"
)

// Model is the schema of the rows that Table writes.
const Model = `{"tables":[{"table":"soak.follows","type":"EDGE","source":"long","target":"long","direction":"BOTH",
"properties":[{"name":"kind","type":"long","nullable":false}],
"indexes":[{"index":"by_kind","fields":[{"name":"kind","order":"DESC"}]}],
"groups":[{"group":"kinds","type":"COUNT","direction":"IN","fields":[{"name":"kind"}]}],
"caches":[{"cache":"recent","fields":[{"name":"kind","order":"ASC"}]}]}]}`

// Table generates the cells of a table of edges, in no particular order. Each source and each target
// has degree edges, so that sums are known without being stored.
type Table struct {
	Sources int // with degree edges each
	Faults  int // planted per kind; at most one source in 2*FaultKinds has a fault of a given kind

	table   *actionbase.Table
	put     func(*cell) error
	Cells   int      // number written
	Planted []string // "code row" of each expected finding, sorted
}

// degree is the number of edges of a source, and of a target.
const degree = 10

// faults are the kinds of faults that are planted.
var faults = [...]func(x *Table, f *faulty) error{
	dropIndex, staleIndex, otherIndexValue, dropState, wrongCount, dropCount, wrongSalt, wrongGroup, dropGroup,
	dropCache, staleCache, otherCacheValue, cutIndex,
}

// FaultKinds is the number of kinds of faults.
const FaultKinds = len(faults)

// faulty is the cells of the first edge of a source, and the source's count and group cells.
type faulty struct {
	cells []cell
	extra []cell // additional cells
}

type cell struct {
	kind                  actionbase.RowType
	row, qualifier, value []byte
}

// Write writes the cells in the format of the HBase shell.
func (x *Table) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString("ROW  COLUMN+CELL\n"); err != nil {
		return err
	}
	var line []byte
	err := x.each(func(c *cell) error {
		line = dump.AppendToStringBinary(append(line[:0], ' '), c.row)
		line = dump.AppendToStringBinary(append(line, " column=f:"...), c.qualifier)
		line = strconv.AppendInt(append(line, ", timestamp="...), version, 10)
		line = append(dump.AppendToStringBinary(append(line, ", value="...), c.value), '\n')
		_, err := out.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// each generates all cells.
func (x *Table) each(put func(*cell) error) error {
	parsed, err := value.Parse([]byte(Model))
	if err != nil {
		return err
	}
	schema, err := actionbase.ParseSchema(parsed)
	if err != nil {
		return err
	}
	x.table, x.put = &schema.(*actionbase.Schema).Tables[0], put
	every := x.Sources
	if x.Faults > 0 {
		every = x.Sources / (x.Faults * FaultKinds)
	}
	for s := range x.Sources {
		if err := x.source(s, every); err != nil {
			return err
		}
	}
	slices.Sort(x.Planted)
	return nil
}

// source writes the edges of a source, and the sums of which it is the directed source.
// Successive turns take sources far apart, so that the keys come in no order.
func (x *Table) source(turn, every int) error {
	s := turn * stride % x.Sources
	var f faulty
	for k := range degree {
		if err := x.edge(&f.cells, s, k); err != nil {
			return err
		}
	}
	if err := x.sums(&f.cells, s); err != nil {
		return err
	}
	if x.Faults > 0 && turn%every == 0 && turn/every < x.Faults*FaultKinds {
		if err := faults[turn/every%FaultKinds](x, &f); err != nil {
			return err
		}
	}
	for _, c := range slices.Concat(f.cells, f.extra) {
		x.Cells++
		if err := x.put(&c); err != nil {
			return err
		}
	}
	return nil
}

// stride is a prime number that does not divide any number of sources.
const stride = 7_919_993

// edge appends the cells of edge k of a source. Its target is the source k places
// further on, so that each target has an edge with each k.
func (x *Table) edge(to *[]cell, s, k int) error {
	e := actionbase.Edge{State: actionbase.EdgeStateValue{
		Active: true, Version: version, CreatedAt: actionbase.Instant{Set: true, Value: version},
	}}
	e.Key.Table, e.Key.Source, e.Key.Target = x.table.Code, long(int64(s)), long(int64((s+k)%x.Sources))
	e.State.Properties = []actionbase.StateProperty{{Code: actionbase.Code("kind"), Value: long(int64(k % 2)), Version: version}}
	m, err := x.table.Mutation(nil, &e, actionbase.Options{})
	if err != nil {
		return err
	}
	for _, op := range m.Ops {
		if op.Kind == actionbase.Put {
			*to = append(*to, cell{op.Type, op.Row, op.Qualifier, op.Value})
		}
	}
	return nil
}

const version = firstTime

// sums appends the counts of a vertex in both directions, and its group cells.
func (x *Table) sums(to *[]cell, s int) error {
	for _, d := range []actionbase.Direction{actionbase.Out, actionbase.In} {
		k := actionbase.EdgeCountKey{Direction: d}
		k.Source, k.Table = long(int64(s)), x.table.Code
		row, err := actionbase.AppendEdgeCountKey(nil, &k)
		if err != nil {
			return err
		}
		*to = append(*to, cell{actionbase.EdgeCount, row, []byte("e"), actionbase.AppendCounter(nil, degree)})
	}
	k := actionbase.EdgeGroupKey{Direction: actionbase.In, Group: actionbase.Code("kinds")}
	k.Source, k.Table = long(int64(s)), x.table.Code
	row, err := actionbase.AppendEdgeGroupKey(nil, &k)
	for kind := range int64(2) {
		if err != nil {
			return err
		}
		var qualifier []byte
		qualifier, err = actionbase.AppendEdgeGroupQualifier(nil, &actionbase.EdgeGroupQualifier{Values: []actionbase.Value{long(kind)}})
		*to = append(*to, cell{actionbase.EdgeGroup, row, qualifier, actionbase.AppendCounter(nil, degree/2)})
	}
	return err
}

// plant records an expected finding.
func (x *Table) plant(code string, row []byte) {
	x.Planted = append(x.Planted, code+" "+string(value.AppendHex(nil, row)))
}
