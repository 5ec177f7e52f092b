// Package filter chooses rows by an expression about what they decode to.
//
// An expression is parsed once and asked for each row, which it decodes:
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
// The row key that it takes ends with its target:
//
//	… d3 7ffffe70bee26a57 2c 800000000000004d
//	                      long 77, sign bit inverted
//
// Stable.
package filter
