// Package filter selects rows by an expression about their decoded fields.
//
// An expression is parsed once and applied to each row, which it decodes:
//
//	where, err := filter.Parse("record = edge-index and target = 77")
//	if err != nil {
//		return err // says what was expected, and where
//	}
//	var decoder stream.Decoder
//	var fields value.Writer
//	if where.Take(&stream.Row{Entry: entry}, &decoder, &fields) {
//		fmt.Println(string(fields.Buf))
//	}
//
// A row key that matches ends with its target:
//
//	… d3 7ffffe70bee26a57 2c 800000000000004d
//	                      long 77, sign bit inverted
//
// Stable.
package filter
