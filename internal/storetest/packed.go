package storetest

import (
	"bytes"
	"compress/gzip"
	"testing"
)

// Gzipped returns bytes compressed with gzip.
func Gzipped(t testing.TB, b []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}
