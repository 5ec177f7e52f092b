package actionbase_test

import (
	"math/rand"
	"testing"

	gofuzz "github.com/google/gofuzz"
	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/internal/formattest"
)

// cases is how many records or pairs each property is tried with.
const cases = 200_000

func TestWhatIsAppendedDecodesToTheSame(t *testing.T) {
	for _, r := range formattest.RoundTrips {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			f := formattest.Generator(formattest.Seed())
			for range cases {
				if err := r.Try(f); err != nil {
					t.Fatalf("ROWLENS_SEED=%d: %v", formattest.Seed(), err)
				}
			}
		})
	}
}

// draw returns a source of choices for generators that are called directly.
func draw() *gofuzz.Continue {
	return &gofuzz.Continue{Rand: rand.New(rand.NewSource(formattest.Seed()))}
}

func TestBytesOrderAsValuesDo(t *testing.T) {
	for kind := actionbase.Null; kind <= actionbase.Boolean; kind++ {
		for _, o := range []order.Order{order.Asc, order.Desc} {
			t.Run(kind.String()+" "+o.String(), func(t *testing.T) {
				t.Parallel()
				c := draw()
				for range cases {
					a, b := formattest.Pair(kind, c)
					if err := formattest.Ordered(&a, &b, o); err != nil {
						t.Fatalf("ROWLENS_SEED=%d: %v", formattest.Seed(), err)
					}
				}
			})
		}
	}
}

func TestCompositeKeysOrderFieldByField(t *testing.T) {
	f := formattest.Generator(formattest.Seed()).Funcs(func(p *[2]actionbase.EdgeCacheQualifier, c gofuzz.Continue) {
		p[0], p[1] = formattest.Suffixes(&c)
	})
	var pair [2]actionbase.EdgeCacheQualifier
	for range cases {
		f.Fuzz(&pair)
		if err := formattest.OrderedSuffixes(&pair[0], &pair[1]); err != nil {
			t.Fatalf("ROWLENS_SEED=%d: %v", formattest.Seed(), err)
		}
	}
}
