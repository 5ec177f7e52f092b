package formattest

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Refused checks that a record kind refuses fields, given as JSON, with a sentence that contains why; or with an empty why
// that it encodes them.
func Refused(t testing.TB, r *format.Record, in *format.Input, fields, why string) {
	t.Helper()
	v, err := value.Parse([]byte(fields))
	if err != nil {
		t.Fatal(err)
	}
	var e store.Entry
	err = r.Encode(in, v, &e)
	if why == "" && err != nil || why != "" && (err == nil || !strings.Contains(err.Error(), why)) {
		t.Errorf("%s: %v, want %q", fields, err, why)
	}
}
