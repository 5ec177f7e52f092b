// Package rowlens holds the licences of what is built from this module; codec has the
// decoders.
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
