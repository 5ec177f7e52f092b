package session_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/session"
)

// One request of the page: a key of 53 bytes about which nothing else is known.
func BenchmarkInspect(b *testing.B) {
	request := []byte(`{"text":"95ca62432c80000000000003ea2ba95c6311297c29822b8d6cda4734667269656e647300d37ffffe70c3641dff346974656d203200"}`)
	var s session.Session
	var out []byte
	b.ReportAllocs()
	for b.Loop() {
		out = s.Inspect(out[:0], request)
	}
}
