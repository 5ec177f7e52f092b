package zstd

// numbers says what the symbols of one of the three tables of sequences mean.
type numbers struct {
	base  []uint32
	extra []uint8
	log   uint8 // of the largest table

	usual    []int16 // the table that needs no description, and its log
	usualLog uint8
}

const (
	literalLengths = iota
	offsets
	matchLengths
)

var kinds = [3]numbers{
	{
		base: []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64,
			128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536},
		extra: []uint8{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6,
			7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		log: 9,
		usual: []int16{4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
			-1, -1, -1, -1},
		usualLog: 6,
	},
	{
		base:     powers[:],
		extra:    []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31},
		log:      8,
		usual:    []int16{1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1},
		usualLog: 5,
	},
	{
		base: []uint32{3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
			31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539},
		extra: []uint8{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
			0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		log: 9,
		usual: []int16{1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
			1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1},
		usualLog: 6,
	},
}

// powers are 1<<0 to 1<<31.
var powers = func() (p [32]uint32) {
	for i := range p {
		p[i] = 1 << i
	}
	return p
}()

// mean puts into each state the number that its symbol means.
func (k *numbers) mean(t *table) {
	for i, s := range t.states[:1<<t.log] {
		t.states[i] = newState(k.base[s.base()], s.next(), s.bits(), k.extra[s.base()])
	}
}

// How a block specifies its tables.
const (
	modeUsual = iota
	modeSingle
	modeOwn
	modeRepeat
)

// read reads the description of a table and returns how many bytes it takes.
func (k *numbers) read(t *table, src []byte) (used int, ok bool) {
	var c counts
	n, log, used, ok := c.read(src, len(k.base), k.log)
	if ok {
		t.build(c[:n], log)
		k.mean(t)
	}
	return used, ok
}

// single makes a table for one symbol.
func (k *numbers) single(t *table, symbol byte) bool {
	if int(symbol) >= len(k.base) {
		return false
	}
	t.single(symbol)
	k.mean(t)
	return true
}
