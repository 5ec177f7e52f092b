package actionbase_test

import (
	"bytes"
	"encoding/binary"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/wire"
	"github.com/rowlens/rowlens/internal/formattest"
)

// An adversary makes an input of about n bytes that is as expensive as possible.
type adversary struct {
	name, record, part string
	make               func(n int) []byte
}

// nullProperties returns the smallest possible properties: code and null.
func nullProperties(n int) []byte {
	b := []byte{0x2c, 0x80, 0, 0, 0, 0, 0, 0, 1}
	for code := uint32(0); len(b) < n; code++ {
		b = append(binary.BigEndian.AppendUint32(append(b, 0x2b), code), 0x05)
	}
	return b
}

// oneProperty repeats the same property, which only a lenient reader accepts.
func oneProperty(n int) []byte {
	b := []byte{0x2c, 0x80, 0, 0, 0, 0, 0, 0, 1}
	return append(b, bytes.Repeat([]byte{0x2b, 0x80, 0, 0, 1, 0x05}, n/6)...)
}

// longState returns a state with the smallest properties.
func longState(n int) []byte {
	b := []byte{0x29, 0x81, 0x2c, 0x80, 0, 0, 0, 0, 0, 0, 1}
	for code := uint32(0); len(b) < n; code++ {
		b = append(binary.BigEndian.AppendUint32(append(b, 0x2b), code), 0x05, 0x2c, 0x80, 0, 0, 0, 0, 0, 0, 1)
	}
	return b
}

func filled(header, fill, end byte) func(n int) []byte {
	return func(n int) []byte { return append(append([]byte{header}, bytes.Repeat([]byte{fill}, n-2)...), end) }
}

func nested(n int) []byte {
	return []byte("2" + strings.Repeat("[", n/2-1) + strings.Repeat("]", n/2-1) + "\x00")
}

var adversaries = []adversary{
	{"null properties", "edge-index", store.Value, nullProperties},
	{"one property", "edge-index", store.Value, oneProperty},
	{"state", "edge-state", store.Value, longState},
	{"nulls", "edge-cache", store.Qualifier, func(n int) []byte { return append(bytes.Repeat([]byte{0x05}, n-2), 0x29, 0x81) }},
	{"descending nulls", "edge-group", store.Qualifier, func(n int) []byte { return bytes.Repeat([]byte{0xfa}, n) }},
	{"empty texts", "edge-group", store.Qualifier, func(n int) []byte { return bytes.Repeat([]byte{0xcb, 0xff}, n/2) }},
	{"empty texts ascending", "edge-cache", store.Qualifier, func(n int) []byte { return bytes.Repeat([]byte{0x34, 0}, n/2) }},
	{"v0 names", "v0-value", store.Value, func(n int) []byte {
		return append([]byte{0x2c, 0x80, 0, 0, 0, 0, 0, 0, 1, 0x34, 0}, bytes.Repeat([]byte{0x34, 0, 0x05}, n/3)...)
	}},
	{"one text", "value", store.Value, filled(0x34, 'a', 0)},
	{"one descending text", "value", store.Value, filled(0xcb, 0x9e, 0xff)},
	{"text of controls", "value", store.Value, filled(0x34, 1, 0)},
	{"text without its end", "value", store.Value, filled(0x34, 'a', 'a')},
	{"text that is not UTF-8", "value", store.Value, filled(0x34, 0xff, 0)},
	{"nested JSON", "value", store.Value, nested},
	{"escapes in JSON", "value", store.Value, func(n int) []byte { return []byte("2\"" + strings.Repeat(`\n`, n/2-2) + "\"\x00") }},
	{"items of JSON", "value", store.Value, func(n int) []byte { return []byte("2[" + strings.Repeat(`0,`, n/2-3) + "0]\x00") }},
	{"cursor", "edge-id", "text", func(n int) []byte { return bytes.Repeat([]byte("A"), n) }},
	{"column k", "metastore-row", "k", func(n int) []byte {
		return append(bytes.Repeat([]byte("A"), n/2), append([]byte(":"), bytes.Repeat([]byte("00"), n/4)...)...)
	}},
}

func (a adversary) input(n int) *format.Input {
	in := new(format.Input)
	in.Entry.Add(a.part, a.make(n))
	return in
}

// megabyte is the size at which work that is not linear would never end.
const megabyte = 1 << 20

func TestHostileInputIsExplainedInTime(t *testing.T) {
	for _, a := range adversaries {
		t.Run(a.name, func(t *testing.T) {
			p := formattest.NewProbe(&actionbase.Format, a.record)
			for _, n := range []int{64, 4096, megabyte} {
				in := a.input(n)
				in.Lenient = a.name == "one property"
				if err := p.Decode(in); err != nil {
					t.Errorf("%d bytes: %.500v", n, err)
				}
			}
		})
	}
}

// Memory that a tree keeps: 256 bytes per byte of input plus 64 KiB, never more than 32 MiB. What
// the decoder's structs keep is limited in addition.
const (
	treePerByte = 256
	treeSpare   = 64 << 10
	treeMax     = 32 << 20
	structsMax  = 160 // bytes of structs per byte of input: 48 to 72 for 6 bytes, twice that while a slice grows, and a map
)

// kept returns the memory in use after a collection.
func kept() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestMemoryIsASmallMultipleOfTheInput(t *testing.T) {
	for _, a := range adversaries {
		for _, n := range []int{64, 4096, megabyte} {
			in := a.input(n)
			record := actionbase.Format.Record(a.record)
			tree := new(span.Tree)
			before := kept()
			err := identify.Explain(record, in, tree, nil)
			used := kept() - before
			if limit := min(treePerByte*n+treeSpare, treeMax) + structsMax*n; used > limit {
				t.Errorf("%s of %d bytes keeps %d bytes, at most %d", a.name, n, used, limit)
			}
			own := cap(tree.Nodes) * int(unsafe.Sizeof(span.Node{}))
			if limit := min(treePerByte*n+treeSpare, treeMax); own > limit {
				t.Errorf("%s: the tree of %d bytes keeps %d bytes, at most %d", a.name, n, own, limit)
			}
			runtime.KeepAlive(in)
			runtime.KeepAlive(err)
		}
	}
}

func TestNodesOfATreeTakeLittle(t *testing.T) {
	if n := unsafe.Sizeof(span.Node{}); n > 104 {
		t.Errorf("a node takes %d bytes", n)
	}
}

func TestJSONNestsAsDeepAsUpstreamReads(t *testing.T) {
	for _, c := range []struct {
		depth int
		ok    bool
	}{{999, true}, {1000, true}, {1001, false}, {100_000, false}} {
		for _, text := range []string{strings.Repeat("[", c.depth) + strings.Repeat("]", c.depth),
			strings.Repeat(`{"a":`, c.depth) + "1" + strings.Repeat("}", c.depth)} {
			p := formattest.NewProbe(&actionbase.Format, "value")
			in := new(format.Input)
			in.Entry.Add(store.Value, []byte("2"+text+"\x00"))
			if err := p.Decode(in); err != nil {
				t.Fatalf("%.300v", err)
			}
			if (p.Err == nil) != c.ok || !c.ok && (p.Err.Code != wire.BadJSON || !strings.Contains(p.Err.Expected, "at most 1000 nested values")) {
				t.Errorf("%d deep, %.6s: %v", c.depth, text, p.Err)
			}
		}
	}
}

func TestALongCellIsExplainedAsFarAsNodesGo(t *testing.T) {
	p := formattest.NewProbe(&actionbase.Format, "edge-index")
	in := adversaries[0].input(megabyte)
	if err := p.Decode(in); err != nil || p.Err != nil {
		t.Fatal(err, p.Err)
	}
	rest := 0
	for i := range p.Tree.Nodes {
		if p.Tree.Nodes[i].Field == span.NotExpanded {
			rest++
		}
	}
	if n := len(p.Tree.Nodes); rest == 0 || n > 262144+16 {
		t.Errorf("%d nodes, %d leaves that are not expanded", n, rest)
	}
	if n := bytes.Count(p.Fields, []byte(`"type":"null"`)); n != 174762 {
		t.Errorf("the fields have %d properties", n)
	}
}
