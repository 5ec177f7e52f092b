package orderedbytes

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// formatID is the format's name in errors and JSON.
const formatID = "hbase-orderedbytes"

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:         formatID,
	Title:      "HBase OrderedBytes",
	Store:      "HBase",
	Doc:        "HBase's general ordered encoding: self-describing values, each ascending or descending, that concatenate into compound keys.",
	Records:    records(),
	Columns:    columns,
	Uncommon:   uncommon,
	Operations: operations,
	Samples:    samples,
	Examples:   examples,
	Guide:      guide,
}

var legend = []*span.Field{&fValue, &fHeader, &fBody, &fText, &fTerminator, &fExponent, &fMantissa, &fGroups, &fRaw}

func records() []format.Record {
	list := []format.Record{{
		Name: "sequence", Title: "values", Parts: sequenceParts, Guess: []string{store.Row}, Alone: true,
		Doc:    "A compound key: values one after the other, each with its own order. The other parts of its cell are kept as they are.",
		Fields: append(legend, &fOther), Decode: decodeSequence, Encode: format.Only(encodeSequence, "values", "parts"),
		Weigh: weighSequence, Scan: &sequenceScan,
	}}
	for _, rd := range readings {
		list = append(list, format.Record{
			Name: rd.record, Title: rd.record, Parts: valuePart, Fields: legend,
			Doc:    "One value of the type " + rd.want.String() + ".",
			Decode: rd.decode, Encode: format.Only(rd.encode, "order", "value"),
		})
	}
	return list
}

var valuePart = []string{store.Value}

var operations = []format.Record{
	{Name: "varuint64", Title: "varuint", Parts: valuePart, Fields: []*span.Field{&fVaruint},
		Doc:    "A variable-length unsigned integer, as stored inside a numeric.",
		Decode: decodeVaruintRecord, Encode: format.Only(encodeVaruintRecord, "value")},
	{Name: "decode", Title: "value read as a type", Parts: valuePart, Fields: legend,
		Doc: "A value read by the decoder of the type that given.as names.", Decode: decodeAs},
	{Name: "order", Title: "scan order", Doc: "Values in the order in which HBase keeps them.", Derive: deriveOrder},
}
