package formattest

import (
	"bytes"
	"fmt"
	"slices"

	gofuzz "github.com/google/gofuzz"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/order"
)

// RoundTrip is one struct of the codec. Try generates one, appends it, decodes the
// bytes and returns an error unless the result is equal.
type RoundTrip struct {
	Name string
	Try  func(f *gofuzz.Fuzzer) error
}

// RoundTrips lists all structs that rows consist of.
var RoundTrips = []RoundTrip{
	{"value", tryValue},
	{"edge-state key", try(actionbase.AppendEdgeStateKey, actionbase.DecodeEdgeStateKey, func(a, b *actionbase.EdgeStateKey) bool {
		return samePrefix(&a.Prefix, &b.Prefix) && sameValue(&a.Target, &b.Target)
	})},
	{"edge-state cell", try(actionbase.AppendEdgeStateValue, actionbase.DecodeEdgeStateValue, sameState)},
	{"edge-index key", try(actionbase.AppendEdgeIndexKey, actionbase.DecodeEdgeIndexKey, func(a, b *actionbase.EdgeIndexKey) bool {
		return samePrefix(&a.Prefix, &b.Prefix) && a.Direction == b.Direction && a.Index == b.Index &&
			slices.EqualFunc(a.Values, b.Values, sameOrdered) && sameValue(&a.Target, &b.Target)
	})},
	{"edge-index cell", try(actionbase.AppendEdgeIndexValue, actionbase.DecodeEdgeIndexValue, func(a, b *actionbase.EdgeIndexValue) bool {
		return a.Version == b.Version && slices.EqualFunc(a.Properties, b.Properties, func(p, q actionbase.IndexProperty) bool {
			return p.Code == q.Code && sameValue(&p.Value, &q.Value)
		})
	})},
	{"edge-count key", try(actionbase.AppendEdgeCountKey, actionbase.DecodeEdgeCountKey, func(a, b *actionbase.EdgeCountKey) bool {
		return samePrefix(&a.Prefix, &b.Prefix) && a.Direction == b.Direction
	})},
	{"edge-lock key", try(actionbase.AppendEdgeLockKey, actionbase.DecodeEdgeLockKey, func(a, b *actionbase.EdgeLockKey) bool {
		return samePrefix(&a.Prefix, &b.Prefix) && sameValue(&a.Target, &b.Target)
	})},
	{"edge-group key", try(actionbase.AppendEdgeGroupKey, actionbase.DecodeEdgeGroupKey, func(a, b *actionbase.EdgeGroupKey) bool {
		return samePrefix(&a.Prefix, &b.Prefix) && a.Direction == b.Direction && a.Group == b.Group
	})},
	{"edge-group qualifier", try(actionbase.AppendEdgeGroupQualifier, actionbase.DecodeEdgeGroupQualifier, sameGroupQualifier)},
	{"edge-cache key", try(actionbase.AppendEdgeCacheKey, actionbase.DecodeEdgeCacheKey, func(a, b *actionbase.EdgeCacheKey) bool {
		return samePrefix(&a.Prefix, &b.Prefix) && a.Direction == b.Direction && a.Cache == b.Cache
	})},
	{"edge-cache qualifier", try(actionbase.AppendEdgeCacheQualifier, actionbase.DecodeEdgeCacheQualifier, sameCacheQualifier)},
	{"counter", tryCounter},
}

func sameGroupQualifier(a, b *actionbase.EdgeGroupQualifier) bool {
	return slices.EqualFunc(a.Values, b.Values, func(x, y actionbase.Value) bool { return sameValue(&x, &y) })
}

func sameCacheQualifier(a, b *actionbase.EdgeCacheQualifier) bool {
	return slices.EqualFunc(a.Values, b.Values, sameOrdered) && sameValue(&a.Target, &b.Target)
}

// try is Try for a struct T. It decodes into a struct that has been used before, to
// detect remains of earlier calls.
func try[T any](add func([]byte, *T) ([]byte, error), decode func([]byte, *T) error, same func(a, b *T) bool) func(*gofuzz.Fuzzer) error {
	var got T
	return func(f *gofuzz.Fuzzer) error {
		var want T
		f.Fuzz(&want)
		b, err := add(nil, &want)
		if err != nil {
			return fmt.Errorf("%+v: %w", want, err)
		}
		if err := decode(b, &got); err != nil {
			return fmt.Errorf("%+v as %x: %w", want, b, err)
		}
		if !same(&want, &got) {
			return fmt.Errorf("%+v became %x and then %+v", want, b, got)
		}
		again, err := add([]byte("before"), &got)
		if err != nil || !bytes.Equal(again[6:], b) {
			return fmt.Errorf("%+v became %x and then %x, %v", want, b, again, err)
		}
		return nil
	}
}

func tryValue(f *gofuzz.Fuzzer) error {
	var want, got actionbase.Value
	f.Fuzz(&want)
	for _, o := range []order.Order{order.Asc, order.Desc} {
		b, err := actionbase.AppendValue(nil, &want, o)
		if err != nil {
			return fmt.Errorf("%+v: %w", want, err)
		}
		if at, err := actionbase.DecodeValue(b, &got); err != nil || at != o || !sameValue(&want, &got) {
			return fmt.Errorf("%+v became %x and then %s %+v, %v", want, b, at, got, err)
		}
		n, at, err := actionbase.ConsumeValue(append(b, 0, 0xff), &got)
		if err != nil || at != o || n != len(b) || !sameValue(&want, &got) {
			return fmt.Errorf("%+v became %x and then, of %d bytes, %s %+v, %v", want, b, n, at, got, err)
		}
	}
	return nil
}

func tryCounter(f *gofuzz.Fuzzer) error {
	var n int64
	f.Fuzz(&n)
	if got, err := actionbase.DecodeCounter(actionbase.AppendCounter(nil, n)); err != nil || got != n {
		return fmt.Errorf("count %d became %d, %v", n, got, err)
	}
	if got, err := actionbase.DecodeLockedAt(actionbase.AppendLockedAt(nil, n)); err != nil || got != n {
		return fmt.Errorf("time %d became %d, %v", n, got, err)
	}
	return nil
}

func sameValue(a, b *actionbase.Value) bool {
	return a.Kind == b.Kind && a.Num == b.Num && bytes.Equal(a.Text, b.Text)
}

func sameOrdered(a, b actionbase.OrderedValue) bool {
	return a.Order == b.Order && sameValue(&a.Value, &b.Value)
}

func samePrefix(a, b *actionbase.Prefix) bool {
	return sameValue(&a.Source, &b.Source) && a.Table == b.Table && b.SaltOK
}

func sameState(a, b *actionbase.EdgeStateValue) bool {
	return a.Active == b.Active && a.Version == b.Version && a.CreatedAt == b.CreatedAt && a.DeletedAt == b.DeletedAt &&
		slices.EqualFunc(a.Properties, b.Properties, func(p, q actionbase.StateProperty) bool {
			return p.Code == q.Code && p.Version == q.Version && sameValue(&p.Value, &q.Value)
		})
}
