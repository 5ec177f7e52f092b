package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/record"
)

// picking says which records decode writes, and which of their members.
type picking struct {
	limit, sample uint
	count         bool
	members       string
}

// sampleMax bounds a sample, which is kept in memory.
const sampleMax = 1_000_000

func (p *picking) pickingFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.UintVar(&p.limit, "limit", 0, "end after `N` records")
	fs.UintVar(&p.sample, "sample", 0, "only `N` records, chosen by the hash of their keys: the same in every run")
	fs.BoolVar(&p.count, "count", false, "print only how many records there are; with --select, how many of each group")
	fs.StringVar(&p.members, "select", "", "only these `MEMBERS` of each record, as in: record,row,directedSource.value,source.line")
	group(cmd, pickFlags, "where", "limit", "sample", "count", "select")
	for _, name := range []string{"limit", "sample", "select"} {
		completesNothing(cmd, name)
	}
}

// fromOne refuses a number of records that is given as 0: internally 0 means no limit, as without the flag.
func fromOne(cmd *cobra.Command, instead string, flags ...string) error {
	for _, name := range flags {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "0" {
			return usage("--%s counts from 1; %s", name, instead)
		}
	}
	return nil
}

const pickFlags = "Which records"

func (p *picking) selection(form record.Form) (*record.Selection, error) {
	switch {
	case p.sample > sampleMax:
		return nil, usage("--sample %d: expected at most %d; --where chooses without a bound", p.sample, sampleMax)
	case p.members == "":
		return nil, nil
	case form == record.CBOR:
		return nil, usage("--select writes JSON or CSV: --cbor has whole records")
	case p.count && form == record.CSV:
		return nil, usage("--count with --select writes JSON Lines, not CSV")
	}
	names := strings.Split(p.members, ",")
	for i := range names {
		if names[i] = strings.TrimSpace(names[i]); names[i] == "" || slices.Contains(names[:i], names[i]) {
			return nil, usage("--select: expected names with commas between them, each once, found %q", p.members)
		}
	}
	return record.NewSelection(names), nil
}

func (p *picking) pick() rows.Pick {
	return rows.Pick{Limit: int64(p.limit), Sample: int(p.sample), Count: p.count && p.members == ""}
}

// checkSelect refuses a member that no record had, like checkWhere.
func (x *decodeCall) checkSelect(s *rows.Stream) error {
	if s.Select == nil || s.Rows.Load() == 0 && s.Written.Load() == 0 {
		return nil
	}
	known := append(filter.Members(), "parts", "fields", "source", "lenient", "extra", "tie", "check", "canonical")
	for _, name := range s.Select.Unmet() {
		last := name[strings.LastIndexByte(name, '.')+1:]
		if !slices.Contains(known, name) && !slices.Contains(known, last) && !x.modelHas(last) {
			return usage("--select: no record has a member %q%s", name, meant(name, known))
		}
	}
	return nil
}
