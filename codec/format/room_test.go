package format

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func TestAPartThatOutgrowsItsRoomLeavesMoreForThoseToCome(t *testing.T) {
	in, fields := &Input{Room: &Room{}}, value.OfMembers()
	long := bytes.Repeat([]byte("x"), 20*partRoom)
	var dst store.Entry
	encode := func() {
		in.Room.Reset()
		dst.Reset()
		e := NewEncoder(in, &dst, fields)
		e.Part(store.Row, func() ([]byte, error) { return append(e.Room(), 'k'), nil })
		e.Part(store.Value, func() ([]byte, error) { return append(e.Room(), long...), nil })
		row, _ := dst.Part(store.Row)
		whole, _ := dst.Part(store.Value)
		if e.Err() != nil || string(row) != "k" || !bytes.Equal(whole, long) {
			t.Fatal(e.Err(), dst.Parts)
		}
	}
	if n := testing.AllocsPerRun(100, encode); n > 0 {
		t.Errorf("%v allocations for an entry, want none", n)
	}
	in.Room.Reset()
	huge := in.Room.next()
	in.Room.keep(0, append(huge, make([]byte, roomMax)...))
	in.Room.Reset()
	if kept := cap(in.Room.next()); kept > roomMax {
		t.Errorf("%d bytes are kept", kept)
	}
}
