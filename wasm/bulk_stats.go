//go:build wasip1

package main

//lint:file-ignore U1000 the host calls what go:wasmexport marks; the checker does not know the mark

import (
	"bytes"
	"errors"
	"io"

	"github.com/rowlens/rowlens/codec/census"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// The calls for statistics of the open dump or store, which may be used while it is being read:
//
//	rl_bulk_stats_open(n)    options as JSON (see census.ReadOptions): begins to count, or begins again
//	rl_bulk_stats_add(n, m)  counts the rows of a block, followed by m indexes of rows in ascending order (-1 for all
//	                         rows); blocks must be passed in order, each once
//	rl_bulk_stats_rest()     for a store, after its blocks: measures entries that were not among the rows; the answer has
//	                         size 0 when that is done
//	rl_bulk_stats()          what was counted so far, in the form of `rowlens stats --json`

// counting is the count of the open dump or store.
type counting struct {
	*census.Count
	rest *storage.Rows // entries that were not among the rows; nil until they are needed
	done bool
}

var (
	errNotCounted = errors.New("nothing is counted: rl_bulk_stats_open comes first")
	errNoStats    = errors.New("the stores are closed")
)

// openStats begins to count.
func (b *bulk) openStats(options []byte) error {
	req, err := value.Parse(options)
	if err != nil {
		return err
	}
	o, err := census.ReadOptions(req, census.NoClock)
	if err != nil {
		return err
	}
	c := &counting{Count: census.New(o)}
	if b.store != nil {
		if err := b.learnModels(); err != nil {
			return err
		}
		picks, err := b.store.Tables(given.stores)
		if err != nil {
			return err
		}
		usage := storage.UsageOf(given.stores, picks)
		c.Usage, c.Stored = &usage, b.store.Query.Stored
	}
	b.stats.stop()
	b.stats = c
	return nil
}

// stop closes whatever is being read.
func (c *counting) stop() {
	if c != nil && c.rest != nil {
		c.rest.Scan.Close()
	}
}

// count counts the rows of a block.
func (b *bulk) count(text []byte, picks []int32) error {
	if b.stats == nil {
		return errNotCounted
	}
	block, _ := openBlock(bytes.Clone(text)) // the count keeps texts of the last row
	for i := range block.count {
		if !b.read(&block, i) {
			break
		}
		taken := picks == nil
		if len(picks) > 0 && int(picks[0]) == i {
			taken, picks = true, picks[1:]
		}
		if taken {
			b.stats.Add(&b.row, &b.pin)
		} else {
			b.stats.Pass(&b.row)
		}
	}
	return nil
}

// restStep is how many entries are measured in one call.
const restStep = 20_000

// measureRest measures entries that were not among the rows, and reports whether there are more.
func (b *bulk) measureRest() (more bool, err error) {
	c := b.stats
	switch {
	case c == nil:
		return false, errNotCounted
	case b.store == nil || c.done:
		return false, nil
	case given == nil:
		return false, errNoStats
	}
	if c.rest == nil {
		picks, err := b.store.Tables(given.stores)
		if err != nil {
			return false, err
		}
		q := b.store.Query
		q.Stored = !q.Stored
		c.rest = &storage.Rows{Scan: storage.Scan{Stores: given.stores, Tables: picks, Query: q}}
	}
	for range restStep {
		e, err := c.rest.Next()
		var lost *storage.Damage
		switch {
		case err == nil:
			c.Unseen().Add(e)
		case errors.As(err, &lost): // it is among the rows
		default:
			c.done = true
			c.rest.Scan.Close()
			if err == io.EOF {
				err = nil
			}
			return false, err
		}
	}
	return true, nil
}

//go:wasmexport rl_bulk_stats_open
func rlBulkStatsOpen(optionsLen int32) int32 {
	var a arguments
	options := a.bytes(optionsLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return dst, b.openStats(options) })
}

//go:wasmexport rl_bulk_stats_add
func rlBulkStatsAdd(blockLen, picksCount int32) int32 {
	var a arguments
	block := a.bytes(blockLen)
	picks := a.picks(picksCount)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return dst, b.count(block, picks) })
}

//go:wasmexport rl_bulk_stats_rest
func rlBulkStatsRest() int32 {
	var a arguments
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) {
		more, err := b.measureRest()
		if more {
			dst = append(dst, 1)
		}
		return dst, err
	})
}

//go:wasmexport rl_bulk_stats
func rlBulkStats() int32 {
	var a arguments
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) {
		if b.stats == nil {
			return dst, errNotCounted
		}
		w := value.Writer{Buf: dst}
		b.stats.Write(&w)
		return append(w.Buf, '\n'), nil
	})
}
