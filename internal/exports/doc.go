// Package exports implements what the C library and the WebAssembly offer: one
// table of functions (Table), each implemented by a Go function on plain bytes.
//
// Everything that hosts see is generated from the table or checked against it: the
// stubs of both forms are generated, and the hand-written C header is compared. The
// functions keep no memory of the caller, let no panic escape, and may be called
// from several threads at once. Only StatsOpen and DiffOpen start goroutines, which
// wait for text until StatsClose and DiffClose.
package exports

import "github.com/rowlens/rowlens/internal/version"

//go:generate go run ./generate

// ABI is the version of the interface. It stays 1 as long as functions are only added.
const ABI = 1

// Version is the version of the library, as text.
const Version = version.Version

// LengthMax is the largest length of any input or output, in bytes: the largest 32-bit offset.
const LengthMax = 1<<31 - 1

// PartsMax is the largest number of parts in a call; no record has that many.
const PartsMax = 8

// NameMax is the largest length of the name of a format, record or part, in bytes.
const NameMax = 64
