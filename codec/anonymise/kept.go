package anonymise

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// follow finds the members that follow from others: without them the row is the same.
func (r *reading) follow() {
	whole, err := r.encoded(r.values())
	if err != nil {
		return
	}
	try := func(list []int) bool {
		for _, i := range list {
			r.leaves[i].follows = true
		}
		less, err := r.encoded(r.values())
		if err == nil && same(&whole, &less) {
			return true
		}
		for _, i := range list {
			r.leaves[i].follows = false
		}
		return false
	}
	var loose []int
	for i := range r.leaves {
		if r.leaves[i].loose && !strings.HasSuffix(r.leaves[i].at, "]") {
			loose = append(loose, i)
		}
	}
	if len(loose) == 0 || len(loose) > triesMax || try(loose) {
		return
	}
	for i := range loose {
		try(loose[i : i+1])
	}
}

// values returns the current values of a reading.
func (r *reading) values() []value.Value {
	list := make([]value.Value, len(r.leaves))
	for i := range list {
		list[i] = r.leaves[i].v
	}
	return list
}

// same reports whether entries have the same parts.
func same(a, b *store.Entry) bool {
	return slices.EqualFunc(a.Parts, b.Parts, func(p, q store.Part) bool { return p.Name == q.Name && bytes.Equal(p.Bytes, q.Bytes) })
}

// place identifies a member in all rows of a kind, together with its value.
func (x *run) place(r *reading, l *leaf) string {
	var b strings.Builder
	b.WriteString(r.row.Format.ID + "/" + r.row.Record.Name)
	for _, s := range strings.Split(l.at, "[") {
		_, name, _ := strings.Cut(s, "]")
		b.WriteString("[" + name)
	}
	return b.String() + "=" + textOf(l.v)
}

// triesMax bounds how often a row is written.
const triesMax = 200

// oneByOne replaces values one after another, equal ones together, and so finds those that the record does not allow to
// change. Such a value then stays if it may follow from others, or be one of a closed set, unless it is a text that the
// row has in its bytes.
func (x *run) oneByOne(r *reading, to []value.Value, first error) (e store.Entry, err error) {
	now := r.values()
	pending := groups(r, to)
	for tries := 0; len(pending) > 0; {
		var left [][]int
		var why []error
		for _, g := range pending {
			if tries++; tries > triesMax {
				return e, first
			}
			set(now, to, g)
			if e, err = x.written(r, now); err != nil {
				restore(now, r, g)
				left, why = append(left, g), append(why, err)
			}
		}
		if len(left) == len(pending) {
			for i, g := range left {
				if !x.mayStay(r, g) {
					return e, why[i]
				}
			}
			break
		}
		pending = left
	}
	copy(to, now)
	return x.written(r, to)
}

// groups puts equal values together, by their kinds.
func groups(r *reading, to []value.Value) [][]int {
	var changing []int
	for i := range r.leaves {
		if l := &r.leaves[i]; l.kind != keep && !l.fixed && !l.follows && textOf(to[i]) != textOf(l.v) {
			changing = append(changing, i)
		}
	}
	return grouped(changing, func(i int) string { return textOf(r.leaves[i].v) })
}

func set(now, to []value.Value, group []int) {
	for _, i := range group {
		now[i] = to[i]
	}
}

func restore(now []value.Value, r *reading, group []int) {
	for _, i := range group {
		now[i] = r.leaves[i].v
	}
}

// mayStay reports whether members may keep their values, and records that they do. Names and times may: the changes list
// those that stay.
func (x *run) mayStay(r *reading, group []int) bool {
	for _, i := range group {
		l := &r.leaves[i]
		if l.why == "" && (!l.loose || !telling(l.v) || holds(&r.row.Input.Entry, l.v)) {
			return false
		}
		x.fixed[x.place(r, l)], l.fixed = true, true
	}
	return true
}

// telling reports whether a value can be a word of the format or a small number, and nothing else.
func telling(v value.Value) bool {
	text := textOf(v)
	n, err := strconv.Atoi(text)
	return err == nil && n >= -0x80 && n <= 0xff ||
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") == ""
}

// holds reports whether parts contain a text, unchanged or with all bits inverted.
func holds(e *store.Entry, v value.Value) bool {
	text, _ := v.Text()
	if len(text) < begin {
		return false
	}
	inverted := []byte(text)
	for i := range inverted {
		inverted[i] = ^inverted[i]
	}
	for _, p := range e.Parts {
		if bytes.Contains(p.Bytes, []byte(text)) || bytes.Contains(p.Bytes, inverted) {
			return true
		}
	}
	return false
}
