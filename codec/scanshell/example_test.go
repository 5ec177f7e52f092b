package scanshell_test

import (
	"fmt"

	"github.com/rowlens/rowlens/codec/scanshell"
)

// One range for several shells and languages.
func ExampleFind() {
	r := scanshell.Range{Start: []byte{0x2b, 0xa9}, Stop: []byte{0x2b, 0xaa}}
	for _, name := range []string{"hbase", "ldb", "go"} {
		fmt.Print(scanshell.Find(name).Text(r))
	}
	// Output:
	// scan 'TABLE', {STARTROW => "+\xA9", STOPROW => "+\xAA"}
	// ldb --db=DIR --hex scan --from=0x2BA9 --to=0x2BAA
	// []byte("+\xa9")
	// []byte("+\xaa")
}
