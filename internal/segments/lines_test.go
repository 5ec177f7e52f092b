package segments

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// Tables of values by address, as laid out in the memory made by functions.
var (
	depths = []byte{0x10, 3, 0x0f, 9, 0} // the first change may be 0; otherwise a change of 0 is the end
	stacks = []byte{0, 2, 4, 0x80, 1, 0}
	lines  = []byte{0x22, 1, 2, 2, 2, 5, 0}
	points = []byte{7, 7, 0}
)

const (
	namesText = "\x00main.main\x00main.other\x00"
	filesText = "a.go\x00b.go\x00"
)

// functions returns a memory with the table of two functions at address 40.
func functions() []byte {
	values := bytes.Join([][]byte{{0xaa}, depths, lines, stacks, points, {0xbb}}, nil)
	depthsAt, linesAt := 1, 1+len(depths)
	stacksAt := linesAt + len(lines)
	unsafeAt := stacksAt + len(stacks)

	var t []byte
	t = append(t, tableMagic...)
	names := tableHeader
	cu := names + len(namesText)
	files := cu + 8
	vals := files + len(filesText)
	fns := vals + len(values)
	for _, v := range []int{2, 2, 0, names, cu, files, vals, fns} {
		t = binary.LittleEndian.AppendUint64(t, uint64(v))
	}
	t = append(append(append(append(t, namesText...), 1, 0, 0, 0, 2, 0, 0, 0), filesText...), values...)
	u32 := func(list ...int) {
		for _, v := range list {
			t = binary.LittleEndian.AppendUint32(t, uint32(v))
		}
	}
	u32(0, 20, 9, 20+52, 12, 0) // entries and offsets of records; the third is the end
	t = t[:len(t)-4]
	u32(0, 1, 16, 0, depthsAt, linesAt, linesAt, 2, 1, 30, 0, unsafeAt, stacksAt)
	u32(9, 11, 16, 0, depthsAt, linesAt, linesAt, 0, 1, 50, 0)
	return append(append(make([]byte, 40), t...), "what follows, long enough for both records"...)
}

func TestOnlyFilesAndLinesAreDropped(t *testing.T) {
	before, after := functions(), functions()
	if err := dropLines(after); err != nil {
		t.Fatal(err)
	}
	for _, kept := range [][]byte{depths, stacks, []byte(namesText), []byte("what follows")} {
		if at := bytes.Index(before, kept); !bytes.HasPrefix(after[at:], kept) {
			t.Errorf("%x became %x", kept, after[at:at+len(kept)])
		}
	}
	for _, dropped := range [][]byte{lines, points, []byte(filesText), {0xaa}, {0xbb}} {
		at := bytes.Index(before, dropped)
		if got := after[at : at+len(dropped)]; !bytes.Equal(got, make([]byte, len(dropped))) {
			t.Errorf("%x became %x instead of zeros", dropped, got)
		}
	}
	table, _ := findTable(after)
	for i, want := range [][]uint32{{0, 1, 16, 0, 1, 0, 0, 2, 0, 0, 0, 0, 13}, {9, 11, 16, 0, 1, 0, 0, 0, 0, 0, 0}} {
		record, ok := table.record(uint64(i))
		for n, w := range want {
			if got := binary.LittleEndian.Uint32(record[4*n:]); !ok || got != w {
				t.Errorf("function %d: number %d is %d instead of %d", i, n, got, w)
			}
		}
	}
	again := bytes.Clone(after)
	if err := dropLines(again); err != nil || !bytes.Equal(again, after) {
		t.Errorf("a second time changes it: %v", err)
	}
	whole := module(segment{40, before[40:]})
	shrunk, err := Shrink(whole)
	if err != nil || bytes.Contains(shrunk, lines) || !bytes.Contains(shrunk, stacks) {
		t.Errorf("%x became %x: %v", whole, shrunk, err)
	}
}

func TestADamagedFunctionTableIsRefused(t *testing.T) {
	refused := 0
	for i := 40; i < len(functions()); i++ {
		memory := functions()
		memory[i] ^= 0xff
		if dropLines(memory) != nil { // must not panic
			refused++
		}
	}
	if refused < 40 {
		t.Errorf("%d damages were refused", refused)
	}
	for n := range len(functions()) - 100 {
		if dropLines(functions()[:n]) == nil {
			t.Errorf("cut to %d bytes it has a table", n)
		}
	}
}
