package store

import (
	"bytes"
	"fmt"
	"testing"
)

func TestEntriesKeepTheirPartsApart(t *testing.T) {
	var e Entry
	e.Add(Row, []byte("row"))
	e.Add(Value, nil)
	e.Timestamp, e.Deleted, e.Source = "1", "Delete", Source{File: "f", Line: 3}
	if b, ok := e.Part(Row); string(b) != "row" || !ok {
		t.Errorf("row is %q, %v", b, ok)
	}
	if b, ok := e.Part(Value); b != nil || !ok {
		t.Errorf("an empty part is %q, %v", b, ok)
	}
	if _, ok := e.Part(Qualifier); ok || e.Len() != 3 {
		t.Errorf("an absent part is there, or the length is %d", e.Len())
	}
	c := e.Clone()
	e.Parts[0].Bytes[0] = 'R'
	if b, _ := c.Part(Row); string(b) != "row" || c.Timestamp != "1" || c.Source.Line != 3 || len(c.Parts) != 2 {
		t.Errorf("the clone is %+v", c)
	}
	memory := &e.Parts[0]
	e.Reset()
	e.Add(Key, []byte("k"))
	if &e.Parts[0] != memory || e.Timestamp != "" || e.Deleted != "" || e.Source != (Source{}) ||
		!bytes.Equal(e.Parts[0].Bytes, []byte("k")) {
		t.Errorf("after Reset: %+v", e)
	}
}

func TestPartsAreSortedAsInTheirStore(t *testing.T) {
	var e Entry
	for _, name := range []string{Value, "cells", Key, Qualifier, Bytes, "cells", Visibility, Row, Family, Value} {
		e.Add(name, []byte{byte(len(e.Parts))})
	}
	e.SortParts()
	got := ""
	for _, p := range e.Parts {
		got += fmt.Sprintf(" %s %d", p.Name, p.Bytes[0])
	}
	if want := " row 7 family 8 qualifier 3 visibility 6 key 2 value 0 value 9 cells 1 bytes 4 cells 5"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
