package implexus

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// GramOptions decide how texts become n-grams, which the key schema leaves open. The zero options
// are the defaults.
type GramOptions struct {
	KeepCase      bool // no lower-casing
	SplitWords    bool // windows only inside words
	PrefixBigrams bool // a bigram row lists only the trigrams that begin with it
}

// AppendTrigrams appends the trigrams of a text, each once and sorted bytewise. They are all
// windows of three code points after lower-casing with Unicode's simple mapping. They alias the
// memory of one folded copy of the text.
func AppendTrigrams(dst []string, text string, opt GramOptions) []string {
	if !opt.KeepCase {
		text = strings.Map(unicode.ToLower, text)
	}
	from := len(dst)
	if opt.SplitWords {
		for word := range strings.FieldsFuncSeq(text, unicode.IsSpace) {
			dst = appendWindows(dst, word)
		}
	} else {
		dst = appendWindows(dst, text)
	}
	slices.Sort(dst[from:])
	return dst[:from+len(slices.Compact(dst[from:]))]
}

// appendWindows appends every window of three code points.
func appendWindows(dst []string, text string) []string {
	const size = 3
	var starts [size]int // where the last code points start
	n := 0
	for i, c := range text {
		starts[n%size] = i
		if n++; n >= size {
			dst = append(dst, text[starts[n%size]:i+utf8.RuneLen(c)])
		}
	}
	return dst
}

// Bigrams returns the bigrams under which a trigram is listed. The second is empty if it equals the
// first or is not listed.
func Bigrams(tri string, opt GramOptions) (first, second string) {
	_, head := utf8.DecodeRuneInString(tri)
	_, tail := utf8.DecodeLastRuneInString(tri)
	first, second = tri[:len(tri)-tail], tri[head:]
	if opt.PrefixBigrams || second == first {
		second = ""
	}
	return first, second
}

// grams are the rows of an index: the bigrams and unigrams that its trigrams imply. Lists are
// sorted if the trigrams come sorted.
type grams struct {
	bi  map[string][]string // bigram -> trigrams
	uni map[string][]string // character -> bigrams
}

func gramsOf(trigrams []string, opt GramOptions) grams {
	g := grams{map[string][]string{}, map[string][]string{}}
	for _, t := range trigrams {
		first, second := Bigrams(t, opt)
		g.bi[first] = append(g.bi[first], t)
		if second != "" {
			g.bi[second] = append(g.bi[second], t)
		}
	}
	for b := range g.bi {
		_, n := utf8.DecodeRuneInString(b)
		g.uni[b[:n]] = append(g.uni[b[:n]], b)
	}
	for _, list := range g.uni {
		slices.Sort(list)
	}
	return g
}

// parseGramOptions reads {"fold","split","bigram_rows"}.
func parseGramOptions(in value.Value) (opt GramOptions, err error) {
	if err := format.Known(in, "fold", "split", "bigram_rows"); err != nil {
		return opt, err
	}
	for _, m := range [...]struct {
		name, usual, other string
		dst                *bool
	}{{"fold", "lower", "none", &opt.KeepCase}, {"split", "none", "space", &opt.SplitWords},
		{"bigram_rows", "contain", "prefix", &opt.PrefixBigrams}} {
		given := in.Member(m.name)
		if given.IsNull() {
			continue
		}
		s, _ := given.Text()
		if s != m.usual && s != m.other {
			return opt, format.Refuse(m.name, "expected "+m.usual+" or "+m.other)
		}
		*m.dst = s == m.other
	}
	return opt, nil
}

// deriveNgrams writes the n-grams of a text as the rows of an index list them.
func deriveNgrams(in *format.Input, w *value.Writer) error {
	text, ok := in.Given.Member("text").Text()
	if !ok {
		return format.Refuse("text", "expected a text")
	}
	opt, err := parseGramOptions(in.Given.Member("options"))
	if err != nil {
		return err
	}
	tri := AppendTrigrams(nil, text, opt)
	g := gramsOf(tri, opt)
	w.Object()
	w.Key("tri")
	w.Strings(tri)
	w.Key("bi")
	writeLists(w, g.bi)
	w.Key("uni")
	writeLists(w, g.uni)
	w.EndObject()
	return nil
}

func writeLists(w *value.Writer, lists map[string][]string) {
	w.Object()
	for _, name := range sortedKeys(lists) {
		w.AnyKey(name)
		w.Strings(lists[name])
	}
	w.EndObject()
}
