package stats

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// sizesLike are numbers as sizes are: many small ones, few large.
func sizesLike(r *rand.Rand, n int) []int64 {
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(math.Exp(r.Float64() * 16))
	}
	return list
}

func TestQuantilesAreWithinTheirError(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 10, 1000, 20_000} {
		list := sizesLike(r, n)
		var h Histogram
		for _, v := range list {
			h.Add(v)
		}
		slices.Sort(list)
		for _, q := range []int64{1, 250, 500, 950, 999, 1000} {
			exact := list[(int64(n)*q+999)/1000-1]
			got := h.Quantile(q)
			if got < exact || got > exact+exact/128 || exact < 256 && got != exact {
				t.Errorf("of %d numbers quantile %d is %d, want %d to %d", n, q, got, exact, exact+exact/128)
			}
		}
		if h.Min != list[0] || h.Max != list[n-1] || h.Count != int64(n) {
			t.Errorf("%d numbers: %d from %d to %d, want from %d to %d", n, h.Count, h.Min, h.Max, list[0], list[n-1])
		}
	}
}

func TestBinsCoverAllNumbersWithoutGaps(t *testing.T) {
	for bin := range binOf(math.MaxInt64) {
		from, to := binStart(bin), binStart(bin+1)-1
		if binOf(from) != bin || binOf(to) != bin || from > to {
			t.Fatalf("bin %d is from %d (in bin %d) to %d (in bin %d)", bin, from, binOf(from), to, binOf(to))
		}
		if from >= 256 && (to-from+1)*128 > from {
			t.Fatalf("bin %d from %d is %d wide, more than 1/128", bin, from, to-from+1)
		}
	}
	var h Histogram
	h.Add(math.MaxInt64)
	if h.Quantile(500) != math.MaxInt64 {
		t.Errorf("the median of the largest number is %d", h.Quantile(500))
	}
}

func TestBarsHaveEveryNumberOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, most := range []float64{0, 1, 5, 8, 12, 20, -1, -1000, -1e6, -1e12} {
		var h Histogram
		var list []int64
		for range 5000 {
			v := int64(math.Exp(r.Float64() * most))
			if most < 0 { // large numbers that are close together
				v = int64(-most) + r.Int64N(30)
			}
			list = append(list, v)
			h.Add(v)
		}
		bars, doubling := h.Bars(barsMax)
		if len(bars) > barsMax && !doubling || len(bars) > 64 {
			t.Errorf("up to e^%v: %d bars", most, len(bars))
		}
		for i, b := range bars {
			n := int64(0)
			for _, v := range list {
				if v >= b.From && v <= b.To {
					n++
				}
			}
			if n != b.Rows || i > 0 && b.From != bars[i-1].To+1 {
				t.Errorf("up to e^%v: bar %d from %d to %d has %d, want %d", most, i, b.From, b.To, b.Rows, n)
			}
		}
		if bars[0].From > h.Min || bars[len(bars)-1].To < h.Max {
			t.Errorf("up to e^%v: bars from %d to %d leave out numbers from %d to %d", most, bars[0].From, bars[len(bars)-1].To, h.Min, h.Max)
		}
	}
}

func TestDistinctCountsAreWithinTheirError(t *testing.T) {
	for _, n := range []int{0, 1, 4096, 4097, 20_000, 1_000_000} {
		var d Distinct
		for round := range 2 { // what came before does not count
			for i := range n {
				d.Add(mixed(uint64(i), 7))
			}
			got, exact := d.Count()
			off := math.Abs(float64(got) - float64(n))
			if exact != (n <= distinctExact) || exact && off != 0 || off > 4*DistinctError*float64(n) {
				t.Errorf("round %d: of %d there are %d (exact: %v)", round, n, got, exact)
			}
		}
	}
}

func TestMergedCountsAreThoseOfOnePass(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 3, 4000, 9000} {
		list := sizesLike(r, n)
		var one, left, right Distinct
		var oneH, leftH, rightH Histogram
		var oneT, leftT, rightT Timeline
		cut := 0
		if n > 0 {
			cut = r.IntN(n)
		}
		for i, v := range list {
			ms := plausibleFrom - 5 + v*v%(plausibleTo-plausibleFrom+10)
			one.Add(mixed(uint64(v), 0))
			oneH.Add(v)
			oneT.Add(ms, 1<<41)
			if i < cut {
				left.Add(mixed(uint64(v), 0))
				leftH.Add(v)
				leftT.Add(ms, 1<<41)
			} else {
				right.Add(mixed(uint64(v), 0))
				rightH.Add(v)
				rightT.Add(ms, 1<<41)
			}
		}
		left.Merge(&right)
		leftH.Merge(&rightH)
		leftT.Merge(&rightT)
		a, _ := one.Count()
		b, _ := left.Count()
		if a != b || !bytes.Equal(one.registers, left.registers) {
			t.Errorf("%d in two parts are %d different ones, in one %d", n, b, a)
		}
		if !reflect.DeepEqual(oneH, leftH) {
			t.Errorf("%d numbers in two parts have another histogram than in one", n)
		}
		if fmt.Sprint(oneT) != fmt.Sprint(leftT) {
			t.Errorf("%d instants in two parts:\n%v\nin one:\n%v", n, leftT, oneT)
		}
	}
}

func TestTimelinesCountEveryInstantInItsBar(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const now = 1_700_000_000_000
	for _, spread := range []int64{1, 900, 5_000, 3_600_000, 40 * 86_400_000, 60 * 365 * 86_400_000} {
		var x Timeline
		var list []int64
		future, outside := int64(0), int64(0)
		for i := range 3000 {
			ms := now + (r.Int64N(2*spread)-spread)/2
			if i%500 == 499 {
				ms = []int64{math.MaxInt64, math.MinInt64, 0, -1, plausibleTo, plausibleFrom - 1}[i/500]
			}
			x.Add(ms, now)
			if ms > now {
				future++
			}
			if ms < plausibleFrom || ms >= plausibleTo {
				outside++
				continue
			}
			list = append(list, ms)
		}
		if x.Future != future || x.Outside != outside || x.Oldest != slices.Min(list) || x.Newest != slices.Max(list) {
			t.Errorf("spread %d: %+v, want %d in the future, %d outside, from %d to %d", spread, x, future, outside, slices.Min(list), slices.Max(list))
		}
		bars, width := x.Bars(barsMax)
		if len(bars) > barsMax || len(x.bins) > binsMax {
			t.Errorf("spread %d: %d bars of %d bins", spread, len(bars), len(x.bins))
		}
		for _, b := range bars {
			n := int64(0)
			for _, ms := range list {
				if ms >= b.From && ms <= b.To {
					n++
				}
			}
			if n != b.Rows || b.To-b.From+1 != width {
				t.Errorf("spread %d: bar from %d to %d has %d, want %d", spread, b.From, b.To, b.Rows, n)
			}
		}
	}
}

// zipf counts rows whose names have shares that fall with their number.
func zipf(seed uint64, rows, names int, add func(name []byte, row *Tally, rank uint64)) map[string]Tally {
	r := rand.New(rand.NewPCG(seed, 9))
	z := rand.NewZipf(r, 1.2, 8, uint64(names-1))
	want := map[string]Tally{}
	for i := range rows {
		name := fmt.Appendf(nil, "entity %d", z.Uint64())
		row := Tally{Rows: 1, KeyBytes: 20, ValueBytes: int64(r.IntN(100))}
		add(name, &row, mixed(seed, uint64(i)))
		n := want[string(name)]
		n.add(&row)
		want[string(name)] = n
	}
	return want
}

func TestTalliesAreExactOrWithinTheirError(t *testing.T) {
	const rows = 200_000
	for _, size := range []tallySize{{exact: 1 << 20, width: 1 << 10, sample: 1 << 8}, {exact: 1 << 10, width: 1 << 12, sample: 1 << 12}} {
		x := newTallies(size)
		want := zipf(1, rows, 100_000, x.add)
		list, rowsError, bytesError := x.all()
		exact := x.sketch == nil
		if exact != (len(want) <= size.exact) || exact != (rowsError == 0) || exact && len(list) != len(want) {
			t.Fatalf("%d names: exact %v, %d listed, error %d", len(want), exact, len(list), rowsError)
		}
		off := 0
		for _, got := range list {
			w := want[got.name]
			if got.Rows < w.Rows || got.Bytes() < w.Bytes() || exact && got.Tally != w {
				t.Errorf("%s has %+v, want %+v", got.name, got.Tally, w)
			}
			if got.Rows > w.Rows+rowsError || got.Bytes() > w.Bytes()+bytesError {
				off++
			}
		}
		if off*50 > len(list) {
			t.Errorf("%d of %d names are off by more than the error that is said", off, len(list))
		}
		for name, w := range want {
			if w.Rows*200 > rows && !slices.ContainsFunc(list, func(x named) bool { return x.name == name }) {
				t.Errorf("%s has %d of %d rows and is not listed", name, w.Rows, rows)
			}
		}
	}
}

// Names and counts do not depend on how rows are divided, nor on their order.
func TestTalliesOfPartsAddUpToThoseOfAll(t *testing.T) {
	for _, names := range []int{20, 300, 5000} {
		size := tallySize{exact: 256, width: 64, sample: 32}
		one := newTallies(size)
		parts := [3]*tallies{newTallies(size), newTallies(size), newTallies(size)}
		i := 0
		zipf(2, 20_000, names, func(name []byte, row *Tally, rank uint64) {
			one.add(name, row, rank)
			parts[i*i%7%3].add(name, row, rank)
			i++
		})
		all := newTallies(size)
		for _, p := range []*tallies{parts[2], parts[0], parts[1]} {
			all.merge(p)
		}
		got, gotRows, gotBytes := all.all()
		want, wantRows, wantBytes := one.all()
		for _, list := range [][]named{got, want} {
			slices.SortFunc(list, func(a, b named) int { return bytes.Compare([]byte(a.name), []byte(b.name)) })
		}
		if !slices.Equal(got, want) || gotRows != wantRows || gotBytes != wantBytes || all.total != one.total {
			t.Errorf("%d names: parts give %d names, all at once %d; or their counts differ", names, len(got), len(want))
		}
	}
}

func TestTheSameRowsInASampleAreOne(t *testing.T) {
	s := sample{max: 4}
	for range 10 {
		s.put(drawn{1, "a"})
		s.put(drawn{2, "b"})
	}
	if len(s.heap) != 2 {
		t.Errorf("there are %d rows in the sample, want 2", len(s.heap))
	}
	for i := range 100 {
		s.put(drawn{float64(100 - i), "c"})
	}
	ranks := []float64{}
	for _, x := range s.heap {
		ranks = append(ranks, x.rank)
	}
	slices.Sort(ranks)
	if !slices.Equal(ranks, []float64{1, 1, 2, 2}) || len(s.have) != 4 {
		t.Errorf("the least ranks are %v", ranks)
	}
}

func TestRegionsAreWhereTheirStartsSay(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	list := []Options{{}, {Regions: 1}, {Regions: 3}, {Regions: 1000}, {Regions: RegionsMax}, {Regions: 1 << 30},
		{Splits: [][]byte{[]byte("a"), []byte("b"), []byte("b\x00")}}}
	for _, o := range list {
		x := newRegions(o)
		for i := range 2000 {
			var key []byte
			switch {
			case i < len(x.tallies):
				key = slices.Clone(x.start(i))
			default:
				key = binary.BigEndian.AppendUint64(nil, r.Uint64())[:r.IntN(9)]
			}
			n := x.of(key)
			before := bytes.Compare(padded(key), padded(x.start(n))) < 0
			after := o.Splits == nil && n+1 < len(x.tallies) && bytes.Compare(padded(key), padded(x.start(n+1))) >= 0
			if before || after {
				t.Errorf("of %d regions %x is in %d, which begins with %x", len(x.tallies), key, n, x.start(n))
			}
			if i < len(x.tallies) && n != i {
				t.Errorf("of %d regions the start of %d is in %d", len(x.tallies), i, n)
			}
		}
	}
	splits := newRegions(list[len(list)-1])
	for key, want := range map[string]int{"": 0, "Z": 0, "a": 1, "azz": 1, "b": 2, "b\x00": 3, "b\x01": 3} {
		if got := splits.of([]byte(key)); got != want {
			t.Errorf("%q is in region %d, want %d", key, got, want)
		}
	}
}

// padded is a key of 9 bytes or more, as equal ranges see it.
func padded(key []byte) []byte {
	var b [9]byte
	return append(b[:0:0], append(slices.Clone(key), b[min(len(key), 9):]...)...)
}

// However many names there are, and however long they are, memory is bounded.
func TestTalliesTakeBoundedMemory(t *testing.T) {
	for _, c := range []struct {
		size tallySize
		max  int64
	}{{entitySize, 45 << 20}, {nameSize, 3 << 20}} {
		before := heap()
		x := newTallies(c.size)
		var name []byte
		rest := make([]byte, 300)
		for i := range 5 * c.size.exact / 2 {
			name = shortened(append(fmt.Appendf(name[:0], "%d ", i), rest...), 0)
			name = shortened(append(name, rest...), len(name)) // as long as tables and entities may be
			x.add(name, &Tally{Rows: 1, KeyBytes: 9}, mixed(uint64(i), 1))
			if i == c.size.exact-2 || i == 5*c.size.exact/2-1 {
				if used := heap() - before; used > c.max {
					t.Errorf("%d names take %d bytes, more than %d", i+1, used, c.max)
				}
			}
		}
		runtime.KeepAlive(x)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestPackedTextsComeBack(t *testing.T) {
	long := string(bytes.Repeat([]byte("x"), 300))
	packed := string(pack(pack(pack(nil, ""), long), []byte("\x00\xff")))
	for _, want := range []string{"", long, "\x00\xff"} {
		var got string
		if got, packed = unpack(packed); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
}

func TestNumbersAreReadAsTheyAre(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "-1": -1, "1714784409500": 1714784409500, "9223372036854775807": math.MaxInt64} {
		if got, ok := number(text); !ok || got != want {
			t.Errorf("%q is %d (%v)", text, got, ok)
		}
	}
	for _, text := range []string{"", "-", "1.5", "+1", "9223372036854775808", "99999999999999999999", "1e3", " 1"} {
		if got, ok := number(text); ok {
			t.Errorf("%q is taken as %d", text, got)
		}
	}
}
