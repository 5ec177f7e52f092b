//go:build wasip1

package main

//lint:file-ignore U1000 the host calls what go:wasmexport marks; the checker does not know the mark

import "github.com/rowlens/rowlens/codec/value"

// The calls for the files of stores, which the module reads block by block through its host
// (host.go). They follow the rules of the other calls.
//
//	rl_store_open()       examines the files and opens the stores; JSON: stores, tables, files (see about)
//	rl_store_pieces(n)    for a file, given by name: the pieces of which it consists, one line of JSON each
//	rl_store_explain(n)   explains a piece of a file byte by byte, as tree JSON; the request says which (see explain)
//	rl_store_close()      closes the stores and their files
//	rl_store_samples()    small real stores to try things on, as JSON (see samples)
//
// Rows of the stores come from rl_bulk_open with "store":true (see storage.ReadRequest) and
// rl_bulk_next, which then needs no text.

// storeCall runs a call that needs open stores and appends its answer to dst.
func (a *arguments) storeCall(call func(o *opened, dst []byte) ([]byte, error)) int32 {
	return int32(a.number(func() int64 {
		if given == nil {
			return refuseBulk(errNoStores)
		}
		answer, err := call(given, out[:0])
		if err != nil {
			return refuseBulk(err)
		}
		out = answer[:cap(answer)]
		return int64(len(answer))
	}))
}

//go:wasmexport rl_store_open
func rlStoreOpen() int32 {
	var a arguments
	if _, err := openStores(); err != nil {
		return int32(a.number(func() int64 { return refuseBulk(err) }))
	}
	return a.storeCall(func(o *opened, dst []byte) ([]byte, error) { return o.about(dst), nil })
}

//go:wasmexport rl_store_pieces
func rlStorePieces(nameLen int32) int32 {
	var a arguments
	name := a.bytes(nameLen)
	return a.storeCall(func(o *opened, dst []byte) ([]byte, error) { return o.listPieces(dst, string(name)) })
}

//go:wasmexport rl_store_explain
func rlStoreExplain(requestLen int32) int32 {
	var a arguments
	text := a.bytes(requestLen)
	return a.storeCall(func(o *opened, dst []byte) ([]byte, error) {
		request, err := value.Parse(text)
		if err != nil {
			return dst, err
		}
		return o.explain(dst, request)
	})
}

//go:wasmexport rl_store_samples
func rlStoreSamples() int32 {
	var a arguments
	return int32(a.number(func() int64 {
		answer := samples(out[:0])
		out = answer[:cap(answer)]
		return int64(len(answer))
	}))
}

//go:wasmexport rl_store_close
func rlStoreClose() int32 {
	if given != nil {
		given.close()
	}
	return 0
}
