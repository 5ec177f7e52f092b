package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/cmd/internal/generate"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/verify"
	"github.com/rowlens/rowlens/internal/zones"
)

// Each finding is about one entity, and each entity is in one part: the parts together have
// the same findings as the whole.
func TestWhatIsFoundInAllSamplesIsWhatIsFound(t *testing.T) {
	var text bytes.Buffer
	if err := (&generate.Table{Sources: 40, Faults: 1}).Write(&text); err != nil {
		t.Fatal(err)
	}
	const parts = 5
	for name, c := range map[string]struct {
		rows, model []byte
		id          string // the format's ID
		outside     int    // how many of a hundred rows, at least, a sample does not need
	}{
		"generated": {text.Bytes(), []byte(generate.Model), "actionbase", 40},
		"shell": {readGolden(t, "actionbase/actionbase-hbase-shell-damaged.txt"),
			readGolden(t, "actionbase/actionbase-hbase-shell.schema.json"), "actionbase", 40},
		"implexus":      {readGolden(t, "implexus/corrupt.dump.hex.txt"), nil, "implexus", 5},
		"accumulograph": {readGolden(t, "accumulograph/accumulograph-shell.txt"), nil, "accumulograph", 10},
		"maryk on RocksDB": {readGolden(t, "maryk-rocksdb/keepall.rows.jsonl.gz"), readGolden(t, "maryk-rocksdb/keepall.models.json"),
			"maryk-rocksdb", 40},
		"maryk on HBase": {readGolden(t, "maryk-hbase/keepall.cells.jsonl.gz"), readGolden(t, "maryk-hbase/keepall.models.json"),
			"maryk-hbase", 40},
	} {
		rows, schemas := entriesIn(t, c.rows), format.SchemaSet(nil)
		if c.model != nil {
			schemas = schemasOf(t, c.model)
		}
		r := rand.New(rand.NewPCG(19, 20))
		for range 10 {
			all, _ := sampled(t, schemas, c.id, rows, 0, 0)
			var sum []string
			outside, times := 0, map[string]int{}
			for part := range uint32(parts) {
				some, totals := sampled(t, schemas, c.id, rows, parts, part)
				if outside += int(totals.Outside); totals.Checked+totals.Undecodable+totals.Other+totals.Outside != totals.Rows {
					t.Errorf("%s: %+v", name, totals)
				}
				for _, f := range some {
					times[f] |= 1 << part
				}
				sum = append(sum, some...)
			}
			for f, in := range times { // findings about the whole are in each sample
				for part := 1; part < parts && in == 1<<parts-1; part++ {
					sum = slices.Delete(sum, slices.Index(sum, f), slices.Index(sum, f)+1)
				}
			}
			slices.Sort(sum)
			if !slices.Equal(sum, all) {
				t.Errorf("%s: only in samples\n%s\nonly in all\n%s", name, short(onlyIn(sum, all)), short(onlyIn(all, sum)))
			}
			if 100*outside < parts*c.outside*len(rows) {
				t.Errorf("%s: the %d samples of %d rows leave out %d", name, parts, len(rows), outside)
			}
			rows = disordered(r, rows)
		}
	}
}

// onlyIn returns the lines of a that are not in b.
func onlyIn(a, b []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(line string) bool { return slices.Contains(b, line) }), "\n")
}

// ofNoSample are the codes of findings that a sample reports differently, or not at all: how many values are
// encrypted, and whether rows of unique values belong to records that are not in the sample.
var ofNoSample = []string{"encrypted-not-recomputed", "not-judged-in-sample", "extra-unique-row", "extra-unique-cell"}

// judged reports whether a sample reports a finding.
func judged(f *format.Finding) bool {
	var family string
	for _, p := range f.Parts {
		if p.Name == "family" || p.Name == "cf" {
			family = string(p.Bytes)
		}
	}
	unique := family == "u" || len(family) > 0 && family[0] == 8
	return !slices.Contains(ofNoSample, f.Code) && !(strings.HasPrefix(f.Code, "extra-historic") && unique)
}

// sampled returns the findings about single rows in a part of the rows, sorted.
func sampled(t *testing.T, schemas format.SchemaSet, id string, rows []store.Entry, n, part uint32) (list []string, totals verify.Totals) {
	t.Helper()
	v, err := verify.New(schemas, id, &zones.System{})
	if err != nil {
		t.Fatal(err)
	}
	v.Sample(n, part)
	for i := range rows {
		v.Add(&rows[i])
	}
	for _, f := range v.Findings() {
		if len(f.Parts) > 0 && judged(&f) {
			f.Follows = nil // its cause has another number, and one that does not decode may be in another sample
			var w value.Writer
			f.Write(&w)
			list = append(list, string(w.Buf))
		}
	}
	slices.Sort(list)
	return list, v.Totals()
}

func TestASampleSaysWhatItLeavesOut(t *testing.T) {
	dump, model := spillingDump(t)
	got := rowlens(t, "", "verify", "--sample", "1000000007", "--model", model, dump).want(t, exitFailed)
	if !strings.Contains(got.err, "no row of 21600 is in the sample; give a smaller --sample") {
		t.Errorf("got %s", got.err)
	}
	got = rowlens(t, "", "verify", "--sample", "3", "--model", golden(modelFile), golden(scanFile)).want(t, exitOK)
	if !strings.Contains(got.out, " outside the sample; 0 errors") {
		t.Errorf("got %s", got.out)
	}
}

// spillingDump returns a dump that does not fit in spilling's memory.
func spillingDump(t *testing.T) (dump, model string) {
	t.Helper()
	return spillingTable(t, 400)
}

// spillingTable is the same with a given number of sources.
func spillingTable(t *testing.T, sources int) (dump, model string) {
	t.Helper()
	return generated(t, (&generate.Table{Sources: sources}).Write), writeFile(t, generate.Model)
}
