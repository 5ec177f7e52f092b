package implexus

import (
	"bytes"
	"strconv"
)

// manyFindings is how many findings about n-gram rows it takes to try the other options.
const manyFindings = 16

// fitGrams says of findings about n-gram rows, if they are many, which options for n-grams would
// leave fewer than half of them. The findings are sorted; the first of those says it for all.
func (v *Verifier) fitGrams(c *check) {
	found := c.gramFindings()
	if len(found) < manyFindings {
		return
	}
	best, fewest := v.opt.Grams, len(found)
	for i := range 8 {
		o := v.opt
		o.Grams = GramOptions{KeepCase: i&1 != 0, SplitWords: i&2 != 0, PrefixBigrams: i&4 != 0}
		if o.Grams == v.opt.Grams {
			continue
		}
		if n := len(v.check(o).gramFindings()); n < fewest {
			best, fewest = o.Grams, n
		}
	}
	if 2*fewest >= len(found) {
		return
	}
	c.findings[found[0]].Why += "; of " + plural(len(found), "finding") + " about n-grams " + strconv.Itoa(fewest) +
		" would be left with " + best.String()
}

// gramFindings returns which findings are about n-gram rows.
func (c *check) gramFindings() []int {
	var found []int
	for i := range c.findings {
		f := &c.findings[i]
		key := f.Parts[0].Bytes
		switch f.Code {
		case MissingIndexRow, StaleIndexRow, MissingMember, StaleMember:
			if bytes.HasPrefix(key, []byte(shapes[Trigram].prefix)) {
				found = append(found, i)
			}
		}
	}
	return found
}

// String returns the options as in the result of verify.
func (o GramOptions) String() string {
	fold, split, bigrams := "lower", "none", "contain"
	if o.KeepCase {
		fold = "none"
	}
	if o.SplitWords {
		split = "space"
	}
	if o.PrefixBigrams {
		bigrams = "prefix"
	}
	return `{"fold":"` + fold + `","split":"` + split + `","bigram_rows":"` + bigrams + `"}`
}
