package rfile

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Blocks without compression have no checksum. A group that does not begin with the key that the file names is damage, and
// its entries are shown.
func TestAFirstKeyThatIsNotTheOneNamedIsReported(t *testing.T) {
	m := maker{version: 8, codec: "none", most: 2}
	whole := m.file(madeGroup{entries: []madeEntry{cell("alpha", 5, false, ""), cell("beta", 5, false, "")}})
	for changed, want := range map[byte]string{'a': "", 'A': codeIndex} {
		b := bytes.Clone(whole)
		b[bytes.Index(b, []byte("alpha"))] = changed
		s := storetest.Open(t, Kind, file.Files{"f.rf": b})
		lines, damage := storetest.Read(t, s, file.Query{Stored: true})
		got := ""
		for _, d := range damage {
			got += d.Code
		}
		if got != want || len(lines) != 2 {
			t.Errorf("%c: %d entries, %+v", changed, len(lines), damage)
		}
	}
}
