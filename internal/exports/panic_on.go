//go:build rowlens_panic

package exports

// panicMark is what an input must hold to provoke a panic.
const panicMark = "rowlens-provoke-panic"
