package marykfixture

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
)

// QualifierIsWrittenBack fails if bytes that a strict reader accepts as a qualifier of
// the model are not encoded to the same bytes.
func QualifierIsWrittenBack(t testing.TB, b []byte, m *maryk.Model) {
	t.Helper()
	var p maryk.Path
	if maryk.DecodePath(b, m, maryk.PathOptions{}, &p) != nil {
		return
	}
	again, err := maryk.AppendQualifier(nil, &p)
	if err != nil || !bytes.Equal(again, b) {
		t.Fatalf("%x, %s, is written back as %x, %v", b, p.String(), again, err)
	}
}
