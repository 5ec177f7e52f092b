package format_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/value"
)

// JDK 18 and earlier print digits that are neither the shortest nor the nearest, such as 1.9999999999999998E23 for
// 2e23: they are what such a program writes for the number.
func TestDigitsOfEarlierJDKsAreTaken(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	odd := 0
	for range 200_000 {
		f := math.Float64frombits(random.Uint64())
		if f-f != 0 {
			continue
		}
		v, err := value.Parse(javanum.AppendElder(nil, f, 64))
		if err != nil {
			t.Fatal(err)
		}
		if _, exact := v.Exact(64); !exact {
			odd++
		}
		if err := format.Inexact("x", v, 64); err != nil {
			t.Fatal(err)
		}
	}
	if odd == 0 {
		t.Error("no such digits were met")
	}
	v, _ := value.Parse([]byte("16777217"))
	var refused *format.Refusal
	if err := format.Inexact("x", v, 32); !errors.As(err, &refused) || refused.Field != "x" {
		t.Errorf("16777217: %v", err)
	}
}
