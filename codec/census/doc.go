// Package census has what the callers of statistics share: the options as JSON, the handling of rows that a filter
// leaves out, what the files of a store say, and the JSON that `rowlens stats --json` prints.
//
//	options, err := census.ReadOptions(request, now)
//	c := census.New(options)
//	rows := census.Rows{Count: c, Decoder: &stream.Decoder{}}
//	for scanner has an entry {
//		rows.Take(&stream.Row{Entry: entry})
//	}
//	rows.End()
//	c.Write(&w)
//
// The result so far may be written at any time.
//
// Not promised: statistics are new.
package census
