package formattest

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/store"
)

// Entry makes an entry from "row=hex,value=hex".
func Entry(t testing.TB, parts string) *store.Entry {
	t.Helper()
	e := new(store.Entry)
	for _, part := range strings.Split(parts, ",") {
		name, text, _ := strings.Cut(part, "=")
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		e.Add(name, b)
	}
	return e
}
