package rfile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// maker writes RFiles of versions for which there is no fixture, following the documented layouts.
// It keeps things simple: blocks of a few entries, one codec, and only one form for the numbers of regions.
type maker struct {
	version int
	codec   string // none or gz
	most    int    // entries in a block
	deep    bool   // index blocks below the root, of at most most entries

	b       []byte
	regions []region
}

// madeGroup is a locality group: entries in order. The default group has no name.
type madeGroup struct {
	name    string
	unnamed bool // the name is empty, but the group is not the default group
	entries []madeEntry

	raw   []byte // a block to use instead of entries
	cells int    // number of entries that the index gives for the block
}

type madeEntry struct {
	key
	value []byte
}

func putVlong(b []byte, v int64) []byte {
	if v >= -112 && v <= 127 {
		return append(b, byte(v))
	}
	first, u := -112, uint64(v)
	if v < 0 {
		first, u = -120, ^u
	}
	n := 1
	for u>>(8*n) > 0 && n < 8 {
		n++
	}
	b = append(b, byte(int8(first-n)))
	for i := n - 1; i >= 0; i-- {
		b = append(b, byte(u>>(8*i)))
	}
	return b
}

// putTlong uses the 4-byte form for numbers that do not fit into one byte.
func putTlong(b []byte, v int64) []byte {
	if v >= -32 && v <= 127 {
		return append(b, byte(v))
	}
	return binary.BigEndian.AppendUint32(append(b, 0x83), uint32(v))
}

func putTstr(b []byte, s string) []byte { return append(putTlong(b, int64(len(s))), s...) }

func putInt(b []byte, v int) []byte { return binary.BigEndian.AppendUint32(b, uint32(v)) }

func putBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

func putRegion(b []byte, g region) []byte {
	return putTlong(putTlong(putTlong(b, g.offset), g.stored), g.plain)
}

func putKey(b []byte, k *key) []byte {
	end := 0
	for _, p := range k.part {
		end += len(p)
		b = putVlong(b, int64(end))
	}
	for _, p := range k.part {
		b = append(b, p...)
	}
	return putBool(putVlong(b, k.time), k.deleted)
}

// block adds a block to the file.
func (m *maker) block(plain []byte) region {
	stored := plain
	if m.codec == "gz" {
		var out bytes.Buffer
		w := zlib.NewWriter(&out)
		w.Write(plain)
		w.Close()
		stored = out.Bytes()
	}
	g := region{int64(len(m.b)), int64(len(stored)), int64(len(plain))}
	m.b = append(m.b, stored...)
	return g
}

// dataBlock returns a block of entries without shared prefixes, which only RFile 7 and 8 have.
func dataBlock(all []madeEntry) (b []byte) {
	for i, e := range all {
		flags := byte(0)
		for j := range e.part {
			if i > 0 && bytes.Equal(e.part[j], all[i-1].part[j]) {
				flags |= 1 << j
			}
		}
		if i > 0 && e.time == all[i-1].time {
			flags |= sameTime
		}
		if e.deleted {
			flags |= deletion
		}
		b = append(b, flags)
		for j := range e.part {
			if flags>>j&1 == 0 {
				b = append(putVlong(b, int64(len(e.part[j]))), e.part[j]...)
			}
		}
		if flags&sameTime == 0 {
			b = putVlong(b, e.time)
		}
		b = append(putInt(b, len(e.value)), e.value...)
	}
	return b
}

// under is the content of an index entry.
type under struct {
	last  key
	cells int
	at    region
	first int // number of the first data block
}

func (m *maker) indexBlock(level, first int, more bool, all []under) (b []byte) {
	if m.version >= 6 {
		b = putBool(putInt(putInt(b, level), first), more)
	}
	var offsets, entries []byte
	for i := range all {
		offsets = putInt(offsets, len(entries))
		entries = putInt(putKey(entries, &all[i].last), all[i].cells)
		if m.version >= 6 {
			entries = putRegion(entries, all[i].at)
		}
	}
	b = putInt(b, len(all))
	if m.version > 3 {
		b = putInt(append(b, offsets...), len(entries))
	}
	return append(b, entries...)
}

// group writes the blocks of a group, and returns the group's part of RFile.index.
func (m *maker) group(g madeGroup) (b []byte) {
	firstBlock := len(m.regions)
	var blocks []under
	families := map[string]int{}
	for part := range slices.Chunk(g.entries, m.most) {
		at := m.block(dataBlock(part))
		m.regions = append(m.regions, at)
		blocks = append(blocks, under{part[len(part)-1].key, len(part), at, len(blocks)})
		for _, e := range part {
			families[string(e.part[family])]++
		}
	}
	if g.raw != nil {
		blocks = append(blocks, under{last: key{part: [parts][]byte{{0xff}}}, cells: g.cells, at: m.block(g.raw)})
		families["f"] = g.cells
	}
	n, level := len(blocks), 0
	for m.deep && len(blocks) > m.most {
		var above []under
		first := 0
		for part := range slices.Chunk(blocks, m.most) {
			first += len(part)
			at := m.block(m.indexBlock(level, part[0].first, first < len(blocks), part))
			above = append(above, under{part[len(part)-1].last, 0, at, part[0].first})
		}
		blocks, level = above, level+1
	}
	isDefault := g.name == "" && !g.unnamed
	b = putBool(b, isDefault)
	if !isDefault {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(g.name))), g.name...)
	}
	if m.version <= 7 {
		b = putInt(b, firstBlock)
	}
	b = putInt(b, len(families))
	for f, count := range families {
		b = binary.BigEndian.AppendUint64(append(putInt(b, len(f)), f...), uint64(count))
	}
	b = putBool(b, len(g.entries) > 0)
	if len(g.entries) > 0 {
		b = putKey(b, &g.entries[0].key)
	}
	if m.version >= 6 {
		b = putInt(b, n)
	}
	return append(b, m.indexBlock(level, 0, false, blocks)...)
}

// file returns a whole file in a container of version 1.
func (m *maker) file(groups ...madeGroup) []byte {
	m.b, m.regions = []byte(magic), nil
	index := putInt(putInt(putInt(nil, indexMagic), m.version), len(groups))
	for _, g := range groups {
		index = append(index, m.group(g)...)
	}
	if m.version == 8 {
		index = putBool(index, false)
	}
	main := m.block(index)
	regions := m.regions
	if m.version >= 6 {
		regions = nil
	}
	names := putTlong(putTstr(nil, m.codec), int64(len(regions)))
	for _, g := range regions {
		names = putRegion(names, g)
	}
	container := m.block(names)
	metaIndex := len(m.b)
	m.b = putTlong(m.b, 2)
	m.b = putRegion(putTstr(putTstr(m.b, "data:BCFile.index"), m.codec), container)
	m.b = putRegion(putTstr(putTstr(m.b, "data:RFile.index"), m.codec), main)
	m.b = binary.BigEndian.AppendUint64(m.b, uint64(metaIndex))
	return append(append(m.b, 0, 1, 0, 0), magic...)
}

// line returns an entry as rowlens writes it.
func (e *madeEntry) line() string {
	return fmt.Sprintf(`{"row":"%x","cf":"%x","cq":"%x","vis":"%x","ts":"%d","deleted":%t,"value":"%x"}`,
		e.part[row], e.part[family], e.part[qualifier], e.part[visibility], e.time, e.deleted, e.value)
}

// madeEntries returns random entries of some families, in order.
func madeEntries(random *rand.Rand, n int, families ...string) (all []madeEntry) {
	for i := range n {
		e := madeEntry{value: bytes.Repeat([]byte{byte(i)}, random.IntN(9))}
		e.part = [parts][]byte{
			fmt.Appendf(nil, "row%03d", random.IntN(n)), []byte(families[random.IntN(len(families))]),
			[]byte([]string{"", "q", "qualifier"}[random.IntN(3)]), []byte([]string{"", "a"}[random.IntN(2)]),
		}
		e.time, e.deleted = []int64{5, -3, 1 << 40, -1 << 62}[random.IntN(4)], random.IntN(9) == 0
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b madeEntry) int { return compare(&a.key, &b.key) })
	return all
}

// madeFile returns a file of each supported version, and its lines in order.
func madeFile(version int, codec string, deep bool) (b []byte, lines []string) {
	random := rand.New(rand.NewPCG(uint64(version), 1))
	groups := []madeGroup{
		{name: "one", entries: madeEntries(random, 90, "f1", "f2")}, {name: "empty"},
		{entries: madeEntries(random, 50, "x", "", "y")},
	}
	m := maker{version: version, codec: codec, most: 6, deep: deep}
	all := slices.Concat(groups[0].entries, groups[2].entries)
	slices.SortStableFunc(all, func(a, b madeEntry) int { return compare(&a.key, &b.key) })
	for i := range all {
		lines = append(lines, all[i].line())
	}
	return m.file(groups...), lines
}

func TestEveryVersionIsRead(t *testing.T) {
	for _, version := range []int{3, 4, 6, 7, 8} {
		for _, codec := range []string{"none", "gz"} {
			for _, deep := range []bool{false, true} {
				if deep && version < 6 {
					continue
				}
				t.Run(fmt.Sprint(version, codec, deep), func(t *testing.T) {
					b, want := madeFile(version, codec, deep)
					s := storetest.Open(t, Kind, file.Files{"made.rf": b})
					got, damage := storetest.Read(t, s, file.Query{Stored: true})
					if storetest.Compare(t, got, want); len(damage) > 0 {
						t.Errorf("damage in a sound file: %+v", damage)
					}
					part, _ := storetest.Read(t, s, file.Query{Stored: true, Start: []byte("row020"), Stop: []byte("row03")})
					var inside []string
					for _, line := range want {
						if r := line[len(`{"row":"`):]; r >= fmt.Sprintf("%x", "row020") && r < fmt.Sprintf("%x", "row03") {
							inside = append(inside, line)
						}
					}
					if storetest.Compare(t, part, inside); len(inside) == 0 {
						t.Error("the range is empty")
					}
					salvaged, damage := storetest.Read(t, storetest.Open(t, Kind, file.Files{"made.rf": b[:len(b)-1]}), file.Query{Stored: true})
					if slices.Sort(salvaged); len(damage) == 0 || damage[0].Code != "trailer" {
						t.Errorf("a cut file: %+v", damage)
					}
					slices.Sort(want)
					if codec == "gz" {
						storetest.Compare(t, salvaged, want)
					}
				})
			}
		}
	}
}

// Versions in between, and later ones, are refused rather than guessed.
func TestOtherVersionsAreRefused(t *testing.T) {
	b, lines := madeFile(8, "none", false)
	for _, version := range []byte{0, 1, 2, 5, 9, 255} {
		c := bytes.Clone(b)
		c[bytes.Index(c, []byte{0x20, 0x63, 0x74, 0x74})+7] = version
		got, damage := storetest.Read(t, storetest.Open(t, Kind, file.Files{"made.rf": c}), file.Query{Stored: true})
		if len(damage) == 0 || damage[0].Code != "rfile-index" || len(got) > len(lines) {
			t.Errorf("RFile %d: %d entries, %+v", version, len(got), damage)
		}
	}
	for _, container := range []byte{0, 2, 4} {
		c := bytes.Clone(b)
		c[len(c)-16-3] = container
		got, damage := storetest.Read(t, storetest.Open(t, Kind, file.Files{"made.rf": c}), file.Query{Stored: true})
		if len(damage) != 1 || damage[0].Code != "version" || damage[0].Offset != int64(len(c)-20) || len(got) > 0 {
			t.Errorf("BCFile %d: %d entries, %+v", container, len(got), damage)
		}
	}
	for _, codec := range []string{"lzma", "br"} {
		m := maker{version: 8, codec: codec, most: 6}
		_, damage := storetest.Read(t, storetest.Open(t, Kind, file.Files{"made.rf": m.file(madeGroup{})}), file.Query{Stored: true})
		if len(damage) != 2 || damage[0].Code != "meta-index" || damage[1].Code != codeCodec || !strings.Contains(damage[1].Expected, codec) {
			t.Errorf("codec %s: %+v", codec, damage)
		}
	}
}
