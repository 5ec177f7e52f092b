package inspector

import (
	_ "embed" // the pair

	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/format"
)

// samplesShown is how many examples the empty page has room for.
const samplesShown = 8

// SamplesOf takes samples that formats declare: the first of every format, then
// the second, and so on while there is room, grouped by format.
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

// A scan and one of the day after, in which a row is missing and two have other values: what Diff shows.
var (
	//go:embed pair/first.txt
	firstScan string
	//go:embed pair/second.txt
	secondScan string
)

// keySamples are keys of one table whose order is decided by a salt, a code, an ascending and a descending value.
//
//go:embed pair/keys.txt
var keySamples string

// storeSamples are the small real stores of every kind, which the decoder holds. Text is the sample's name, by which the
// page asks for its files.
func storeSamples() []Sample {
	var out []Sample
	for _, kind := range all.Kinds() {
		for _, s := range kind.Samples {
			out = append(out, Sample{Format: kind.Title, What: s.Title, Text: s.Name})
		}
	}
	return out
}
