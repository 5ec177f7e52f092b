package format

import (
	"slices"
	"testing"

	"github.com/rowlens/rowlens/codec/value"
)

// Members are known in any order, and an unknown one is refused at any position.
func TestKnownTakesMembersInAnyOrder(t *testing.T) {
	names := []string{"a", "bb", "c", "dd"}
	var orders func(taken, left []string)
	orders = func(taken, left []string) {
		for at := 0; at <= len(taken); at++ {
			all := slices.Insert(slices.Clone(taken), at, "zz")
			if err := Known(objectOf(all), names...); err == nil || err.(*Refusal).Field != "zz" || !err.(*Refusal).NoMember {
				t.Errorf("%v: %v", all, err)
			}
		}
		if err := Known(objectOf(taken), names...); err != nil {
			t.Errorf("%v: %v", taken, err)
		}
		for i, name := range left {
			orders(append(slices.Clone(taken), name), slices.Delete(slices.Clone(left), i, i+1))
		}
	}
	orders(nil, names)
	if err := Known(objectOf([]string{"a", "a"}), names...); err != nil {
		t.Errorf("twice: %v", err)
	}
	if err := Known(value.Of("no object"), names...); err != nil {
		t.Errorf("no object: %v", err)
	}
}

func objectOf(names []string) value.Value {
	var members []value.Member
	for _, name := range names {
		members = append(members, value.Member{Name: name, Value: value.OfInt(1)})
	}
	return value.OfMembers(members...)
}
