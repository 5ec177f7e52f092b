// Package version holds the version of rowlens, in the only place to change it.
//
// The command, the C library and the WebAssembly compile it in. Files that are not
// Go repeat it; stamp writes it into them.
package version

//go:generate go run ./stamp -root ../..

// Version is the version of every package that this repository releases.
const Version = "0.1.0"
