package exports

import "testing"

func TestAPanicBecomesACode(t *testing.T) {
	var e Error
	call := func() (result int64) {
		defer caught(&e, &result)
		var none []int
		return int64(none[len(valueLine)])
	}
	if n := call(); n != int64(Internal) || e.Code != Internal || e.Message == "" {
		t.Errorf("%d %+v", n, e)
	}
}
