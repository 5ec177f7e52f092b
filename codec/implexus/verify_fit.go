package implexus

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode"
)

// gramOptions is the number of possible GramOptions. What depends on them is computed for all of
// them at once, with a bit for each, so that findings about n-grams can say which options would fit
// better.
const gramOptions = 8

// gramMask is a set of options, 1<<i for option i.
type gramMask = uint8

const allGrams gramMask = 1<<gramOptions - 1

func gramOption(i int) GramOptions {
	return GramOptions{KeepCase: i&1 != 0, SplitWords: i&2 != 0, PrefixBigrams: i&4 != 0}
}

// prefixGrams are the options with PrefixBigrams.
const prefixGrams gramMask = 0xF0

// trigramsOf returns the trigrams of a text, each with the options that give it.
func trigramsOf(text string) map[string]gramMask {
	grams := map[string]gramMask{}
	folds := strings.Map(unicode.ToLower, text) != text
	splits := strings.IndexFunc(text, unicode.IsSpace) >= 0
	var list []string
	for i := range gramOptions / 2 {
		o, mask := gramOption(i), gramMask(0x11)<<i
		if o.KeepCase && !folds || o.SplitWords && !splits {
			continue
		}
		if !folds {
			mask |= mask << 1
		}
		if !splits {
			mask |= mask << 2
		}
		list = AppendTrigrams(list[:0], text, o)
		for _, tri := range list {
			grams[tri] |= mask
		}
	}
	return grams
}

// gramFit is what is known about findings about n-grams. The first of them is held back, because it
// says which options fit.
type gramFit struct {
	first  *Finding
	counts [gramOptions]int // how many there are, and how many there would be with other options
}

// manyFindings is how many findings about n-gram rows it takes before other options are suggested.
const manyFindings = 16

// isGramFinding reports whether a finding is about the rows of an index, and may depend on options.
func isGramFinding(f *Finding) bool {
	switch f.Code {
	case MissingIndexRow, StaleIndexRow, MissingMember, StaleMember:
		return bytes.HasPrefix(f.Parts[0].Bytes, []byte(shapes[Trigram].prefix))
	}
	return false
}

// add counts the findings about a row: own under the chosen option, and others under the other
// options.
func (x *gramFit) add(option, own int, others *[gramOptions]int) {
	for i, n := range others {
		if i == option {
			n = own
		}
		x.counts[i] += n
	}
}

// hold holds back a finding about n-grams if it is the first in order; otherwise, or if it replaces
// one, the other is reported.
func (c *check) hold(f *Finding) {
	x := &c.fit
	if x.first == nil {
		c.group.Send(c.to(roundNote, groupFit, nil, orderMessage, nil), nil)
	} else if a, b := f, x.first; cmp.Or(bytes.Compare(a.Parts[0].Bytes, b.Parts[0].Bytes), cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Item, b.Item)) > 0 {
		c.group.Report(f)
		return
	} else {
		c.group.Report(x.first)
	}
	first := *f
	x.first = &first
}

// checkFit reports the first finding about n-grams. If there are many, it says which options would
// leave fewer than half of them.
func (c *check) checkFit() {
	x := &c.fit
	best, found := c.grams, x.counts[c.grams]
	fewest := found
	for i, n := range x.counts {
		if n < fewest {
			best, fewest = i, n
		}
	}
	if found >= manyFindings && 2*fewest < found {
		x.first.Why += "; of " + plural(found, "finding") + " about n-grams " + strconv.Itoa(fewest) +
			" would be left with " + gramOption(best).String()
	}
	c.group.Report(x.first)
}

// String returns the options as verify shows them.
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
