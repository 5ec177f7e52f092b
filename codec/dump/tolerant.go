package dump

import "bytes"

// A form is detected if all sampled lines fit it. A damaged line must not turn a dump into
// something else, least of all into one long text. So if only a form that accepts any text remains,
// the form that most lines fit wins, and the other lines become errors in place.

// lineForm is a form in which most lines are entries.
type lineForm struct {
	id string
	// fits returns the test for one line.
	fits func(s *sample) func(line []byte) bool
	kind lineKind
}

// lineKind is what is known about the lines of a form.
type lineKind byte

const common lineKind = 0

const (
	ofRocksDB    lineKind = 1 << iota // from RocksDB's tools
	unmistakable                      // nothing else looks like them: a few are enough in a paste
	looser                            // lines of the forms before it fit, and damaged ones, too
)

// each makes a test that does not depend on other lines.
func each(f func(line []byte) bool) func(*sample) func([]byte) bool {
	return func(*sample) func([]byte) bool { return f }
}

// lineForms are in order of preference among forms that fit equally many lines.
var lineForms = []lineForm{
	{"sst_dump-scan", each(hexInternalLine), ofRocksDB | unmistakable},
	{"ldb-idump", each(hexInternalLine), ofRocksDB | unmistakable},
	{"ldb-scan", each(cuts(cutRocksHex(" : "))), ofRocksDB | unmistakable},
	{"ldb-dump", each(cuts(cutRocksArrow)), ofRocksDB | unmistakable},
	{"ldb-scan-keyhex", each(cuts(cutRocksKeyHex)), ofRocksDB | looser},
	{"ldb-scan-keys", each(cuts(cutRocksKey)), ofRocksDB},
	{"sst_dump-text", each(cuts(cutInternalText)), ofRocksDB | looser},
	{"accumulo-scan", each(accumuloLine), common},
	{"hbase-command", single("hbase-command"), common},
	{"accumulo-command", single("accumulo-command"), common},
	{"ldb-command", single("ldb-command"), ofRocksDB},
	{"python-bytes", single("python-bytes"), common},
	{"int-list", single("int-list"), common},
	{"node-buffer", single("node-buffer"), common},
	{"happybase", each(happyLine), unmistakable},
	{"rowlens-jsonl", each(func(line []byte) bool { return jsonObject(line) && isRecord(line) }), unmistakable},
	{"jsonl-hex", each(jsonObject), common},
	{"jsonl-base64", each(jsonObject), common},
	{"csv-hex", evenCells(",;"), common},
	{"tsv-hex", evenCells("\t"), common},
	{"csv-base64", evenCells(",;"), common},
	{"tsv-base64", evenCells("\t"), common},
	{"pg-bytea", each(func(line []byte) bool { return len(line) > 2 && parses(pgBytea, line) }), common},
	{"hex-lines", each(func(line []byte) bool { return len(line) > 2 && parses(hexText, line) }), looser},
	{"base64-lines", each(base64Line), common},
}

func cuts(cut func([]byte) (rocksPair, bool)) func([]byte) bool {
	return func(line []byte) bool {
		_, ok := cut(line)
		return ok
	}
}

func hexInternalLine(line []byte) bool {
	p, ok := cutInternal(line)
	return ok && hexOnly(p.key) && hexOnly(p.value)
}

func accumuloLine(line []byte) bool {
	if _, _, ok := cutPrompt(line); ok {
		return true
	}
	_, ok := cutAccumulo(line, bytes.IndexByte(line, '\t') >= 0)
	return ok
}

// single tests a line as if it were the whole text.
func single(id string) func(*sample) func([]byte) bool {
	return func(*sample) func([]byte) bool {
		f := formByID(id)
		return func(line []byte) bool { return f.fit(&sample{text: line, lines: [][]byte{line}, whole: true}) != no }
	}
}

// base64Line is stricter than base64Text, as most words are valid base64.
func base64Line(line []byte) bool {
	const least = 12
	inner, _ := unquote(line)
	return len(inner) >= least && len(inner)%4 == 0 && bytes.IndexByte(inner, ' ') < 0 && parses(base64Text, inner)
}

// evenCells accepts the lines with the most common number of separators.
func evenCells(commas string) func(*sample) func([]byte) bool {
	return func(s *sample) func([]byte) bool {
		count := func(line []byte) (n int) {
			for _, c := range []byte(commas) {
				n = max(n, separators(line, c))
			}
			return n
		}
		tally, most := map[int]int{}, 0
		for _, line := range s.lines {
			n := count(line)
			if tally[n]++; n > 0 && (most == 0 || tally[n] > tally[most]) {
				most = n
			}
		}
		return func(line []byte) bool { return most > 0 && count(line) == most }
	}
}

// separators counts those outside of quotes.
func separators(line []byte, comma byte) (n int) {
	for i, piece := range bytes.Split(line, []byte{'"'}) {
		if i%2 == 0 {
			n += bytes.Count(piece, []byte{comma})
		}
	}
	return n
}

// valueForm reports whether a form takes a whole text for one value and fits nearly any text.
func valueForm(f *Form) bool { return anything(f) || f.ID == "raw" }

// lenientForm reports whether a form also fits lines of many others.
func lenientForm(f *Form) bool {
	switch f.ID {
	case "ldb-scan-text", "sst_dump-text", "ldb-scan-keyhex", "base64-lines", "form", "percent",
		"pg-bytea-escape", "tostringbinary", "accumulo-escaped", "c-escaped":
		return true
	}
	return false
}

// hexOfOthers reports whether lines of hex have marks of another form, which one cut-off line among them may hide: cells of a
// table, or pairs as ldb prints them.
func hexOfOthers(text []byte) bool {
	return bytes.ContainsAny(text, ",\t") || bytes.Contains(text, []byte(" : 0x"))
}

// tolerant returns the form that most lines fit, and those lines, if detection found only a form
// that accepts any text; nil if that form stays. rocks means that the lines are known to be from
// RocksDB's tools.
func (s *sample) tolerant(top *Form, rocks bool) (best *Form, sound *sample) {
	if len(s.lines) < 2 || !valueForm(top) && !lenientForm(top) && !(top.ID == "hex-lines" && hexOfOthers(s.text)) {
		return nil, nil
	}
	rocks = rocks || fromSST(s)
	most := 0
	if !s.dump {
		most = pasteLeast - 1
	}
	for i := range lineForms {
		l := &lineForms[i]
		f := formByID(l.id)
		if f == top || rocks && l.kind&ofRocksDB == 0 {
			continue
		}
		sub, good, bad := s.only(l.fits(s))
		if good <= most && (l.kind&unmistakable == 0 || best != nil) || !enough(good, bad, valueForm(top), rocks, l.kind&unmistakable != 0) {
			continue
		}
		if l.kind&looser != 0 && best != nil && 10*most >= 9*good {
			continue
		}
		if fit := f.fit(sub); fit == yes || fit == also && (l.id == "hex-lines" || good == 1) {
			best, sound, most = f, sub, good
		}
	}
	return best, sound
}

// pasteLeast is how many lines of a paste must fit, unless they are unmistakable: fewer may be anything.
const pasteLeast = 5

// only returns the lines that fit, and those that tools print around entries.
func (s *sample) only(fits func(line []byte) bool) (sub *sample, good, bad int) {
	sub = &sample{whole: s.whole, dump: s.dump}
	for _, line := range s.lines {
		switch {
		case rocksChatter(line):
			sub.lines = append(sub.lines, line)
		case toolFailure(line):
		case fits(line):
			sub.lines = append(sub.lines, line)
			good++
		default:
			bad++
		}
	}
	sub.text = bytes.Join(sub.lines, []byte{'\n'})
	return sub, good, bad
}

// enough decides whether the lines that fit outweigh the others. Any dump is likelier than a single
// text; one form of lines gives way to another only if nearly all lines fit the other.
func enough(good, bad int, isValue, rocks, sure bool) bool {
	switch {
	case rocks && isValue:
		return good >= 1
	case isValue:
		return good >= bad && (good >= 2 || sure)
	}
	return good >= 2 && (bad <= 1 || 10*bad <= good+bad)
}

// jsonObject reports whether a line is a JSON object.
func jsonObject(line []byte) bool {
	text := bytes.TrimSpace(line)
	return len(text) > 1 && text[0] == '{' && valueEnd(text) == len(text)
}
