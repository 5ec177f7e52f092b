package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/overview"
	"github.com/rowlens/rowlens/cmd/internal/rows"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/stats"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

func statsCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stats [FILE...] [FLAGS]",
		Short: "summarise a dump or store: kinds, sizes, biggest entities, times",
		Long: "Reads dumps and stores as decode does, in one pass, on all cores and with bounded memory, and reports what is in them: " +
			"record kinds, tables and indexes with rows and bytes; sizes; how much of each key repeats the previous one; the biggest " +
			"entities; how rows spread over regions; times and versions; the types that properties have; tombstones; rows that do " +
			"not decode or are not certain, by reason. For a store it also reports levels, compression, and what a compaction would " +
			"free; for that its files are read a second time, without decoding.\n\n" +
			"All figures are exact except those shown with their error: quantiles of sizes are at most 1/128 too large (exact below " +
			"256), the numbers of distinct keys and entities are exact up to 4,096 (beyond, with a standard error of 0.81 %), the " +
			"biggest entities are exact up to 65,536 entities. The figures do not depend on the number of cores.\n\n" +
			"The exit code is 1 if rows are missing because a text could not be read or a store is damaged. Rows that do not decode " +
			"are counted and do not change it.",
		Example: `  # what takes the space
  rowlens stats --model tables.json scan.txt
  # a page with charts, to share
  rowlens stats --html overview.html store
  # for a program
  rowlens stats --json --model tables.json scan.txt
  # how rows spread over 64 regions
  rowlens stats --regions 64 --top 5 scan.txt`,
	}
	x := &statsCall{decodeCall: decodeCall{reading: reading{call: c}}}
	x.flags(cmd)
	x.layoutFlag(cmd)
	x.storeFlags(cmd)
	x.entryFlags(cmd)
	x.decryptFlag(cmd)
	x.threadsFlag(cmd)
	x.apart = true
	fs := cmd.Flags()
	fs.BoolVar(&x.json, "json", false, "print one JSON object")
	fs.StringVar(&x.html, "html", "", "write a page with charts and tables to `FILE`; it loads nothing from elsewhere")
	fs.BoolVar(&x.force, "force", false, "let --html replace a file that exists")
	fs.UintVar(&x.top, "top", 10, "list the `N` biggest entities")
	fs.UintVar(&x.regions, "regions", 16, "count rows in `N` regions of equal key ranges")
	fs.StringArrayVar(&x.splits, "split", nil, "instead, in regions that begin at `KEY`, in any spelling; may be repeated")
	fs.StringVar(&x.where, "where", "", "only rows that match `EXPRESSION`, such as: record=edge-index source>100 row^=0bc7 "+
		"(docs/inspector.md#filter)")
	undefaulted(cmd, "split")
	completesNothing(cmd, "top", "regions", "split", "where")
	cmd.RunE = c.runsPatiently(func(args []string) error {
		x.filtered = cmd.Flags().Changed("where")
		x.regioned = cmd.Flags().Changed("regions")
		return x.run(args)
	})
	return cmd
}

type statsCall struct {
	decodeCall
	html     string // the file for the page
	force    bool   // the file may exist
	top      uint
	regions  uint
	regioned bool // --regions was given
	splits   []string

	opt   stats.Options
	title string         // the names of the inputs
	usage *storage.Usage // for stores
	parts []*stats.Stats // one for each core
	mutex sync.Mutex     // protects parts
}

// topMax is the longest list of entities.
const topMax = 10_000

func (x *statsCall) run(args []string) error {
	where, err := x.options()
	if err != nil {
		return err
	}
	names, err := x.inputNames(args)
	if err != nil {
		return err
	}
	if x.html != "" {
		if err := x.mayReplace(&target{"--html", x.html, x.force}, names); err != nil {
			return err
		}
	}
	x.title = titleOf(names)
	if names, err = x.openInputs(names); err != nil {
		return err
	}
	x.hintKey()
	s := &rows.Stream{
		Inputs: x.measured(names), Text: x.dump(), Family: x.familyOf, Where: where, Tally: x.tally,
		Decoder: stream.Decoder{Format: x.format, Only: x.record, Schemas: x.schemas, Zones: &x.zones},
		Threads: int(x.threads),
		Note:    x.remark,
	}
	stop := x.progress(names, false, s)
	err = s.Run(x.ctx, io.Discard)
	stop()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, rows.ErrUnreadable) && len(x.counted()) == 0:
		return silentlyIf(err)
	case err != nil && !errors.Is(err, rows.ErrUnreadable):
		return unreadable(err)
	}
	if err := errors.Join(x.checkWhere(where), x.measureOther()); err != nil {
		return err
	}
	return x.print(x.merged(), s, err)
}

// silentlyIf ends a run whose reason has been reported.
func silentlyIf(err error) error {
	if errors.Is(err, rows.ErrUnreadable) {
		return silently(exitUnreadable)
	}
	return err
}

// options checks the flags.
func (x *statsCall) options() (*filter.Filter, error) {
	switch {
	case x.top > topMax:
		return nil, usage("--top %d: expected at most %d", x.top, topMax)
	case x.regions == 0 || x.regions > stats.RegionsMax:
		return nil, usage("--regions %d: expected a number from 1 to %d", x.regions, stats.RegionsMax)
	case x.regioned && len(x.splits) > 0:
		return nil, usage("--regions and --split exclude each other")
	case x.force && x.html == "":
		return nil, usage("--force is for --html")
	}
	splits, err := splitKeys(x.splits)
	if err != nil {
		return nil, err
	}
	x.opt = stats.Options{Regions: int(x.regions), Splits: splits, Now: time.Now().UnixMilli()}
	where, err := x.filter()
	if err != nil {
		return nil, err
	}
	return where, x.open()
}

// print writes the report in the requested form, and returns an exit code that says whether rows are missing.
func (x *statsCall) print(r *stats.Report, s *rows.Stream, ended error) error {
	page := overview.Of(x.title, x.about(), r, x.usage)
	if x.html != "" {
		if err := x.writeReport(page); err != nil {
			return err
		}
	}
	out := x.screen()
	switch {
	case x.json:
		w := value.Writer{Buf: out.Buf}
		w.Object()
		r.WriteMembers(&w)
		if x.usage != nil {
			x.usage.Write(w.Member("store"))
		}
		w.EndObject()
		out.Buf = append(w.Buf, '\n')
	case x.html == "":
		overviewText(out, page)
	}
	if err := x.show(out); err != nil {
		return err
	}
	switch {
	case ended != nil:
		return silently(exitUnreadable)
	case r.Damage > 0, s.Words.Load() > 0, r.Unreadable > 0:
		return silently(exitFailed)
	}
	return nil
}

// tally returns a counter for the rows on one core.
func (x *statsCall) tally() rows.Tally {
	s := stats.New(x.opt)
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.parts = append(x.parts, s)
	return s
}

// counted returns the parts that have rows. A core that came too late to get any may be asking for its part only now.
func (x *statsCall) counted() []*stats.Stats {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	return slices.Clone(x.parts)
}

// merged combines what all cores counted.
func (x *statsCall) merged() *stats.Report {
	all := stats.New(x.opt)
	for _, s := range x.counted() {
		all.Merge(s)
	}
	return all.Report(int(x.top))
}

// measured returns the inputs, with measuring of stores' entries added.
func (x *statsCall) measured(names []string) []rows.Input {
	list := x.inputs(names)
	if x.set == nil {
		return list
	}
	u := storage.UsageOf(x.set.Stores, x.picks)
	x.usage = &u
	sizes := &u.Visible
	if x.stored {
		sizes = &u.Stored
	}
	for i := range list {
		if open := list[i].Entries; open != nil {
			list[i].Entries = func() (rows.Entries, error) {
				in, err := open()
				return &measuring{in, sizes}, err
			}
		}
	}
	return list
}

// measureOther measures what a reader of the stores does not see, or only that.
func (x *statsCall) measureOther() error {
	if x.usage == nil {
		return nil
	}
	q, sizes := x.asked, &x.usage.Stored
	if q.Stored {
		sizes = &x.usage.Visible
	}
	q.Stored = !q.Stored
	scan := storage.Rows{Scan: storage.Scan{Stores: x.set.Stores, Tables: x.picks, Query: q, Open: x.scanner()}}
	defer scan.Scan.Close()
	for {
		e, err := scan.Next()
		var lost rows.Lost
		switch {
		case x.ctx.Err() != nil:
			return x.ctx.Err()
		case err == io.EOF:
			return nil
		case errors.As(err, &lost): // reported in the first pass
		case err != nil:
			return unreadable(err)
		default:
			sizes.Add(e)
		}
	}
}

// measuring measures entries as they pass.
type measuring struct {
	rows.Entries
	sizes *storage.Sizes
}

// Next returns the next entry.
func (m *measuring) Next() (*store.Entry, error) {
	e, err := m.Entries.Next()
	if err == nil {
		m.sizes.Add(e)
	}
	return e, err
}
