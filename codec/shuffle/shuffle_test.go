package shuffle

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// adder is a check: rows are words, grouped by their first letter; each group sends its number of words
// to the group of that number.
type adder struct {
	seen []string // groups
	to   int      // round of messages
}

func (a *adder) Rounds() int { return 2 }

func (a *adder) Place(e *store.Entry, p *Place) format.Taking {
	word, _ := e.Part(store.Key)
	if len(word) == 0 {
		return format.Foreign
	}
	p.Group, p.Order = append(p.Group, word[:1]...), append(p.Order, word[1:]...)
	return format.Checked
}

func (a *adder) Check(g *Group) {
	var words []string
	for r := g.Next(); r != nil; r = g.Next() {
		if r.Entry == nil {
			words = append(words, string(r.Message))
			continue
		}
		word, _ := r.Entry.Part(store.Key)
		if string(word[1:]) != string(r.Order) {
			words = append(words, "misplaced")
		}
		words = append(words, string(word))
	}
	if g.Next() != nil {
		words = append(words, "more")
	}
	a.seen = append(a.seen, strconv.Itoa(g.Round)+" "+string(g.Key)+": "+strings.Join(words, " "))
	if g.Round == 0 {
		g.Send(&Place{Round: a.to, Group: []byte(strconv.Itoa(len(words)))}, g.Key)
	}
	g.Report(&format.Finding{Code: string(g.Key), Item: strconv.Itoa(len(words))})
}

func (a *adder) AppendOrder(dst []byte, f *format.Finding) []byte { return append(dst, f.Code...) }

func word(text string) *store.Entry {
	return &store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: []byte(text)}}}
}

func TestGroupsSeeTheirRowsAndMessages(t *testing.T) {
	a := &adder{to: 1}
	s := New(a, nil)
	defer s.Close()
	for _, text := range []string{"bc", "a\x00", "", "b", "\x00z", "ab", "a", "\x00", "c"} {
		if got := s.Add(word(text), 0); (got == format.Foreign) != (text == "") {
			t.Errorf("%q is taken as %d", text, got)
		}
	}
	for range 2 {
		var found []string
		if err := s.Findings(func(f *format.Finding) bool { found = append(found, f.Code+f.Item); return true }); err != nil {
			t.Fatal(err)
		}
		if want := []string{"\x002", "11", "22", "31", "a3", "b2", "c1"}; !slices.Equal(found, want) {
			t.Errorf("found %q, want %q", found, want)
		}
	}
	want := []string{"0 \x00: \x00 \x00z", "0 a: a a\x00 ab", "0 b: b bc", "0 c: c", "1 1: c", "1 2: \x00 b", "1 3: a"}
	if !slices.Equal(a.seen, want) {
		t.Errorf("groups %q, want %q", a.seen, want)
	}
	if s.Add(word("d"), 0); s.Err() != nil {
		t.Fatal(s.Err())
	}
	n := 0
	if err := s.Findings(func(*format.Finding) bool { n++; return n < 3 }); err != nil || n != 3 || len(a.seen) != 15 {
		t.Errorf("%v, %d findings, %d groups", err, n, len(a.seen))
	}
}

func TestMessagesGoToLaterRoundsOnly(t *testing.T) {
	for _, to := range []int{-1, 0, 2} {
		s := New(&adder{to: to}, nil)
		s.Add(word("a"), 0)
		if err := s.Run(); !errors.Is(err, errRound) || s.Err() != err {
			t.Errorf("to round %d: %v", to, err)
		}
	}
}

// broken is a sorter that fails.
type broken struct {
	Sorter
	add, sort error
}

func (b broken) Add(key, payload []byte) error {
	if b.add != nil {
		return b.add
	}
	return b.Sorter.Add(key, payload)
}

func (b broken) Sort() (Sorted, error) {
	if b.sort != nil {
		return nil, b.sort
	}
	return b.Sorter.Sort()
}

func TestWhatASorterFailsOfIsKept(t *testing.T) {
	full := errors.New("the disk is full")
	for _, b := range []broken{{add: full}, {sort: full}} {
		s := New(&adder{to: 1}, func() Sorter { b.Sorter = NewSorter(); return b })
		s.Add(word("a"), 0)
		if err := s.Findings(func(*format.Finding) bool { return true }); err != full || s.Err() != full {
			t.Errorf("%v, %v", err, s.Err())
		}
		if err := s.Rows(func(*Row) bool { return true }); b.sort != nil && err != full {
			t.Errorf("rows: %v", err)
		}
	}
}

func TestRowsAndFindingsArePackedWhole(t *testing.T) {
	s := New(&adder{to: 1}, nil)
	e := store.Entry{Timestamp: "12", Deleted: "Delete",
		Source: store.Source{File: "f", Table: "t", CF: "01", Lineless: true, Offset: 1 << 40}}
	for i, name := range []string{store.Key, store.Row, store.Family, store.Qualifier, store.Visibility, store.Value, store.Bytes, "another"} {
		e.Add(name, []byte(strings.Repeat("k", i+1)))
	}
	s.Add(word("k"), 1)
	s.Add(&e, 77)
	var got []Row
	if err := s.Rows(func(r *Row) bool {
		r.Entry = r.Entry.Clone()
		got = append(got, *r)
		return true
	}); err != nil || len(got) != 2 {
		t.Fatal(err, got)
	}
	if want := e.Clone(); !reflect.DeepEqual(got[1].Entry, want) || got[1].Index != 1 || got[1].Mark != 77 {
		t.Errorf("got %+v, want %+v", got[1], want)
	}
	f := format.Finding{Severity: format.Error, Code: "c", Defect: "d", Timestamp: "1", Item: "i", Expected: "e", Stored: "s", Why: "w",
		NoMend: "n",
		Parts:  e.Parts[:2], Right: e.Parts[2:3], Found: e.Parts[3:], Source: e.Source,
		Because: []format.Reason{{Why: "x", Parts: e.Parts[:1], Source: e.Source}},
		Mend:    []store.Entry{{Parts: e.Parts, Timestamp: "2", Deleted: "Delete", Source: e.Source}}}
	packed := appendFinding(nil, &f)
	if back, ok := readFinding(packed); !ok || !reflect.DeepEqual(back, f) {
		t.Errorf("got %+v, want %+v", back, f)
	}
	for n := range packed { // what is cut ends early, whatever it says of itself
		readFinding(packed[:n])
	}
}

func TestEscapedBytesSortAsTheBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	random := func() []byte {
		b := make([]byte, r.IntN(4))
		for i := range b {
			b[i] = byte(r.IntN(3)) * 0x7F
		}
		return b
	}
	for range 10_000 {
		a, b := random(), random()
		x, y := AppendEscaped(nil, a), AppendEscaped(nil, b)
		x, y = binary.BigEndian.AppendUint32(x, r.Uint32()), binary.BigEndian.AppendUint32(y, r.Uint32())
		if one := slices.Compare(a, b); one != 0 && slices.Compare(x, y) != one {
			t.Fatalf("%x and %x are %x and %x", a, b, x, y)
		}
		back, rest := ReadEscaped(nil, x)
		if !slices.Equal(back, a) || len(rest) != 4 {
			t.Fatalf("%x is %x, and then %x", a, back, rest)
		}
	}
}

// joiner is an adder that yields an object for each group of its last round.
type joiner struct {
	adder
	yield func(format.Object) bool
}

func (j *joiner) Begin(m format.Moment, yield func(format.Object) bool) error {
	if j.yield = yield; m.History {
		return errors.New("no history")
	}
	return nil
}

func (j *joiner) Why() error { return nil }

func (j *joiner) Check(g *Group) {
	if j.adder.Check(g); g.Round == 1 && !j.yield(format.Object{Kind: string(g.Key)}) {
		g.End()
	}
}

func TestObjectsComeUntilNobodyWantsMore(t *testing.T) {
	j := &joiner{adder: adder{to: 1}}
	x := NewObjects(j, nil)
	defer x.Close()
	for _, text := range []string{"a", "ab", "b", "", "c", "cd", "ce"} {
		if part, err := x.Add(word(text)); part != (text != "") || err != nil {
			t.Errorf("%q: %t, %v", text, part, err)
		}
	}
	for _, most := range []int{1, 2, 3, 9} {
		var got []string
		j.seen = nil
		err := x.Each(format.Moment{}, func(o format.Object) bool { got = append(got, o.Kind); return len(got) < most })
		if want := []string{"1", "2", "3"}[:min(most, 3)]; err != nil || !slices.Equal(got, want) || len(j.seen) != 3+len(want) {
			t.Errorf("%q of %q, %v", got, j.seen, err)
		}
	}
	if err := x.Each(format.Moment{History: true}, nil); err == nil || x.Err() != nil {
		t.Errorf("%v, %v", err, x.Err())
	}
}
