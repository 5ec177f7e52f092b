package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/figures"
	"github.com/rowlens/rowlens/cmd/internal/outfile"
	"github.com/rowlens/rowlens/cmd/internal/overview"
	"github.com/rowlens/rowlens/codec/stats"
	released "github.com/rowlens/rowlens/internal/version"
)

// splitKeys returns the keys at which regions begin, sorted and without duplicates.
func splitKeys(texts []string) (keys [][]byte, err error) {
	for _, text := range texts {
		key, err := keyOf("--split", text)
		if err != nil {
			return nil, err
		}
		if len(key) > 0 {
			keys = append(keys, key)
		}
	}
	if len(keys) >= stats.RegionsMax {
		return nil, usage("--split: expected at most %d keys", stats.RegionsMax-1)
	}
	slices.SortFunc(keys, bytes.Compare)
	return slices.CompactFunc(keys, bytes.Equal), nil
}

// titleOf returns a title with the names of the inputs.
func titleOf(names []string) string {
	list := slices.Clone(names)
	for i := range list {
		list[i] = shownInput(list[i])
	}
	return strings.Join(list, ", ")
}

// about says when and with what the page was made.
func (x *statsCall) about() string {
	return "counted by rowlens " + released.Version + " at " + figures.Time(x.opt.Now) + " UTC"
}

// writeReport writes the page.
func (x *statsCall) writeReport(p *overview.Page) error {
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		return err
	}
	if err := outfile.Write(x.html, text.Bytes(), x.force); err != nil {
		return unreadable(fileError(err))
	}
	x.note("note: wrote " + x.html)
	return nil
}
