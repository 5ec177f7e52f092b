package inspector

import (
	_ "embed" // the pair
	"fmt"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/format"
)

// samplesShown is how many examples the empty page has room for.
const samplesShown = 8

// SamplesOf selects from the samples that formats declare: the first sample of
// every format, then the second, and so on while there is room, grouped by format.
func SamplesOf(formats []*format.Format) []Sample {
	taken := make([]int, len(formats))
	for round, room := 0, samplesShown; room > 0; round++ {
		before := room
		for i, f := range formats {
			if room > 0 && len(f.Samples) > round {
				taken[i]++
				room--
			}
		}
		if room == before {
			break
		}
	}
	var out []Sample
	for i, f := range formats {
		for _, s := range f.Samples[:taken[i]] {
			out = append(out, Sample{Format: f.Title, What: s.What, Text: s.Text})
		}
	}
	return out
}

// A scan, and one from the next day in which a row is missing and two have other values, to be shown by Diff.
var (
	//go:embed pair/first.txt
	firstScan string
	//go:embed pair/second.txt
	secondScan string
)

// keySamples are keys of one table whose order depends on a salt, a code, an ascending and a descending value.
//
//go:embed pair/keys.txt
var keySamples string

// damagedDump is part of an mdb_dump of an Implexus store, damaged on purpose, to be shown by Findings.
//
//go:embed pair/damaged.txt
var damagedDump string

// storeSample is a small real store in the decoder. The page asks for its files by name.
type storeSample struct {
	Title, What, Name string
	Facts, Opens      string
}

// storeSamples returns the sample stores of every kind, with their content and the view that each opens.
func storeSamples() ([]storeSample, error) {
	var out []storeSample
	for _, kind := range all.Kinds() {
		for i := range kind.Samples {
			one, err := describe(kind, &kind.Samples[i])
			if err != nil {
				return nil, fmt.Errorf("sample %s: %w", kind.Samples[i].Name, err)
			}
			out = append(out, one)
		}
	}
	return out, nil
}

func describe(kind *file.Kind, s *file.Sample) (storeSample, error) {
	folder, err := s.Folder()
	if err != nil {
		return storeSample{}, err
	}
	set, err := file.Look(folder, all.Kinds())
	if err != nil {
		return storeSample{}, err
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		return storeSample{}, err
	}
	tables, entries, size := 0, int64(0), 0
	for _, store := range stores {
		for _, t := range store.Tables() {
			tables++
			entries += max(t.Entries, 0)
		}
	}
	for _, b := range folder {
		size += len(b)
	}
	one := storeSample{Title: kind.Title, What: s.Title, Name: s.Name, Opens: "Rows"}
	facts := []string{fmt.Sprintf("%d rows", entries), fmt.Sprintf("%.1f KB", float64(size)/1024)}
	if tables > 1 {
		one.Opens, facts = "Tables", append([]string{fmt.Sprintf("%d tables", tables)}, facts...)
	}
	if len(folder) > 1 {
		facts = append(facts, fmt.Sprintf("%d files", len(folder)))
	}
	one.Facts = strings.Join(facts, ", ")
	return one, nil
}

// rowsOf returns how many pairs of lines mdb_dump printed.
func rowsOf(dump string) int { return strings.Count(dump, "\n ") / 2 }

// rowsIn returns how many rows a scan in HBase's shell has, below its heading.
func rowsIn(scan string) int { return strings.Count(scan, "\n") - 1 }
