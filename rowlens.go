// Package rowlens is the top of a module that reads and writes, exactly, the bytes which storage
// systems put into key-value stores. It holds the licences of what is built from the module.
//
// Decoders and encoders are below codec:
//
//   - [github.com/rowlens/rowlens/codec] lists the formats and their kinds of records. Each format is a
//     package with typed structs, such as [github.com/rowlens/rowlens/codec/actionbase].
//   - [github.com/rowlens/rowlens/codec/identify] says what unknown bytes are.
//   - [github.com/rowlens/rowlens/codec/dump] and [github.com/rowlens/rowlens/codec/stream] read dumps and
//     scans row by row; [github.com/rowlens/rowlens/codec/verify] checks them.
//   - [github.com/rowlens/rowlens/codec/session] answers requests as JSON, for other processes and languages.
//
// What unknown bytes are, and what they mean:
//
//	best := identify.Best(identify.Lone(key))
//	fmt.Println(best.Title())
//
// The command, with a page for browsers inside, is installed by
//
//	go install github.com/rowlens/rowlens/cmd/rowlens@latest
//
// README.md says which packages are stable, and docs/installing.md how to get the other forms: a C library,
// packages for Python, Java, Rust and JavaScript, deb, rpm and a container image.
//
// Not promised: it is for the programs of this module.
package rowlens

import _ "embed" // the files are parts of programs

var (
	//go:embed LICENSE
	license string
	//go:embed NOTICE
	notice string
	//go:embed THIRD_PARTY
	thirdParty string
)

// Licences is the licence of rowlens, its notice, and the licences of all that is
// linked into its programs.
func Licences() string { return license + "\n" + notice + "\n" + thirdParty }
