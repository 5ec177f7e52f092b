package storage_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// memory is a store in memory: a key or a damage in each place of a table.
type memory struct {
	tables  []file.Table
	rows    [][]string // of each table: a key, "!code" for damage, "?code" for a remark, "~key" for an operand, "" for an empty table
	late    int        // tables that a scan comes upon
	opening []file.Damage
	closing []file.Damage
	fails   error // after the last row of a scan
	open    int   // cursors
}

var kind = &file.Kind{ID: "memory", Title: "Memory", WriteEntry: func(w *value.Writer, t *file.Table, e *file.Entry, stored bool) {
	w.Member("table").String(t.Name)
	if e.Empty {
		w.Member("empty").Bool(true)
		return
	}
	w.Member("key").Hex(e.Parts[0].Bytes)
	if stored {
		w.Member("stored").Bool(true)
	}
}}

func (m *memory) Kind() *file.Kind      { return kind }
func (m *memory) Path() string          { return "" }
func (m *memory) Tables() []file.Table  { return m.tables[:len(m.tables)-m.late] }
func (m *memory) Damage() []file.Damage { return m.opening }
func (m *memory) Check() []file.Damage  { return m.closing }
func (m *memory) Close() error          { return nil }

func (m *memory) Scan(t int, q file.Query) (file.Cursor, error) {
	c := &cursor{memory: m, query: q}
	for i := range m.rows {
		if t == file.All || t == i {
			for _, r := range m.rows[i] {
				c.rows = append(c.rows, row{i, r})
			}
		}
	}
	m.open++
	m.late = 0
	return c, nil
}

type row struct {
	table int
	text  string
}

type cursor struct {
	*memory
	query file.Query
	rows  []row
	bad   file.Damage
	n     int
}

func (c *cursor) Next(e *file.Entry) bool {
	if len(c.rows) == 0 {
		return false
	}
	r := c.rows[0]
	c.rows = c.rows[1:]
	e.Reset()
	e.Table, e.Source.File, e.Block, e.At = r.table, "f", 8, c.n
	e.Source.Table = c.tables[r.table].Name
	c.n++
	switch {
	case r.text == "":
		e.Empty = true
	case r.text[0] == '!' || r.text[0] == '?':
		c.bad = file.Damage{File: "f", Code: r.text[1:], Offset: 8, Expected: "x", Found: "y", Lost: 3, After: []byte("a")}
		c.bad.Remark = r.text[0] == '?'
		e.Damage = &c.bad
	default:
		key, unmerged := strings.CutPrefix(r.text, "~")
		e.Unmerged = unmerged
		e.Add(store.Key, []byte(key))
		e.Add(store.Value, []byte("v"))
	}
	return true
}

func (c *cursor) Err() error { return c.fails }

func (c *cursor) Close() error {
	c.open--
	return nil
}

func two() []file.Store {
	return []file.Store{
		&memory{tables: []file.Table{{Name: "a"}, {Name: "b"}}, rows: [][]string{{"1", "!gap", "2"}, {""}},
			opening: []file.Damage{{Code: "first", Offset: file.NoOffset}}, closing: []file.Damage{{Code: "last", Offset: file.NoOffset}}},
		&memory{tables: []file.Table{{Name: "c", Stored: []byte{0xff}}}, rows: [][]string{{"3"}}},
	}
}

// shown returns what a scan finds, in short form.
func shown(s *storage.Scan) (list []string) {
	var e file.Entry
	for s.Next(&e) {
		switch {
		case e.Damage != nil:
			list = append(list, "!"+e.Damage.Code)
		case e.Empty:
			list = append(list, s.Table(&e).Name+" empty")
		default:
			list = append(list, s.Table(&e).Name+string(e.Parts[0].Bytes))
		}
	}
	return list
}

func TestAScanGoesThroughAllStores(t *testing.T) {
	for _, c := range []struct {
		tables []storage.Pick
		query  file.Query
		want   string
	}{
		{nil, file.Query{}, "!first a1 !gap a2 b empty !last c3"},
		{nil, file.Query{Start: []byte("0")}, "!first a1 !gap a2 b empty c3"},
		{[]storage.Pick{{Store: 1}}, file.Query{}, "c3"},
		{[]storage.Pick{{Store: 0, Table: 1}, {Store: 1}}, file.Query{}, "!first b empty c3"},
	} {
		s := storage.Scan{Stores: two(), Tables: c.tables, Query: c.query}
		if got := strings.Join(shown(&s), " "); got != c.want || s.Err() != nil {
			t.Errorf("%v: %s, want %s; %v", c.tables, got, c.want, s.Err())
		}
		for _, st := range s.Stores {
			if n := st.(*memory).open; n != 0 {
				t.Errorf("%d cursors are open", n)
			}
		}
	}
}

func TestTablesApartAreThoseToo(t *testing.T) {
	m := &memory{tables: []file.Table{{Name: "a"}, {Name: "b"}}, rows: [][]string{{"1"}, {"2"}}, late: 1}
	s := storage.Scan{Stores: []file.Store{m}, Apart: true}
	if got := strings.Join(shown(&s), " "); got != "a1 b2" {
		t.Error(got)
	}
}

func TestAScanEndsWithItsError(t *testing.T) {
	list := two()
	moved := fmt.Errorf("%w: by somebody", file.ErrMoved)
	list[0].(*memory).fails = moved
	s := storage.Scan{Stores: list}
	if got := strings.Join(shown(&s), " "); got != "!first a1 !gap a2 b empty" || !errors.Is(s.Err(), file.ErrMoved) {
		t.Errorf("%s; %v", got, s.Err())
	}
	r := storage.Rows{Scan: storage.Scan{Stores: list}}
	var err error
	for err == nil || errors.As(err, new(*storage.Damage)) {
		_, err = r.Next()
	}
	if !errors.Is(err, file.ErrMoved) {
		t.Error(err)
	}
}

func TestAScanThatEndsEarlyLeavesNothingOpen(t *testing.T) {
	list := two()
	s := storage.Scan{Stores: list}
	var e file.Entry
	for range 2 {
		s.Next(&e)
	}
	s.Close()
	if s.Next(&e) || list[0].(*memory).open != 0 {
		t.Error("it goes on")
	}
}

func TestRowsAreThoseOfADump(t *testing.T) {
	m := &memory{tables: []file.Table{{Name: "a"}}, rows: [][]string{{"1", "?note", "!gap", ""}}}
	var remarks []string
	r := storage.Rows{Scan: storage.Scan{Stores: []file.Store{m}}, Remark: func(d *storage.Damage) { remarks = append(remarks, d.Code) }}
	e, err := r.Next()
	if err != nil || e.Source != (store.Source{File: "f", Table: "a", Lineless: true, Offset: 8, Inside: true, Level: -1}) {
		t.Fatalf("%+v, %v", e, err)
	}
	var lost *storage.Damage
	if _, err := r.Next(); !errors.As(err, &lost) || lost.Code != "gap" || lost.Source().Offset != 8 ||
		lost.Error() != "offset 8: expected x, found y" {
		t.Errorf("%v", err)
	}
	if _, err := r.Next(); err != io.EOF || !slices.Equal(remarks, []string{"note"}) {
		t.Errorf("%v, %v", err, remarks)
	}
	var w value.Writer
	lost.WriteError(&w)
	want := `{"code":"gap","message":"","offset":8,"expected":"x","found":"y","lost":3,"after":"61"}`
	if string(w.Buf) != want {
		t.Errorf("%s", w.Buf)
	}
}

func TestLinesSayWhereEntriesStand(t *testing.T) {
	m := &memory{tables: []file.Table{{Name: "a"}}, rows: [][]string{{"1", "!gap", "?end", ""}},
		opening: []file.Damage{{File: "g", Code: "no", Offset: file.NoOffset}}}
	s := storage.Scan{Stores: []file.Store{m}}
	lines := storage.Lines{Stored: true}
	var e file.Entry
	var out []byte
	for s.Next(&e) {
		out = lines.Append(out, &s, &e)
	}
	want := `{"damage":{"file":"g","code":"no","message":"","offset":null,"expected":"","found":"","lost":0}}
{"table":"a","key":"31","stored":true,"source":{"file":"f","offset":8,"at":0,"table":"a"}}
{"damage":{"file":"f","code":"gap","message":"","offset":8,"expected":"x","found":"y","lost":3,"after":"61"}}
{"damage":{"file":"f","code":"end","message":"","offset":8,"expected":"x","found":"y","lost":3,"after":"61","remark":true}}
{"table":"a","empty":true,"source":{"file":"f","table":"a"}}
`
	if string(out) != want {
		t.Errorf("%s", out)
	}
}

func TestTablesAreFoundByTheirNames(t *testing.T) {
	list := []file.Store{&memory{tables: []file.Table{
		{Name: "text", Stored: []byte("text")}, {Name: "0x0301", CF: []byte{3, 1}}, {Name: "t (g)", Group: "g"},
	}}}
	for name, want := range map[string]int{
		"text": 0, "74657874": 0, "0301": 1, "0x0301": 1, "\x03\x01": 1, "g": 2, "table/Ware": 1, "none": -1, "": -1,
	} {
		found := storage.Named(list, name, func(name string) string {
			if name == "table/Ware" {
				return "0301"
			}
			return ""
		})
		if want < 0 && len(found) == 0 || want >= 0 && len(found) == 1 && found[0].Table == want {
			continue
		}
		t.Errorf("%q: %v, want %d", name, found, want)
	}
}

// A request without a limit wants all rows; a limit of 0 is a mistake.
func TestALimitIsOneRowOrMore(t *testing.T) {
	for text, want := range map[string]int64{`{}`: 0, `{"limit":null}`: 0, `{"limit":1}`: 1, `{"limit":0}`: -1, `{"limit":-1}`: -1, `{"limit":"x"}`: -1} {
		req, err := value.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		x, err := storage.ReadRequest(req)
		if want < 0 != (err != nil) || err == nil && x.Limit != want {
			t.Errorf("%s: %d, %v", text, x.Limit, err)
		}
	}
}
