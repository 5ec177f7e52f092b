package calendar

import (
	"testing"
	"time"
)

// Every day of 2800 years around 1970, which hold every kind of year, month and century,
// agrees with the standard library in both directions.
func TestDatesAreThoseOfTheStandardLibrary(t *testing.T) {
	for days := int64(-511000); days < 511000; days++ {
		at := time.Unix(days*86400, 0).UTC()
		year, month, day := Date(days)
		if year != int64(at.Year()) || month != int(at.Month()) || day != at.Day() {
			t.Fatalf("day %d is %d-%d-%d, want %s", days, year, month, day, at)
		}
		if Days(year, month, day) != days {
			t.Fatalf("%d-%d-%d is day %d, want %d", year, month, day, Days(year, month, day), days)
		}
		if next := at.AddDate(0, 0, 1); (next.Day() == 1) != (day == DaysIn(year, month)) {
			t.Fatalf("%d-%d has %d days", year, month, DaysIn(year, month))
		}
	}
}

func TestDatesBeforeYearZero(t *testing.T) {
	for _, days := range []int64{-719468, -719469, -719528, -719529, -106751991167, 106751991167} {
		if got := Days(Date(days)); got != days {
			t.Errorf("day %d comes back as %d", days, got)
		}
	}
}
