package store

import "testing"

func TestAPlaceIsALineOrAnOffset(t *testing.T) {
	for spot, s := range map[string]Source{
		"":                        {File: "f"},
		"line 7":                  {Line: 7},
		"offset 0":                {Lineless: true},
		"offset 4611686018427387": {Lineless: true, Offset: 4611686018427387},
		"line 8":                  {Line: 8, Inexact: true},
		"offset 1":                {Lineless: true, Offset: 1, Inexact: true},
	} {
		if got := s.Spot(); got != spot {
			t.Errorf("%+v is at %q, want %q", s, got, spot)
		}
		again := Source{File: s.File, Line: 5, Lineless: !s.Lineless, Offset: 9, Inexact: !s.Inexact}
		if again.SetPlace(s.Place()); again != s {
			t.Errorf("%+v became %+v", s, again)
		}
	}
}
