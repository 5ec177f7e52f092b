//go:build rowlens_panic

package exports

// panicMark is what an input must contain to provoke a panic.
const panicMark = "rowlens-provoke-panic"
