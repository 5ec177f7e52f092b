package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
	"github.com/rowlens/rowlens/codec/accumulograph"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/objects"
	"github.com/rowlens/rowlens/codec/value"
)

func TestObjectsAreAssembledInLittleMemory(t *testing.T) {
	rows := *soakCells / 5
	t.Run("actionbase", func(t *testing.T) {
		table := &generate.Table{Sources: rows / cellsOfSource}
		assembledInLittleMemory(t, table, func() int { return table.Sources * 10 }, "--model", writeFile(t, generate.Model))
	})
	t.Run("implexus", func(t *testing.T) {
		const rowsOfContainer, labels, others = 302, 2000, 4 // the others are the root, a category, a catalogue and an index
		x := &generate.Documents{Containers: rows / rowsOfContainer}
		assembledInLittleMemory(t, x, func() int { return 101*x.Containers + min(labels, 100*x.Containers) + others })
	})
	for _, f := range []*format.Format{&rocksdb.Format, &hbase.Format} {
		t.Run(f.ID, func(t *testing.T) {
			models := readGolden(t, f.ID+"/keepall.models.json")
			rowsOfRecord := 16
			if f == &rocksdb.Format {
				rowsOfRecord = 33
			}
			x := &takenApart{format: f, schema: schemasOf(t, models).For(f), object: ware, objects: rows / rowsOfRecord}
			assembledInLittleMemory(t, x, func() int { return x.objects }, "--model", writeFile(t, string(models)))
		})
	}
	t.Run("accumulograph", func(t *testing.T) {
		const rowsOfElement = 4
		x := &takenApart{format: &accumulograph.Format, object: elementOf, objects: rows / rowsOfElement}
		assembledInLittleMemory(t, x, func() int { return x.objects })
	})
}

// takenApart is the rows of numbered objects.
type takenApart struct {
	format  *format.Format
	schema  format.Schema
	object  func(n, all int) (kind, text string)
	objects int
	rows    int
}

// Write writes the rows as JSON Lines. Objects are in no order of keys.
func (x *takenApart) Write(to io.Writer) error {
	out := bufio.NewWriter(to)
	var line value.Writer
	for i := range x.objects {
		kind, text := x.object(i*7919%x.objects, x.objects)
		o, err := value.Parse([]byte(text))
		if err != nil {
			return err
		}
		rows, err := objects.Rows(x.format, &format.Input{Schema: x.schema, Given: value.OfMembers()}, kind, o)
		if err != nil {
			return err
		}
		for n := range rows {
			line.Reset()
			rows[n].Write(&line, x.format.ID)
			if _, err := out.Write(append(line.Buf, '\n')); err != nil {
				return err
			}
		}
		x.rows += len(rows)
	}
	return out.Flush()
}

// ware returns a record of the fixtures' model, with two versions.
func ware(n, _ int) (kind, text string) {
	values := func(stock string) string {
		return `{"code":` + strconv.Itoa(n) + `,"kind":"Red(1)","made":"1970-01-01","name":"n` + strconv.Itoa(n) + `","stock":` + stock +
			`,"labels":["l` + strconv.Itoa(n%100) + `"]}`
	}
	version := func(at uint64, values string) string {
		return `{"version":"` + strconv.FormatUint(1882441300000000000+uint64(n)<<20+at, 10) + `","record":{"exists":true,"values":` + values + `}}`
	}
	return "record", `{"model":1,"name":"Ware","keepAllVersions":true,"table":"Ware","values":` + values("3") +
		`,"history":[` + version(0, values("1")) + `,` + version(1, values("3")) + `]}`
}

// elementOf returns a vertex, or its edge to the next vertex.
func elementOf(n, all int) (kind, text string) {
	vertex := func(n int) string { return `"v` + strconv.Itoa(n%all) + `"` }
	name := `"properties":{"name":{"type":"string","value":"number ` + strconv.Itoa(n) + `"}},"indexed":["name"]`
	if n%2 == 0 {
		return "vertex", `{"graph":"g","id":` + vertex(n) + `,` + name + `,"out_edges":[],"in_edges":[]}`
	}
	return "edge", `{"graph":"g","id":"e` + strconv.Itoa(n) + `","label":"knows","out":` + vertex(n-1) + `,"in":` + vertex(n+1) + `,` + name + `}`
}

// assembledInLittleMemory checks that from the output of x as many objects are assembled as x has, and in how much
// memory.
func assembledInLittleMemory(t *testing.T, x interface{ Write(io.Writer) error }, want func() int, args ...string) {
	t.Helper()
	file := generated(t, x.Write)
	got, rows := 0, 0
	inLittleMemory(t).sorting(t, exitOK, func(line []byte) {
		var o struct{ Entries int }
		if err := json.Unmarshal(line, &o); err != nil || o.Entries == 0 {
			t.Fatalf("%.2000s: %v", line, err)
		}
		got++
		rows += o.Entries
	}, append([]string{"assemble", "--json", file}, args...)...)
	if got != want() || rows < 2*got {
		t.Errorf("%d objects of %d rows, want %d", got, rows, want())
	}
	t.Logf("%d objects of %d rows", got, rows)
}
