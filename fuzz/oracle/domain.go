package main

import (
	"math/rand/v2"
	"regexp"
)

// domain is one thing to compare. A case is a line for the JVM: a question and its
// arguments, separated by tabs.
type domain interface {
	name() string
	prefix() string // of its questions
	prepare(seed uint64, j *jvms) error
	next(r *rand.Rand) string
	judge(question []string, a answers) []difference
}

// difference is where rowlens disagrees with the oracle.
type difference struct {
	kind string // the same for all cases with the same cause, as far as that can be told
	ours string
}

// reading is what one of our readers makes of bytes.
type reading struct {
	ok   bool
	text string // the value, or why it was refused
}

func (r reading) String() string {
	if !r.ok {
		return "refuses (" + r.text + ")"
	}
	return "reads " + r.text
}

// relate compares our two readers with a peer that reads stored bytes as value and
// would write them as again. The strict reader must accept only what the peer
// writes, the lenient one everything that the peer reads.
func relate(of string, strict, lenient reading, peer answer, stored, value, again string) (list []difference) {
	add := func(kind string, r reading) {
		list = append(list, difference{of + ": " + kind, r.String()})
	}
	if !peer.ok() {
		if strict.ok {
			add("strict takes what the peer refuses", strict)
		}
		if lenient.ok && !strict.ok {
			add("lenient takes what the peer refuses", lenient)
		}
		return list
	}
	switch {
	case strict.ok && strict.text != value:
		add("strict reads another value", strict)
	case strict.ok && stored != again:
		add("strict takes what the peer writes otherwise", strict)
	case !strict.ok && stored == again:
		add("strict refuses what the peer writes", strict)
	}
	switch {
	case !lenient.ok:
		add("lenient refuses what the peer reads", lenient)
	case lenient.text != value && !strict.ok:
		add("lenient reads another value", lenient)
	}
	return list
}

// written compares what both sides write. Either may refuse.
func written(of string, ours string, err error, peer answer) []difference {
	switch {
	case err == nil && !peer.ok():
		return []difference{{of + ": writes what the peer refuses to", ours}}
	case err != nil && peer.ok():
		return []difference{{of + ": refuses to write what the peer writes", err.Error()}}
	case err == nil && ours != peer.text():
		return []difference{{of + ": writes other bytes", ours}}
	}
	return nil
}

// replacements matches the characters that replace bytes that are not UTF-8.
var replacements = regexp.MustCompile("(efbfbd)+")

// replaced reports whether two texts in hex differ only in how many characters
// replace bytes that are not UTF-8.
func replaced(a, b string) bool {
	return a != b && replacements.ReplaceAllString(a, "-") == replacements.ReplaceAllString(b, "-")
}
