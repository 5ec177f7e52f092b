package implexus

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/shuffle"
)

// sample is a part of the rows, all if of is 0.
type sample struct{ of, part uint32 }

// Sample implements shuffle.Sampled: of the rows, stored or missing, those of which the hash of the
// key, modulo n, is part. What other options for n-grams would leave is not said of a sample.
func (v *Verifier) Sample(n, part uint32) { v.sample = sample{n, part} }

// has reports whether what is found of a key is of the sample.
func (s sample) has(key []byte) bool {
	return shuffle.Sampling{Of: s.of, Part: s.part}.Has(bytes.TrimSuffix(key, []byte{0}))
}

// needs reports whether a sample needs a row: sets that nothing follows from are for themselves.
func (s sample) needs(kind Kind, text []byte) bool {
	switch kind {
	case ChildrenKey, TypeIndex, CategoryMembers, CatalogueKeys, Unigram:
		return s.has(text)
	}
	return true
}
