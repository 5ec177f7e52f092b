package md5_test

import (
	"bytes"
	stdlib "crypto/md5"
	"testing"

	"github.com/rowlens/rowlens/codec/internal/md5"
)

func TestSumsAreThoseOfTheStandardLibrary(t *testing.T) {
	for n := range 300 {
		b := bytes.Repeat([]byte{byte(n), 0x5a, 0xff}, n)[:n]
		if md5.Sum(b) != stdlib.Sum(b) {
			t.Errorf("%d bytes have another sum", n)
		}
	}
}
