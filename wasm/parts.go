//go:build wasip1 && columns

package main

//lint:file-ignore U1000 the host calls what go:wasmexport marks; the checker does not know the mark

import (
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/stores/parts"
)

// The call that cuts what a scan of stores reads into parts for workers.
//
//	rl_store_parts(n)   takes the options of rl_bulk_open and of parts.ReadRequest; the answer has a line of JSON per part. The member
//	                    part of rl_bulk_open's options takes such a part, or a share; rows read so far are forgotten

//go:wasmexport rl_store_parts
func rlStoreParts(optionsLen int32) int32 {
	var a arguments
	options := a.bytes(optionsLen)
	return int32(a.number(func() int64 {
		answer, err := planParts(out[:0], options)
		if err != nil {
			return refuseBulk(err)
		}
		out = answer[:cap(answer)]
		return int64(len(answer))
	}))
}

// planParts appends the parts of what a scan reads. It reads the first rows, for the format that all parts will assume.
func planParts(dst, options []byte) ([]byte, error) {
	req, err := value.Parse(options)
	if err != nil {
		return dst, err
	}
	asked, err := parts.ReadRequest(req)
	if err != nil {
		return dst, err
	}
	if err := openBulk(options); err != nil {
		return dst, err
	}
	b := dumped
	if b.store == nil {
		return dst, errNoStores
	}
	if _, err = b.step(nil); err != nil && (given == nil || len(given.stores) == 0) {
		return dst, err // the parts report other damage themselves
	}
	if given.err != nil {
		return dst, given.err // there would be no parts of what is missing
	}
	picks, err := b.store.Tables(given.stores)
	if err != nil {
		return dst, err
	}
	s := parts.Stores{Set: given.set, List: given.stores}
	list := s.Parts(picks, b.store.Query, asked.Keys, asked.Size)
	for i := range list {
		list[i].Learnt = b.pin.Learnt()
		dst = list[i].Append(dst)
	}
	return dst, nil
}

// limit restricts a scan to a part, if one is wanted.
func (b *bulk) limit(scan *storage.Scan) error {
	s := parts.Stores{Set: given.set, List: given.stores}
	learnt, err := s.Limit(scan, b.store.part)
	if err == nil && b.store.part.Kind == value.Object {
		b.pin.Assume(learnt)
		b.learnt = true // the format is determined by the first rows of the whole scan
	}
	return err
}
