package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// check is the check of one group.
type check struct {
	*Verifier
	findings []Finding
	keys     []Key    // of the findings
	mended   *Change  // change of the row that the findings are about
	removed  [][]byte // members of the row, if nothing belongs in it
	others   [gramOptions]int
}

const unknownPrefix = "unknown-prefix"

// report adds a finding about a row.
func (c *check) report(code string, k Key, stored []byte, item string) *Finding {
	severity, ok := severities[code]
	if !ok {
		severity = format.Error
	}
	c.findings = append(c.findings, Finding{Severity: severity, Code: code, Parts: keyPart(stored), Item: item,
		Why: inRow(stored) + sentences[code]})
	c.keys = append(c.keys, k)
	return &c.findings[len(c.findings)-1]
}

// changes notes the change that mends the row.
func (c *check) changes(x Change) {
	c.mended = &x
	if c.change != nil {
		c.change(x)
	}
}

// done yields the findings.
func (c *check) done() {
	grams := 0
	for i := range c.findings {
		f := &c.findings[i]
		if !c.sample.has(f.Parts[0].Bytes) {
			continue
		}
		c.mend(f, &c.keys[i])
		if c.sample.of > 0 || !isGramFinding(f) {
			c.group.Report(f)
			continue
		}
		grams++
		c.hold(f)
	}
	if grams > 0 || c.others != [gramOptions]int{} {
		c.fit.add(c.grams, grams, &c.others)
	}
}

// mend adds to a finding the change that mends it, or says why there is none.
func (c *check) mend(f *Finding, k *Key) {
	if f.Code == UndecodableKey {
		return
	}
	ch := c.mended
	f.Because = because(k, c.members(f))
	reason, never := reasonsNotToMend[f.Code]
	switch {
	case ch == nil || never:
		if f.NoMend = reason; reason == "" {
			f.NoMend = "what is known about the documents does not say what the row should be"
		}
		return
	case !ch.Delete:
		f.Right = format.WithValue(f.Parts, ch.Value)
	}
	e := store.Entry{Parts: f.Right}
	if ch.Delete {
		e = store.Entry{Parts: f.Parts, Deleted: "delete"}
	}
	f.Mend = []store.Entry{e}
}

// members returns the members that a finding is about, up to becauseMax: one, or those of a whole row
// that is missing or to be deleted.
func (c *check) members(f *Finding) (list []string) {
	switch ch := c.mended; {
	case f.Item != "":
		return []string{f.Item}
	case ch != nil && !ch.Delete:
		return membersOf(ch.Value)
	}
	for _, m := range c.removed[:min(len(c.removed), becauseMax)] {
		list = append(list, string(m))
	}
	return list
}

// decode reads the value of a row, and reports what is wrong with it.
func (c *check) decode(r *row) {
	if err := r.decode(c.opt.Values); err != nil {
		r.failure = ownName(err)
		c.report(UndecodableValue, *r.key, r.stored, r.failure).Why = inRow(r.stored) + err.Error()
		return
	}
	if r.value.member == "items" {
		c.duplicates(r)
	}
}

// duplicates reports each member that a set has more than once.
func (c *check) duplicates(r *row) {
	times := map[string]int{}
	for _, it := range r.value.set.Items {
		if times[string(it)]++; times[string(it)] == 2 {
			c.report(DuplicateMember, *r.key, r.stored, string(it))
		}
	}
}

func keyOf(kind Kind, path, rest string) Key {
	return Key{Kind: kind, Path: []byte(path), Rest: []byte(rest)}
}

// checkBroken reports a key that does not decode.
func (c *check) checkBroken() {
	for _, r := range c.rows(noMessage) {
		err := DecodeKey(r.stored, &r.reading)
		f := c.report(UndecodableKey, Key{}, r.stored, ownName(err))
		f.Why, f.NoMend = inRow(r.stored)+err.Error(), "the bytes do not say which row it was"
		if f.Item == unknownPrefix {
			f.Severity, f.NoMend = format.Warning, "the row may be another program's"
		}
	}
}

// checkReading chooses the reading of a key that has several. First it asks which of their paths
// are entities, and sends the rows to where the answers go; then it sends them to their round.
func (c *check) checkReading() {
	entities := map[string]bool{}
	for _, r := range c.rows(func(order, _ []byte) { entities[string(order[1:])] = true }) {
		if c.group.Round == roundReading {
			c.askPaths(r, roundPath, roundDocument)
			continue
		}
		regular, known := 0, 0
		for i := range r.reading.Candidates {
			k := &r.reading.Candidates[i]
			if k.Notes == 0 {
				regular++
			}
			if entities[string(k.Path)] {
				known++
			}
		}
		r.key = r.reading.Resolve(func(path []byte) bool { return entities[string(path)] })
		if regular > 1 && known != 1 {
			c.report(AmbiguousKey, *r.key, r.stored, "")
		}
		c.sendRow(roundOf[r.key.Kind], byte(r.key.Kind), r)
	}
}
