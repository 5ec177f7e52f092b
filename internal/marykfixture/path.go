package marykfixture

import (
	"bytes"
	"testing"

	"github.com/rowlens/rowlens/codec/maryk"
)

// QualifierIsWrittenBack fails when bytes that are strictly read as a qualifier of the
// model are not written as they were.
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
