package session_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/session"
	"github.com/rowlens/rowlens/codec/value"
	hostzones "github.com/rowlens/rowlens/internal/zones"
)

func TestZonesOfARequestComeBeforeThoseOfTheHost(t *testing.T) {
	v, err := value.Parse([]byte(`{"A/B":[[0,60],[100,120]]}`))
	if err != nil {
		t.Fatal(err)
	}
	zones, err := session.ReadZones(v, new(hostzones.System))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int64]int{-5: 60, 0: 60, 99: 60, 100: 120, 1 << 40: 120} {
		if offset, ok := zones.Offset("A/B", at); !ok || offset != want {
			t.Errorf("at %d: %d %v, want %d", at, offset, ok, want)
		}
	}
	if offset, ok := zones.Offset("Asia/Seoul", 1714780800); !ok || offset != 9*3600 {
		t.Error(offset, ok)
	}
	if zones, err = session.ReadZones(v, nil); err != nil {
		t.Fatal(err)
	}
	if _, ok := zones.Offset("Asia/Seoul", 0); ok {
		t.Error("a zone without a host")
	}
}
