// Package record writes decoded rows as JSON lines, CSV or CBOR.
//
// A Writer turns each row of a dump into what `rowlens decode` prints:
//
//	where, err := filter.Parse("record = edge-count")
//	if err != nil {
//		return err
//	}
//	w := record.Writer{Form: record.CSV, Decoder: new(stream.Decoder), Where: where}
//	out := []byte(record.CSVHeader)
//	out, ok := w.Append(out, &stream.Row{Entry: entry})
//
// A row and its record:
//
//	row    00bd92fd 346974656d2d3100 2ba95c6311 297e 2983
//	value  0000000000000003
//	→      {"format":"actionbase","record":"edge-count","parts":{…},"fields":{…,"count":"3"}}
//
// Stable.
package record
