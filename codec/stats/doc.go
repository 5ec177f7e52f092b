// Package stats describes what is in a dump or a store: in one pass, with bounded memory.
//
//	s := stats.New(stats.Options{Now: time.Now().UnixMilli()})
//	var decoder stream.Decoder
//	for entry, err := range rows.All() {
//		if err == nil {
//			s.Add(&stream.Row{Entry: entry}, &decoder)
//		}
//	}
//	r := s.Report(20)
//	fmt.Println(r.Rows, r.Records)
//
// A format declares with its fields, as span.About, what a row is about (its table, its entity,
// when it was written); this package knows no format.
//
// Parts of a dump may be counted separately and merged in any order: the result is exactly that of
// one pass (see Stats.Follow), even for estimates. Estimates are marked as such, with their error.
//
// Not promised: statistics are new.
package stats
