package actionbase

// civil is a local date and time of the proleptic Gregorian calendar.
type civil struct {
	year                 int64 // astronomical: 0 is 1 BC
	month, day           int64
	hour, minute, second int64
	nano                 int32
}

// localTime splits seconds since 1970-01-01T00:00 local time.
func localTime(seconds int64, nano int32) civil {
	days, rest := floorDiv(seconds, 86400)
	t := civil{hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60, nano: nano}
	t.year, t.month, t.day = dateOf(days)
	return t
}

// dateOf turns days since 1970-01-01 into a date. It counts in eras of 400
// years, which all have 146097 days, and in years that begin on 1 March, so that
// the leap day is a year's last. The months from March have 153 days in five.
func dateOf(days int64) (year, month, day int64) {
	const toMarchOfYear0 = 719468
	era, dayOfEra := floorDiv(days+toMarchOfYear0, 146097)
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/146096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	fromMarch := (5*dayOfYear + 2) / 153
	day = dayOfYear - (153*fromMarch+2)/5 + 1
	year, month = era*400+yearOfEra, fromMarch+3
	if month > 12 {
		year, month = year+1, month-12
	}
	return year, month, day
}

// floorDiv divides and rounds down; the rest is never negative. B is positive.
func floorDiv(a, b int64) (quotient, rest int64) {
	quotient, rest = a/b, a%b
	if rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}
