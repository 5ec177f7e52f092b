package main

import (
	"slices"

	"github.com/rowlens/rowlens/cmd/internal/samples"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/zones"
)

// samples prints rows of a real dump: a table for each record kind, and one key with every byte
// explained.
func (c *call) samples() error {
	model, err := value.Parse(samples.Model)
	if err != nil {
		return err
	}
	schemas, err := schema.Parse(model, "")
	if err != nil {
		return err
	}
	res, err := dump.ParseText(samples.Scan, dump.Options{})
	if err != nil {
		return err
	}
	v := sampleView{Screen: c.screen(), query: identify.Query{Schemas: schemas, Zones: &zones.System{}}}
	v.Put(screen.Bold, "Rows of a real dump, decoded")
	v.Put(screen.Dim, " (read as "+res.Form.Title+"; names from its schema)\n")
	for i := range res.Rows {
		v.add(&res.Rows[i].Entry)
	}
	v.table()
	v.key(c.outTerminal)
	return c.show(v.Screen)
}

// sampleView collects rows of one kind until the next kind begins.
type sampleView struct {
	*screen.Screen
	query identify.Query
	kind  *format.Record
	title string
	rows  [][]cell

	longest *store.Entry // the key with the most fields
	best    *identify.Candidate
	nodes   int
}

// cell is one field of a row.
type cell struct {
	column column
	text   string
}

// column is what cells of different rows have in common: the same name in the same part and, for
// a repeated name, the same occurrence.
type column struct {
	part uint16
	name string
	turn int
}

func (v *sampleView) add(e *store.Entry) {
	v.query.Entry = e
	parsed, _ := identify.Candidates(v.query)
	if len(parsed) == 0 {
		return
	}
	c := parsed[0]
	if c.Record != v.kind {
		v.table()
		v.kind, v.title = c.Record, c.Title()+" in "+c.Format.Store
	}
	v.rows = append(v.rows, cells(c))
	n := 0
	for i := range c.Tree.Nodes {
		if c.Tree.Nodes[i].Src == 0 {
			n++
		}
	}
	if n > v.nodes {
		v.nodes, v.longest, v.best = n, e, c
	}
}

// cells returns the fields directly below the parts of a row: all except check values,
// structure, and a code that only repeats the kind of row.
func cells(c *identify.Candidate) []cell {
	var list []cell
	turns := map[column]int{}
	for i := range c.Tree.Nodes {
		n := &c.Tree.Nodes[i]
		if n.Parent < 0 || c.Tree.Nodes[n.Parent].Parent >= 0 || n.Value.Kind == span.None {
			continue
		}
		text := string(n.AppendText(nil))
		if n.Field.Role == span.RoleCheck || n.Field.Role == span.RoleStructure || text == c.Record.Title {
			continue
		}
		if ms, ok := n.Time(); ok {
			text = string(span.AppendTime(nil, ms))
		}
		col := column{part: n.Src, name: n.Heading()}
		turns[col]++
		col.turn = turns[col]
		list = append(list, cell{col, text})
	}
	return list
}

// table prints the collected rows.
func (v *sampleView) table() {
	if len(v.rows) == 0 {
		return
	}
	v.Put(screen.Title, "\n"+v.title+"\n")
	var columns []column
	var t screen.Table
	for _, row := range v.rows {
		line := make([]string, len(columns))
		for _, c := range row {
			at := slices.Index(columns, c.column)
			if at < 0 {
				at = len(columns)
				columns, line = append(columns, c.column), append(line, "")
				t.Head = append(t.Head, c.column.name)
			}
			line[at] = c.text
		}
		t.Rows = append(t.Rows, line)
	}
	v.Table(&t, "  ")
	v.rows = nil
}

// key explains the longest key.
func (v *sampleView) key(terminal bool) {
	if v.longest == nil {
		return
	}
	part := v.longest.Parts[0]
	in := format.Input{Entry: store.Entry{Parts: []store.Part{part}}, Zones: v.query.Zones, Schema: v.query.Schemas.For(v.best.Format)}
	var t span.Tree
	if identify.Explain(v.best.Record, &in, &t, nil) != nil {
		return
	}
	v.Put(screen.Bold, "\nEvery byte of a key")
	v.Put(screen.Dim, " ("+v.best.Format.Title+" "+v.best.Record.Title+"; `rowlens inspect` shows this for any key)\n\n")
	if terminal {
		v.Tree(&t)
	} else {
		v.Buf = append(v.Buf, t.AppendDump(nil)...)
	}
	v.Line()
}
