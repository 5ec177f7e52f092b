package hlc_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/rowlens/rowlens/codec/hlc"
)

func TestVersionOfMarykHasItsBytes(t *testing.T) {
	v, err := hlc.Maryk.Join(1545412345678, 0)
	if err != nil || v != 1620482295781654528 {
		t.Fatalf("%d, %v", v, err)
	}
	if b := hlc.Append(nil, v); !bytes.Equal(b, []byte{0x16, 0x7d, 0x1c, 0x0f, 0xf4, 0xe0, 0, 0}) {
		t.Errorf("plain %x", b)
	}
	if b := hlc.AppendInverted(nil, v); !bytes.Equal(b, []byte{0xe9, 0x82, 0xe3, 0xf0, 0x0b, 0x1f, 0xff, 0xff}) {
		t.Errorf("inverted %x", b)
	}
}

func TestEveryLayoutComesApartAndTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, l := range hlc.Layouts() {
		for range 2000 {
			v := hlc.Version(r.Uint64())
			again, err := l.Join(l.Physical(v), l.Logical(v))
			if err != nil || again != v {
				t.Fatalf("%s: %x became %x, %v", l.Name, v, again, err)
			}
			w := hlc.Version(r.Uint64() >> r.IntN(64))
			a, b := hlc.Append(nil, v), hlc.Append(nil, w)
			if (v < w) != (bytes.Compare(a, b) < 0) {
				t.Fatalf("%x and %x: bytes are not in the order of versions", v, w)
			}
			x, y := hlc.AppendInverted(nil, v), hlc.AppendInverted(nil, w)
			if (v < w) != (bytes.Compare(x, y) > 0) {
				t.Fatalf("%x and %x: inverted bytes are not in reverse order", v, w)
			}
			p, err1 := hlc.Decode(a)
			q, err2 := hlc.DecodeInverted(x)
			if p != v || q != v || err1 != nil || err2 != nil {
				t.Fatalf("%x came back as %x and %x", v, p, q)
			}
		}
		if found, ok := hlc.Find(l.Name); !ok || found != l {
			t.Errorf("%s is not found", l.Name)
		}
		var e *hlc.RangeError
		if _, err := l.Join(l.PhysicalMax()+1, 0); !errors.As(err, &e) || e.Field != "physical" {
			t.Errorf("%s: %v", l.Name, err)
		}
		if _, err := l.Join(0, l.LogicalMax()+1); !errors.As(err, &e) || e.Field != "logical" {
			t.Errorf("%s: %v", l.Name, err)
		}
	}
	if l, ok := hlc.Find("ms-20"); !ok || l != hlc.Maryk {
		t.Error("ms-20 is not Maryk's layout")
	}
	if _, ok := hlc.Find("ms-7"); ok {
		t.Error("ms-7 is found")
	}
}

func TestOtherLengthsAreRefused(t *testing.T) {
	for _, n := range []int{0, 7, 9} {
		var e *hlc.LengthError
		if _, err := hlc.Decode(make([]byte, n)); !errors.As(err, &e) || e.Len != n || err.Error() == "" {
			t.Errorf("%d bytes: %v", n, err)
		}
		if _, err := hlc.DecodeInverted(make([]byte, n)); err == nil {
			t.Errorf("%d inverted bytes are read", n)
		}
	}
}

func TestClockNeverGoesBack(t *testing.T) {
	now := uint64(1_700_000_000_000)
	c := &hlc.Clock{Now: func() uint64 { return now }}
	var last hlc.Version
	for _, at := range []uint64{now, now, now - 5000, now + 1, now - 40000, now + 2, now + 2} {
		now = at
		v, err := c.Next()
		if err != nil || v <= last {
			t.Fatalf("%d after %d, %v", v, last, err)
		}
		last = v
	}
	if hlc.Maryk.Physical(last) != now || hlc.Maryk.Logical(last) != 1 || c.Last() != last || c.Ahead() != 0 {
		t.Errorf("%d ms, logical %d", hlc.Maryk.Physical(last), hlc.Maryk.Logical(last))
	}
}

func TestClockMergesVersionsOfOthers(t *testing.T) {
	now := uint64(1_700_000_000_000)
	c := &hlc.Clock{Now: func() uint64 { return now }, MaxAhead: 1000}
	remote, _ := hlc.Maryk.Join(now+1000, 7)
	v, err := c.Merge(remote)
	if err != nil || v != remote+1 || c.Ahead() != 1000 {
		t.Fatalf("%d, %v, %d ms ahead", v, err, c.Ahead())
	}
	if next, err := c.Next(); err != nil || next != v+1 {
		t.Errorf("%d behind %d, %v", next, v, err)
	}
	past, _ := hlc.Maryk.Join(now-1000, 0)
	if next, err := c.Merge(past); err != nil || next != v+2 {
		t.Errorf("%d, %v", next, err)
	}
}

func TestClockSaysWhenItIsPushedTooFarAhead(t *testing.T) {
	now := uint64(1_700_000_000_000)
	c := &hlc.Clock{Now: func() uint64 { return now }}
	first, _ := c.Next()
	remote, _ := hlc.Maryk.Join(now+hlc.DefaultMaxAhead+1, 0)
	var e *hlc.AheadError
	if _, err := c.Merge(remote); !errors.As(err, &e) || e.Ahead != hlc.DefaultMaxAhead+1 || e.Max != hlc.DefaultMaxAhead ||
		err.Error() == "" {
		t.Fatalf("%v", err)
	}
	if v, err := c.Next(); err != nil || v != first+1 {
		t.Errorf("the refused version moved the clock to %d, %v", v, err)
	}
	if _, err := c.Merge(math.MaxUint64); err == nil {
		t.Error("the last version of all is merged")
	}
	now -= 10 * hlc.DefaultMaxAhead // the wall clock was set back too far to go on
	if _, err := c.Next(); !errors.As(err, &e) {
		t.Errorf("%v", err)
	}
}

func TestClockCarriesAnOverflowingCounter(t *testing.T) {
	now := uint64(1)
	c := &hlc.Clock{Layout: hlc.Millis12, Now: func() uint64 { return now }}
	full, _ := hlc.Millis12.Join(1, hlc.Millis12.LogicalMax()-1)
	v, err := c.Merge(full)
	next, err2 := c.Next()
	if err != nil || err2 != nil || next != v+1 || hlc.Millis12.Physical(next) != 2 || hlc.Millis12.Logical(next) != 0 {
		t.Errorf("%d, %d, %v, %v", v, next, err, err2)
	}
	now = hlc.Millis12.PhysicalMax() + 1
	if _, err := c.Next(); err == nil {
		t.Error("a wall clock out of range is taken")
	}
}

func TestClockIsSafeForManyCallers(t *testing.T) {
	c := &hlc.Clock{Now: func() uint64 { return 1_700_000_000_000 }}
	var mu sync.Mutex
	seen := map[hlc.Version]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				v, err := c.Next()
				mu.Lock()
				if err != nil || seen[v] {
					t.Errorf("%d twice, %v", v, err)
				}
				seen[v] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func TestPairsOfCockroachDB(t *testing.T) {
	for text, want := range map[string]hlc.Pair{
		"1545412345678000000.0000000007": {Wall: 1545412345678000000, Logical: 7},
		"1545412345678000000":            {Wall: 1545412345678000000},
		"5.1":                            {Wall: 5, Logical: 1000000000},
	} {
		p, err := hlc.ParsePair(text)
		if err != nil || p != want {
			t.Errorf("%s: %+v, %v", text, p, err)
		}
		again, err := hlc.DecodePair(hlc.AppendPair(nil, p))
		if err != nil || again != p || again.Compare(p) != 0 {
			t.Errorf("%s came back as %+v, %v", text, again, err)
		}
		if back, err := hlc.ParsePair(string(p.AppendText(nil))); err != nil || back != p {
			t.Errorf("%s is printed as %s", text, p.AppendText(nil))
		}
	}
	for _, wrong := range []string{"", "x", "-5", "5.x", "5.99999999999", "99999999999999999999"} {
		if p, err := hlc.ParsePair(wrong); err == nil {
			t.Errorf("%q is %+v", wrong, p)
		}
	}
	if _, err := hlc.DecodePair(make([]byte, 9)); err == nil {
		t.Error("9 bytes are read")
	}
	if (hlc.Pair{Wall: 1}).Compare(hlc.Pair{Wall: 1, Logical: 1}) != -1 || (hlc.Pair{Wall: 2}).Compare(hlc.Pair{Wall: 1, Logical: 1}) != 1 {
		t.Error("pairs are not in order")
	}
	v, _ := hlc.Maryk.Join(1545412345678, 7)
	p, err := hlc.Maryk.Pair(v)
	if again, err2 := hlc.Maryk.FromPair(p); err != nil || err2 != nil || again != v || p.Logical != 7 {
		t.Errorf("%d became %+v and then %d, %v, %v", v, p, again, err, err2)
	}
	if _, err := hlc.Maryk.Pair(math.MaxUint64); err == nil {
		t.Error("a version beyond 2262 has nanoseconds")
	}
	if _, err := hlc.Maryk.FromPair(hlc.Pair{Wall: -1}); err == nil {
		t.Error("a negative time is taken")
	}
}
