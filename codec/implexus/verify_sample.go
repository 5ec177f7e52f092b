package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/shuffle"
)

// sample is a part of the rows; if of is 0, all of them.
type sample struct{ of, part uint32 }

// Sample implements shuffle.Sampled: the sample has the rows, stored or missing, whose key's hash
// modulo n is part. A sample does not say what other options for n-grams would leave.
func (v *Verifier) Sample(n, part uint32) { v.sample = sample{n, part} }

// has reports whether findings about a key belong to the sample.
func (s sample) has(key []byte) bool {
	return shuffle.Sampling{Of: s.of, Part: s.part}.Has(bytes.TrimSuffix(key, []byte{0}))
}

// needs reports whether a sample needs a row. A set from which nothing is derived is needed only
// for itself.
func (s sample) needs(kind Kind, text []byte) bool {
	switch kind {
	case ChildrenKey, TypeIndex, CategoryMembers, CatalogueKeys, Unigram:
		return s.has(text)
	}
	return true
}
