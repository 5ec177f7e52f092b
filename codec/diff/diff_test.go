package diff_test

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/store"
)

// tables yields entries, each of the table in its source. Their bytes are overwritten by the next one, as in a store.
type tables struct {
	list []store.Entry
	last []byte
}

func (x *tables) Next() (*store.Entry, string, error) {
	for i := range x.last {
		x.last[i] = 0xee
	}
	if len(x.list) == 0 {
		return nil, "", io.EOF
	}
	e := x.list[0].Clone()
	x.list = x.list[1:]
	x.last = x.last[:0]
	for i := range e.Parts {
		x.last = append(x.last, e.Parts[i].Bytes...)
	}
	at := 0
	for i := range e.Parts {
		n := len(e.Parts[i].Bytes)
		e.Parts[i].Bytes = x.last[at : at+n : at+n]
		at += n
	}
	return &e, e.Source.Table, nil
}

// sorted brings entries into the order of a sequence.
func sorted(k diff.Keys, list []store.Entry) []store.Entry {
	order := func(e *store.Entry) []byte { return diff.AppendTail(k.Append(nil, e.Source.Table, e), e) }
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b store.Entry) int { return bytes.Compare(order(&a), order(&b)) })
	return list
}

// merged returns what a Merge finds, one line per difference, and the number of equal rows.
func merged(t *testing.T, m *diff.Merge) (lines []string, same int) {
	t.Helper()
	for {
		p, err := m.Next()
		if err == io.EOF {
			slices.Sort(lines)
			return lines, same
		}
		if err != nil {
			t.Fatal(err)
		}
		switch p.Change {
		case diff.Same:
			same++
		case diff.Added:
			lines = append(lines, "+ "+shown(p.New))
		case diff.Removed:
			lines = append(lines, "- "+shown(p.Old))
		default:
			lines = append(lines, "~ "+shown(p.Old)+" > "+shown(p.New))
		}
	}
}

func shown(e *store.Entry) string {
	text := e.Source.Table
	for _, p := range e.Parts {
		text += fmt.Sprintf(" %s=%x", p.Name, p.Bytes)
	}
	return text + " " + e.Timestamp + e.Deleted
}

// randomBytes are short, and often alike, with 00, 01 and ff among them.
func randomBytes(r *rand.Rand, most int) []byte {
	b := make([]byte, r.IntN(most+1))
	for i := range b {
		b[i] = []byte{0, 1, 0xff, 'a'}[r.IntN(4)]
	}
	return b
}

func randomRow(r *rand.Rand) store.Entry {
	e := store.Entry{Source: store.Source{Table: []string{"", "t", "t\x00", "u"}[r.IntN(4)]}}
	if r.IntN(2) == 0 {
		e.Add(store.Row, randomBytes(r, 3))
		e.Add(store.Family, randomBytes(r, 1))
		e.Add(store.Qualifier, randomBytes(r, 2))
		e.Timestamp = strconv.Itoa(r.IntN(3) - 1)
	} else {
		e.Add(store.Key, randomBytes(r, 4))
	}
	e.Add(store.Value, randomBytes(r, 2))
	return e
}

// identity is the key of a row, not as the package makes it.
func identity(e *store.Entry, stored bool) string {
	text := fmt.Sprintf("%q", e.Source.Table)
	for _, p := range e.Parts {
		if p.Name != store.Value {
			text += fmt.Sprintf(" %s=%x", p.Name, p.Bytes)
		}
	}
	if stored {
		text += " " + e.Timestamp
	}
	return text
}

// naive compares lists of rows by key: rows of one key with the same value are pairs; one row left on
// each side is a change.
func naive(old, new []store.Entry, stored, times bool) (lines []string, same int) {
	groups := map[string]*[2][]store.Entry{}
	for i, list := range [...][]store.Entry{old, new} {
		for _, e := range list {
			id := identity(&e, stored)
			if groups[id] == nil {
				groups[id] = new2()
			}
			groups[id][i] = append(groups[id][i], e)
		}
	}
	for _, g := range groups {
		a, b := g[0], g[1]
		for i := 0; i < len(a); i++ {
			at := slices.IndexFunc(b, func(e store.Entry) bool {
				return bytes.Equal(valueOf(&e), valueOf(&a[i])) && (!times || e.Timestamp == a[i].Timestamp)
			})
			if at >= 0 {
				same++
				a, b = slices.Delete(a, i, i+1), slices.Delete(b, at, at+1)
				i--
			}
		}
		if len(a) == 1 && len(b) == 1 {
			lines = append(lines, "~ "+shown(&a[0])+" > "+shown(&b[0]))
			continue
		}
		for i := range a {
			lines = append(lines, "- "+shown(&a[i]))
		}
		for i := range b {
			lines = append(lines, "+ "+shown(&b[i]))
		}
	}
	slices.Sort(lines)
	return lines, same
}

func new2() *[2][]store.Entry { return new([2][]store.Entry) }

func valueOf(e *store.Entry) []byte {
	v, _ := e.Part(store.Value)
	return v
}

// newest keeps of each cell the version that readers see, and every pair.
func newest(list []store.Entry) (kept []store.Entry) {
	best := map[string]int{}
	for _, e := range list {
		id := identity(&e, false)
		at, seen := best[id]
		switch {
		case e.Timestamp == "":
			kept = append(kept, e)
		case !seen:
			best[id] = len(kept)
			kept = append(kept, e)
		case later(&e, &kept[at]):
			kept[at] = e
		}
	}
	return kept
}

// later reports whether a version comes first: the newer one or, at the same time, the one with the smaller value.
func later(a, b *store.Entry) bool {
	x, _ := strconv.Atoi(a.Timestamp)
	y, _ := strconv.Atoi(b.Timestamp)
	return cmp.Or(cmp.Compare(y, x), bytes.Compare(valueOf(a), valueOf(b))) < 0
}

// changes copies rows, and leaves some out, changes some, repeats some and adds others.
func changes(r *rand.Rand, old []store.Entry) (new []store.Entry) {
	for _, e := range old {
		switch e = e.Clone(); r.IntN(12) {
		case 0:
			continue
		case 1:
			e.Parts[len(e.Parts)-1].Bytes = randomBytes(r, 2)
		case 2:
			new = append(new, e.Clone())
			e.Parts[len(e.Parts)-1].Bytes = randomBytes(r, 2)
		case 3:
			new = append(new, randomRow(r))
		}
		new = append(new, e)
	}
	r.Shuffle(len(new), func(i, j int) { new[i], new[j] = new[j], new[i] })
	return new
}

func TestADifferenceIsThatOfComparingEachRowWithEach(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		old := make([]store.Entry, r.IntN(60))
		for i := range old {
			old[i] = randomRow(r)
		}
		new := changes(r, old)
		for _, stored := range []bool{false, true} {
			keys := diff.Keys{Stored: stored}
			sequence := func(list []store.Entry) diff.Sequence {
				s := diff.Sequence(&diff.InOrder{Entries: &tables{list: sorted(keys, list)}, Keys: keys})
				if !stored {
					s = &diff.Visible{From: s}
				}
				return s
			}
			want, wantSame := naive(newest(old), newest(new), stored, true)
			if stored {
				want, wantSame = naive(old, new, stored, true)
			}
			got, same := merged(t, &diff.Merge{Old: sequence(old), New: sequence(new), Times: true})
			if !slices.Equal(got, want) || same != wantSame {
				t.Fatalf("seed %d, stored %v: %d the same, want %d; got\n%q\nwant\n%q", seed, stored, same, wantSame, got, want)
			}
		}
	}
}

func TestSequencesTogetherAreOneInOrder(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		var all []store.Entry
		var parts diff.Together
		for range r.IntN(5) {
			list := make([]store.Entry, r.IntN(20))
			for i := range list {
				list[i] = randomRow(r)
			}
			all = append(all, list...)
			parts.From = append(parts.From, &diff.InOrder{Entries: &tables{list: sorted(diff.Keys{}, list)}})
		}
		var before []byte
		n := 0
		for ; ; n++ {
			var row diff.Row
			err := parts.Next(&row)
			if err == io.EOF {
				break
			}
			if err != nil || bytes.Compare(before, row.Key) > 0 {
				t.Fatalf("seed %d: %x after %x, %v", seed, row.Key, before, err)
			}
			before = bytes.Clone(row.Key)
		}
		if n != len(all) {
			t.Fatalf("seed %d: %d rows, want %d", seed, n, len(all))
		}
	}
}

func TestKeysSortAsTheirPartsDo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20_000 {
		a, b := randomRow(r), randomRow(r)
		if a.Parts[0].Name != b.Parts[0].Name {
			continue
		}
		want := cmp.Compare(a.Source.Table, b.Source.Table)
		for i := range a.Parts[:len(a.Parts)-1] {
			want = cmp.Or(want, bytes.Compare(a.Parts[i].Bytes, b.Parts[i].Bytes))
		}
		x, y := diff.Keys{}.Append(nil, a.Source.Table, &a), diff.Keys{}.Append(nil, b.Source.Table, &b)
		if got := bytes.Compare(x, y); got != want {
			t.Fatalf("%s and %s compare as %d, want %d: %x, %x", shown(&a), shown(&b), got, want, x, y)
		}
		if cut := (diff.Keys{NoTable: true}).Append(nil, "other", &a); !bytes.Equal(diff.CutTable(x), cut) {
			t.Fatalf("without its table %x is %x, want %x", x, diff.CutTable(x), cut)
		}
	}
}

func TestALateRowIsAnError(t *testing.T) {
	row := func(key, value string, line int) store.Entry {
		return store.Entry{
			Parts:  []store.Part{{Name: store.Key, Bytes: []byte(key)}, {Name: store.Value, Bytes: []byte(value)}},
			Source: store.Source{Line: line},
		}
	}
	for _, list := range [][]store.Entry{{row("b", "", 1), row("a", "", 2)}, {row("b", "2", 1), row("b", "1", 2)}} {
		s := diff.InOrder{Entries: &tables{list: list}}
		var r diff.Row
		if err := s.Next(&r); err != nil {
			t.Fatal(err)
		}
		err := s.Next(&r)
		want := "line 2: the rows are not in the order of their keys: key " + fmt.Sprintf("%x", list[1].Parts[0].Bytes) + " comes after a greater one"
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
