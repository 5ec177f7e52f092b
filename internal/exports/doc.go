// Package exports is what the C library and the WebAssembly offer: one table of
// functions (Table), each implemented by a Go function on plain bytes.
//
// Everything that hosts see is made from the table or checked against it: the
// stubs of both forms are generated, the hand-written C header is compared.
// Functions here keep no memory of the caller's, never let a panic out, and may be
// called from any thread at once. Only StatsOpen and DiffOpen start anything:
// goroutines that wait for text until StatsClose and DiffClose.
package exports

import "github.com/rowlens/rowlens/internal/version"

//go:generate go run ./generate

// ABI is the version of the interface. It stays 1 as long as functions are only
// added.
const ABI = 1

// Version is the version of the library as text.
const Version = version.Version

// LengthMax is the greatest length of any input or output: what an offset of 32
// bits can say.
const LengthMax = 1<<31 - 1

// PartsMax is more parts than any record has.
const PartsMax = 8

// NameMax is the greatest length of a format's, record's or part's name.
const NameMax = 64
