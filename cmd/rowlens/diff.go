package main

import (
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

func diffCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff A [B] [FLAGS]",
		Short: "compare two stores, dumps or states of a store, row by row",
		Long: "Compares the rows of A with those of B, each a store (a file or a folder) or a dump, or two states of one store, which " +
			"--at names. Each row that differs is marked + added, - removed or ~ changed, with the fields that differ, decoded, old " +
			"→ new. If a row cannot be decoded, or its bytes differ but its fields do not, the value is in hex. Totals by record " +
			"kind follow. - is standard input.\n\n" +
			"It compares what readers of the stores see: the newest version of each key, deletions applied, however the files hold " +
			"it. A row with the same value and another timestamp is changed, if both sides give timestamps; --visible ignores them. " +
			"--stored compares each version and tombstone.\n\n" +
			"Rows of A and B correspond if they have the same key. --match key-without-salt ignores check values in the key, such as " +
			"a salt: a row that moved because of its salt is changed, not removed and added. --match entity treats rows of one " +
			"record kind and entity as the same, whatever else their keys say.\n\n" +
			"Stores whose keys are in byte order are read in step. Others are sorted first, within --memory, with temporary files in " +
			"--tmp. So are dumps, unless --sorted promises that they are in order.\n\n" +
			"Exit code 0 means that they are the same, 4 that they differ, and 1 that something could not be read, whether or not " +
			"the rest differs.",
		Example: `  # a store and a dump of it
  rowlens diff store/lmdb dump.txt
  # two scans of a table; exit code 4 says that they differ
  rowlens diff --model tables.json scan.txt later.txt || test $? = 4
  # rows that were written again with another salt are changed
  rowlens diff --match key-without-salt scan.txt later.txt || test $? = 4
  # a database as it was at a sequence number, and as it is
  rowlens diff --summary --at 600 store/rocksdb || test $? = 4`,
	}
	fs := cmd.Flags()
	x := &diffCall{reading: reading{call: c}}
	fs.BoolVar(&x.json, "json", false, "print one difference per line as JSON, and the totals in the last line")
	fs.BoolVar(&x.summary, "summary", false, "print only the totals")
	fs.Int64Var(&x.limit, "limit", 0, "print at most `N` differences; the totals count all")
	fs.StringArrayVar(&x.at, "at", nil, "compare the state of a store at `N`, a sequence number (RocksDB) or a timestamp; "+
		"given twice, the second is for B")
	fs.BoolVar(&x.visible, "visible", false, "ignore timestamps: compare only the values that readers get")
	fs.BoolVar(&x.sorted, "sorted", false, "dumps are in the order of their keys and need not be sorted")
	fs.BoolVar(&x.unsorted, "unsorted", false, "sort stores too: the program that wrote them has its own order of keys")
	fs.StringVar(&x.by, "match", "key", "match rows by `KEY`: key, key-without-salt (check values do not count) or entity")
	completes(cmd, "match", completeNames("key", "key-without-salt", "entity"))
	x.sortingFlags(cmd)
	undefaulted(cmd, "limit", "at")
	completesNothing(cmd, "limit", "at")
	x.flags(cmd)
	x.layoutFlag(cmd)
	x.storeFlags(cmd)
	x.entryFlags(cmd)
	x.threadsFlag(cmd)
	x.decryptFlag(cmd)
	cmd.RunE = c.runsPatiently(func(args []string) error {
		if err := fromOne(cmd, "--summary prints the totals only", "limit"); err != nil {
			return err
		}
		return x.run(args)
	})
	return cmd
}

type diffCall struct {
	reading
	sorting
	json, summary bool
	visible       bool
	sorted        bool
	unsorted      bool
	limit         int64
	at            []string
	by            string
	match         diff.Match

	sides    [2]*diffSide
	several  map[string]bool // names that several tables of one side have
	comparer diff.Comparer
	shown    int64
}

func (x *diffCall) run(args []string) error {
	states, err := x.states(len(args))
	if err != nil {
		return err
	}
	switch {
	case x.visible && x.stored:
		return usage("--visible is what readers see, and --stored what is stored: give one of them")
	case x.sorted && x.unsorted:
		return usage("--sorted and --unsorted exclude each other")
	case x.limit < 0:
		return usage("--limit counts from 1")
	}
	if x.match, err = diff.ParseMatch(x.by); err != nil {
		return usage("--match %s: expected key, key-without-salt or entity", x.by)
	}
	if err := x.open(); err != nil {
		return err
	}
	if err := x.ready(); err != nil {
		return err
	}
	if err := x.openSides(args, states); err != nil {
		return err
	}
	stop := x.progress(args, !x.summary, nil)
	defer stop()
	defer x.sides[0].close()
	defer x.sides[1].close()
	m, err := x.merge()
	if err == nil {
		err = x.compare(m)
	}
	stop()
	if x.ctx.Err() != nil {
		return x.ctx.Err()
	}
	if err != nil {
		return diffError(err)
	}
	return x.end(m)
}

// states returns the states given by --at, one for each side that has one.
func (x *diffCall) states(given int) (list [2]*uint64, err error) {
	switch {
	case given > 2:
		return list, usage("there are %d inputs: give A and B, each of them a store or a dump", given)
	case given == 0, given == 1 && len(x.at) == 0:
		return list, usage("there is nothing to compare: give A and B, or a store and --at N, which compares the state at N with the one now")
	case len(x.at) > 2:
		return list, usage("--at is given %d times: once for A, and once for B", len(x.at))
	}
	for i, text := range x.at {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return list, usage("--at %s: expected a whole number, not negative", text)
		}
		list[i] = &n
	}
	return list, nil
}

// diffError returns the error that ends a comparison.
func diffError(err error) error {
	var own *exit
	if errors.As(err, &own) || errors.Is(err, context.Canceled) {
		return err
	}
	return unreadable(fileError(err))
}

// merge begins to read both sides in key order.
func (x *diffCall) merge() (*diff.Merge, error) {
	for _, s := range x.sides {
		if err := s.prepare(x); err != nil {
			return nil, err
		}
	}
	keys := diff.Keys{Stored: x.stored, NoTable: x.sides[0].alone() && x.sides[1].alone()}
	if !keys.NoTable {
		for i, s := range x.sides {
			if other := x.sides[1-i]; s.unnamed() && !other.alone() {
				return nil, usage("%s does not say which table its rows are in, and %s has several: %s; --table, or the path of its files, names one",
					s.name, other.name, other.tableNames())
			}
		}
	}
	m := &diff.Merge{Times: !x.visible, Whole: x.match != diff.ByKey}
	for i, to := range [...]*diff.Sequence{&m.Old, &m.New} {
		from, err := x.sides[i].sequence(x, keys)
		if err == nil && m.Whole {
			from, err = x.sides[i].matched(x, from, &diff.Matcher{Match: x.match, Keys: keys, Decoder: &x.summarizer(x.sides[i]).Decoder})
		}
		if err != nil {
			return nil, err
		}
		*to = from
	}
	return m, nil
}

// summarizer returns what decodes the rows of a side.
func (x *diffCall) summarizer(s *diffSide) *stream.Summarizer {
	return &stream.Summarizer{Decoder: stream.Decoder{Format: x.format, Only: x.record, Schemas: s.schemas, Zones: &x.zones}}
}

// sorterMemory returns the memory for one sorter: a match has two for each side.
func (x *diffCall) sorterMemory() int64 {
	sorters := len(x.sides)
	if x.match != diff.ByKey {
		sorters *= 2
	}
	return int64(x.memory) / 2 / int64(sorters)
}

// compare prints all differences.
func (x *diffCall) compare(m *diff.Merge) error {
	x.comparer.Old, x.comparer.New = x.summarizer(x.sides[0]), x.summarizer(x.sides[1])
	s := x.screen()
	for {
		p, err := x.comparer.Next(m)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		x.comparer.Brief = x.summary || x.limit > 0 && x.shown >= x.limit
		d := x.comparer.Compare(p)
		if d == nil || x.comparer.Brief {
			continue
		}
		x.shown++
		if x.json {
			w := value.Writer{Buf: s.Buf}
			d.Write(&w)
			s.Buf = append(w.Buf, '\n')
		} else {
			x.differenceText(s, d)
		}
		if err := x.show(s); err != nil {
			return err
		}
		s.Buf = s.Buf[:0]
	}
}

// end prints the totals, and returns the exit code that follows from them.
func (x *diffCall) end(m *diff.Merge) error {
	unread := 0
	for _, s := range x.sides {
		s.finish()
		unread += s.bad
	}
	s, t := x.screen(), &x.comparer.Totals
	if x.json {
		w := value.Writer{Buf: s.Buf}
		w.Object()
		w.Key("totals")
		w.Object()
		t.Write(&w)
		w.Member("unread").Int(int64(unread))
		w.EndObject()
		w.EndObject()
		s.Buf = append(w.Buf, '\n')
	} else {
		x.totalsText(s, t, unread)
	}
	if err := x.show(s); err != nil {
		return err
	}
	if t.Of(diff.Same)+t.Of(diff.Added)+t.Of(diff.Removed)+t.Of(diff.Changed) == 0 && unread == 0 {
		x.note("note: neither side has a row, so nothing was compared")
	}
	if !x.explainKeys(m) {
		x.explainNames(t)
	}
	switch {
	case unread > 0:
		return failed(exitFailed, errors.New(count(unread, "place")+" could not be read; rows that are missing there count as added or removed"))
	case t.Differ():
		return silently(exitDifferences)
	}
	return nil
}
