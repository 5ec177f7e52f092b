//go:build wasip1

package main

//lint:file-ignore U1000 the host calls what go:wasmexport marks; the checker does not know the mark

import (
	"errors"

	"github.com/rowlens/rowlens/codec/diff"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/exports"
)

// The calls for the differences of two documents, whose rows are held in memory. One of them is the open dump or store,
// whose format, record kind, zones and schemas are used for both.
//
//	rl_bulk_diff_open(n)    options as JSON: {"schema","stored","visible","limit","placed","match"}, all optional, with the meaning
//	                        that they have for `rowlens diff` or, for placed and match (its name), for diff.Documents; begins a
//	                        comparison, or begins it again
//	rl_bulk_diff_add(s, n)  adds the rows of a block to the old (0) or new (1) document; the block may be from another module
//	rl_bulk_diff_next()     the next lines of `rowlens diff --json`; the last one has the totals, and then the answer has
//	                        size 0. Nothing can be added after the first call

var errNotCompared = errors.New("nothing is compared: rl_bulk_diff_open comes first")

// openDiff begins a comparison.
func (b *bulk) openDiff(options []byte) error {
	req, err := value.Parse(options)
	if err != nil {
		return err
	}
	if err := b.learnModels(); err != nil {
		return err
	}
	d := stream.Decoder{Format: b.pin.Format, Only: b.pin.Only, Schemas: b.schemas, Zones: b.zones}
	if v := req.Member("schema"); !v.IsNull() {
		given, err := schema.Parse(v, d.Format)
		if err != nil {
			return err
		}
		known := format.SchemaSet{}
		for _, set := range [...]format.SchemaSet{b.schemas, given} {
			for f, s := range set {
				known[f] = s
			}
		}
		d.Schemas = known
	}
	x := &diff.Documents{Comparer: diff.Comparer{Old: &stream.Summarizer{Decoder: d}, New: &stream.Summarizer{Decoder: d}}}
	x.Stored, _ = req.Member("stored").Bool()
	x.Visible, _ = req.Member("visible").Bool()
	x.Placed, _ = req.Member("placed").Bool()
	name, _ := req.Member("match").Text()
	if x.Match, err = diff.ParseMatch(name); err != nil {
		return err
	}
	limit := req.Member("limit")
	n, ok := limit.Int()
	switch {
	case !limit.IsNull() && (!ok || n < 0):
		return errors.New("limit: expected a number")
	case x.Stored && x.Visible:
		return errors.New("visible is what readers see, and stored what is stored: expected one of them")
	}
	x.Limit = n
	b.diff = x
	return nil
}

// addDiff adds the rows of a block to a side.
func (b *bulk) addDiff(side int, text []byte) error {
	if b.diff == nil {
		return errNotCompared
	}
	block, _ := openBlock(text)
	for i := range block.count {
		if !block.row(i, &b.row) {
			break
		}
		if err := b.diff.Add(side, &b.row); err != nil {
			return err
		}
	}
	return nil
}

// diffStep is how many rows are compared in one step.
const diffStep = 1000

// nextDiff appends the next lines.
func (b *bulk) nextDiff(dst []byte) ([]byte, error) {
	if b.diff == nil {
		return dst, errNotCompared
	}
	for {
		lines, done, err := b.diff.Append(dst, diffStep)
		if done || err != nil || len(lines) > len(dst) {
			return lines, err
		}
	}
}

//go:wasmexport rl_bulk_diff_open
func rlBulkDiffOpen(optionsLen int32) int32 {
	var a arguments
	options := a.bytes(optionsLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return dst, b.openDiff(options) })
}

//go:wasmexport rl_bulk_diff_add
func rlBulkDiffAdd(side, blockLen int32) int32 {
	var a arguments
	block := a.bytes(blockLen)
	if side != diff.OldSide && side != diff.NewSide {
		a.code = exports.BadOption
	}
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return dst, b.addDiff(int(side), block) })
}

//go:wasmexport rl_bulk_diff_next
func rlBulkDiffNext() int32 {
	var a arguments
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.nextDiff(dst) })
}
