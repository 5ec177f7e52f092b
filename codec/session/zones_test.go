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

func TestDatesAreOfTheZoneOfTheRequest(t *testing.T) {
	s := &session.Session{Zones: new(hostzones.System)}
	for _, c := range []struct{ text, zone, want string }{
		{"2024-05-03 13:00:01", "Asia/Seoul", "2024-05-03T04:00:01.000Z"},
		{"2024-05-03T13:00:01Z", "Asia/Seoul", "2024-05-03T13:00:01.000Z"},
		{"2024-03-10 02:30", "America/New_York", "2024-03-10T07:30:00.000Z"}, // left out
		{"2024-11-03 01:30", "America/New_York", "2024-11-03T05:30:00.000Z"}, // shown twice
		{"1960-07-01", "America/New_York", ""},                               // no version is before 1970
	} {
		got := ask(t, s, `{"op":"hlc","text":"`+c.text+`","timezone":"`+c.zone+`"}`)
		if utc, _ := got["utc"].(string); utc != c.want {
			t.Errorf("%s in %s: %v, want %s", c.text, c.zone, got, c.want)
		}
	}
	for _, s := range []*session.Session{s, {}} {
		if got := ask(t, s, `{"op":"hlc","text":"2024-05-03","timezone":"Middle/Earth"}`); got["error"] != "timezone: there is no time zone called Middle/Earth" {
			t.Errorf("got %v", got)
		}
	}
}
