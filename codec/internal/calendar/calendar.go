// Package calendar turns days since 1970-01-01 into dates and back.
//
// It is the proleptic Gregorian calendar. Both directions count in eras of 400 years, which all
// have 146097 days, and in years that begin on 1 March, so that the leap day is the last day of a
// year; month m of such a year begins on its day (153m+2)/5.
package calendar

const (
	daysOfEra = 146097
	toMarch0  = 719468 // days from 0000-03-01 to 1970-01-01
)

// Date turns days since 1970-01-01 into a date.
func Date(days int64) (year int64, month, day int) {
	days += toMarch0
	era := floor(days, daysOfEra)
	ofEra := days - era*daysOfEra
	ofYears := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*ofYears + ofYears/4 - ofYears/100)
	m := (5*ofYear + 2) / 153
	day = int(ofYear-(153*m+2)/5) + 1
	month = int(m) + 3
	year = ofYears + era*400
	if month > 12 {
		month, year = month-12, year+1
	}
	return year, month, day
}

// Days counts the days from 1970-01-01 to a date, which must exist.
func Days(year int64, month, day int) int64 {
	if month <= 2 {
		year--
	}
	era := floor(year, 400)
	y, m := year-era*400, int64(month+9)%12
	return era*daysOfEra + y*365 + y/4 - y/100 + (153*m+2)/5 + int64(day) - 1 - toMarch0
}

// DaysIn returns how many days a month has.
func DaysIn(year int64, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// floor divides and rounds down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
