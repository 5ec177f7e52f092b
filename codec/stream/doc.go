// Package stream decodes the rows of a dump. Nearly all rows of a dump have the same format, so it
// learns the format from the first rows and reads the others without identifying them.
//
// Decode identifies an entry and writes its fields. The entries of a dump come from dump.Open:
//
//	var decoder stream.Decoder
//	var fields value.Writer // JSON; CBOR if fields.CBOR is set
//	for entry, err := range rows.All() {
//		if err != nil {
//			continue // of this row only
//		}
//		fields.Reset()
//		f, r, bad := decoder.Decode(entry, &fields)
//		fmt.Println(f, r, bad, string(fields.Buf))
//	}
//
// An entry of an HBase scan, and the output:
//
//	row    00bd92fd 346974656d2d3100 2ba95c6311 297e 2983
//	value  0000000000000003
//	→      {"tableCode":693920529,"direction":"IN","directedSource":{"type":"string","value":"item-1"},"count":"3"}
//
// Stable.
package stream
