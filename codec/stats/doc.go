// Package stats tells what is in a dump or a store: in one pass, with bounded memory.
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
// What a row is about (its table, its entity, when it was written) its format declares with the
// fields, as span.About; this package knows no format.
//
// Parts of a dump may be counted apart and merged, in any order: the result is exactly that of one
// pass (see Stats.Follow), also where it is an estimate. What is an estimate says so, with its error.
//
// Not promised: statistics are new.
package stats
