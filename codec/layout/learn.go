package layout

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Learnt is a layout that keys suggest, with the reasons: one for each item, in words.
type Learnt struct {
	Layout   *Layout
	Evidence []string
	saved    int // eighths of bits that the layout saves: how unlikely it is that the keys fit by chance
}

// Limits of what is examined.
const (
	learnLeast = 3    // keys
	learnMost  = 256  // keys
	learnLong  = 4096 // bytes per key
)

// Learn returns layouts that fit all keys, the one with the most evidence first, or none if the bytes show nothing.
func Learn(keys [][]byte) (list []Learnt, err error) {
	keys = slices.Clone(keys[:min(len(keys), learnMost)])
	differ := keys[:0:0]
	for _, k := range keys {
		if len(k) > learnLong {
			return nil, format.Refuse("keys", "expected keys of at most "+itoa(learnLong)+" bytes")
		}
		if !slices.ContainsFunc(differ, func(o []byte) bool { return bytes.Equal(o, k) }) {
			differ = append(differ, k)
		}
	}
	if len(differ) < learnLeast {
		return nil, format.Refuse("keys", "expected at least "+itoa(learnLeast)+" keys that differ, better ten, found "+itoa(len(differ)))
	}
	x := learner{keys: differ}
	for _, k := range differ {
		x.runs, x.plain = append(x.runs, visibleRuns(k)), x.plain+len(k)*byteCost
	}
	for _, x.typed = range [...]bool{true, false} {
		line, why, saved := x.learn()
		if l, err := Parse(line); err == nil && saved >= learnSaved && l.reads(differ) {
			list = append(list, Learnt{l, why, saved})
		}
		if !x.typed {
			break // without looking for values of OrderedBytes, it finds the same
		}
	}
	if len(list) == 2 && list[0].saved < list[1].saved {
		list[0], list[1] = list[1], list[0]
	}
	if len(list) == 2 && list[1].saved*4 < list[0].saved*3 {
		list = list[:1] // it explains much less
	}
	return list, nil
}

// reads reports whether the layout reads all keys with correct hashes.
func (l *Layout) reads(keys [][]byte) bool {
	in, s := format.Input{}, &Schema{[]string{""}, []*Layout{l}}
	in.Schema = s
	for _, k := range keys {
		in.Entry.Reset()
		in.Entry.Add("row", k)
		if decodeKey(&in, nil, nil) != nil || in.Doubtful {
			return false
		}
	}
	return true
}

// learn returns the line of the layout that describes the keys in the fewest bits, the reason for each of its items, and
// what it saves. It sets typed to whether there are values of OrderedBytes in it.
func (x *learner) learn() (line string, why []string, saved int) {
	last := x.search()
	if last == nil {
		x.typed = false
		return "", nil, 0
	}
	named := map[string]int{}
	for s := last; s.from != nil; s = s.from {
		named[s.name]++
	}
	x.typed = named["value"] > 0
	for s := last; s.from != nil; s = s.from {
		label, item := s.line, s.line
		if name := s.name; name != "" {
			if n := named[name]; n > 1 {
				named[name], name = n-1, name+itoa(n)
			}
			label, item = name, name+":"+item
		}
		line = item + " " + line
		why = append(why, label+": "+s.why)
	}
	slices.Reverse(why)
	return line[:max(len(line)-1, 0)], why, x.plain + itemCost - last.cost
}

// deriveLearnt answers with the layouts that given.keys suggest.
func deriveLearnt(in *format.Input, w *value.Writer) error {
	var keys [][]byte
	given, err := format.List(in.Given, "keys")
	if err != nil {
		return err
	}
	for _, v := range given {
		b, ok := v.Hex()
		if !ok {
			return format.Expect(false, "keys", "a list of keys as hex", v)
		}
		keys = append(keys, b)
	}
	list, err := Learn(keys)
	if err != nil {
		return err
	}
	w.Object()
	w.Key("layouts")
	w.Array()
	for i := range list {
		w.Object()
		w.Member("layout").String(list[i].Layout.line)
		w.Key("evidence")
		w.Strings(list[i].Evidence)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return nil
}
