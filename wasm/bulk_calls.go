//go:build wasip1

package main

//lint:file-ignore U1000 the host calls what go:wasmexport marks; the checker does not know the mark

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/filter"
	"github.com/rowlens/rowlens/codec/record"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/internal/exports"
)

// The calls for a dump. As in other calls, bytes are in the input buffer, answers
// are in the output buffer, and a result below 0 is an error.
//
//	rl_bulk_open(n)          options as JSON: begins a new dump
//	rl_bulk_next()           the size of a block of rows; 0 if there are no more rows, or if it needs text that is fed
//	rl_bulk_about()          JSON: the form of the text, notes, the record kinds by their numbers in
//	                         blocks, the names that the filter defines, after a search the models by format and,
//	                         for a store, the damage met so far
//	rl_bulk_csv_header()     the first line of records as CSV
//	rl_bulk_where(n)         an expression that selects rows; empty for all
//	rl_bulk_match(n)         for a block: the indexes of the rows that the expression selects, 4
//	                         bytes each
//	rl_bulk_write(n, m, f)   for a block, followed by m indexes of rows (-1 for all rows): their
//	                         records as JSON Lines (0), CSV (1), CBOR (2)
//	rl_bulk_alike(n, i)      JSON: what row i of a block is of, and an expression that selects all rows of the same
//	                         (see filter.Alike); both are empty if there is none
//	rl_bulk_verify(n)        passes the rows of a block to the verifiers
//	rl_bulk_findings()       the verifiers' findings, as JSON Lines
//	rl_bulk_repair(n)        the rows to put and to delete so that the others agree, in the form that a store's tool reads
//	                         (see writeshell.Names), or as records if n is 0; the verifiers then regard the rows as changed
//
// bulk_stats.go has the calls for statistics, bulk_diff.go those for differences, bulk_feed.go the one that feeds text.

// bulkCall runs a call that needs an open dump and appends its answer to dst.
func (a *arguments) bulkCall(call func(b *bulk, dst []byte) ([]byte, error)) int32 {
	return int32(a.number(func() int64 {
		if dumped == nil {
			return refuseBulk(errNoDump)
		}
		answer, err := call(dumped, out[:0])
		if err != nil {
			return refuseBulk(err)
		}
		out = answer[:cap(answer)]
		return int64(len(answer))
	}))
}

// picks returns the indexes of the selected rows; nil for all rows.
func (a *arguments) picks(count int32) []int32 {
	if count < 0 {
		return nil
	}
	return append(make([]int32, 0, 1), a.numbers(count)...)
}

// coded is a failure that has its own code.
type coded struct {
	code exports.Code
	text string
}

func (c coded) Error() string { return c.text }

func refuseBulk(err error) int64 {
	code := exports.Refused
	if c, is := err.(coded); is {
		code = c.code
	}
	failure = exports.Error{Code: code, Row: -1, Offset: -1, Message: err.Error()}
	return int64(code)
}

//go:wasmexport rl_bulk_open
func rlBulkOpen(optionsLen int32) int32 {
	var a arguments
	options := a.bytes(optionsLen)
	return int32(a.number(func() int64 {
		if err := openBulk(options); err != nil {
			return refuseBulk(err)
		}
		return 0
	}))
}

//go:wasmexport rl_bulk_next
func rlBulkNext() int32 {
	var a arguments
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.step(dst) })
}

//go:wasmexport rl_bulk_about
func rlBulkAbout() int32 {
	var a arguments
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.about(dst), nil })
}

//go:wasmexport rl_bulk_csv_header
func rlBulkCSVHeader() int32 { return say(record.CSVHeader) }

//go:wasmexport rl_bulk_where
func rlBulkWhere(textLen int32) int32 {
	var a arguments
	text := a.bytes(textLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) {
		f, err := filter.ParseAt(string(text), nowMillis())
		if err != nil {
			return dst, err
		}
		if f != nil {
			if member, value, _ := f.Unknown(); member != "" {
				return dst, errors.New("there is no " + member + " called " + strconv.Quote(value))
			}
		}
		b.filter = f
		return dst, nil
	})
}

//go:wasmexport rl_bulk_match
func rlBulkMatch(blockLen int32) int32 {
	var a arguments
	block := a.bytes(blockLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.match(dst, block), nil })
}

//go:wasmexport rl_bulk_write
func rlBulkWrite(blockLen, picksCount, form int32) int32 {
	var a arguments
	block := a.bytes(blockLen)
	picks := a.picks(picksCount)
	const wide = int32(record.CBOR) + 1
	if form < 0 || form > wide {
		a.code = exports.BadOption
	}
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) {
		b.writer.Wide = form == wide
		return b.write(dst, block, picks, record.Form(min(form, wide-1))), nil
	})
}

//go:wasmexport rl_bulk_alike
func rlBulkAlike(blockLen, row int32) int32 {
	var a arguments
	block := a.bytes(blockLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.alike(dst, block, int(row)), nil })
}

//go:wasmexport rl_bulk_verify
func rlBulkVerify(blockLen int32) int32 {
	var a arguments
	block := a.bytes(blockLen)
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return dst, b.add(block) })
}

//go:wasmexport rl_bulk_findings
func rlBulkFindings() int32 {
	var a arguments
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.findings(dst) })
}

//go:wasmexport rl_bulk_repair
func rlBulkRepair(shellLen int32) int32 {
	var a arguments
	shell := string(a.bytes(shellLen))
	return a.bulkCall(func(b *bulk, dst []byte) ([]byte, error) { return b.repair(dst, shell) })
}

// about writes {"form":{"id","title"},"notes":[…],"kinds":[null,{"format","record","formatTitle","title"},…]}.
func (b *bulk) about(dst []byte) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	switch {
	case b.store != nil && b.store.title != "":
		writeForm(&w, "store", b.store.title, b.store.notes)
	case b.search != nil:
		writeForm(&w, "", "", b.search.notes)
	case b.scanner != nil:
		writeForm(&w, b.scanner.Form().ID, b.scanner.Form().Title, b.scanner.Notes())
	}
	w.Key("kinds")
	w.Array()
	w.Null()
	for _, f := range codec.Formats() {
		for i := range f.Kinds() {
			r := f.Kind(i)
			w.Object()
			for _, m := range [...][2]string{{"format", f.ID}, {"record", r.Name}, {"formatTitle", f.Title}, {"title", r.Title}} {
				w.Key(m[0])
				w.String(m[1])
			}
			w.EndObject()
		}
	}
	w.EndArray()
	w.Member("members").Strings(filter.Own())
	if forPackages {
		b.writeMisspelt(&w)
	}
	if b.store != nil {
		b.store.writeDamage(&w)
	}
	if b.search != nil {
		writeSchemas(&w, b.search.known)
	}
	w.EndObject()
	return w.Buf
}

func writeForm(w *value.Writer, id, title string, notes []string) {
	w.Key("form")
	w.Object()
	w.Member("id").String(id)
	w.Member("title").String(title)
	w.EndObject()
	w.Member("notes").Strings(notes)
}
