package zones

import (
	"sync"
	"testing"
)

func TestRegionsHaveTheOffsetOfTheInstant(t *testing.T) {
	var s System
	for _, c := range []struct {
		name, zone string
		at         int64
		want       int
	}{
		{"no summer time", "Asia/Seoul", 1700000000, 9 * 3600},
		{"winter", "Europe/Berlin", 1700000000, 3600},
		{"summer", "Europe/Berlin", 1690000000, 7200},
		{"before zones were agreed on", "Asia/Seoul", -3000000000, 8*3600 + 27*60 + 52},
		{"a region that is UTC", "Etc/UTC", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := s.Offset(c.zone, c.at); !ok || got != c.want {
				t.Errorf("Offset(%q, %d) = %d, %v, want %d", c.zone, c.at, got, ok, c.want)
			}
		})
	}
}

func TestWhatIsNoRegionIsUnknown(t *testing.T) {
	var s System
	for _, zone := range []string{"", "Local", "local", "Mars/Olympus", "../etc/passwd", "Asia/Seoul\x00", "asia", "Asia//Seoul",
		"Asia/./Seoul"} {
		if got, ok := s.Offset(zone, 0); ok {
			t.Errorf("Offset(%q) = %d, want unknown", zone, got)
		}
	}
}

func TestSystemServesManyAtOnce(t *testing.T) {
	var s System
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for at := int64(0); at < 1e9; at += 1e7 {
				if _, ok := s.Offset("America/New_York", at); !ok {
					t.Error("America/New_York is unknown")
				}
			}
		})
	}
	wait.Wait()
}
