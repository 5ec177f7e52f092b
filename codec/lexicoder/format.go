package lexicoder

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:            formatID,
	Title:         "Accumulo lexicoder",
	Store:         "Accumulo",
	Doc:           "Encodings of Accumulo's lexicoders, which sort as their values do. They do not say what they are: name the lexicoder, such as pair(string, reverse(date)).",
	ParseSchema:   ParseSchema,
	SchemaMembers: []string{"lexicoder"},
	Records:       records(),
	Columns:       columns,
	Operations:    operations,
	Samples:       samples,
	Examples:      examples,
	Guide:         guide,
}

func records() []format.Record {
	fields := legend()
	list := []format.Record{{
		Name: "key", Title: "key", Parts: keyParts, Guess: []string{store.Row}, Alone: true,
		Doc:    "A key of the lexicoder that the schema names, or of one that the bytes suggest. The other parts of its entry are kept as they are.",
		Fields: append(fields[:len(fields):len(fields)], &fOther),
		Decode: decodeKey, Encode: format.Only(encodeKey, "lexicoder", "value", "parts"), Weigh: weighKey, Scan: &keyScan,
	}}
	for k := range kinds {
		list = append(list, format.Record{
			Name: k.String(), Title: k.String(), Parts: valuePart, Fields: fields, Doc: kindDocs(k),
			Decode: decodeRecord(k.String()), Encode: format.Only(encodeRecord(k.String()), "value"),
		})
	}
	return list
}

var valuePart = []string{store.Value}

var operations = []format.Record{
	{Name: "decode", Title: "encoding of a given lexicoder", Parts: valuePart, Fields: legend(),
		Doc: "Bytes read as given.lexicoder.", Decode: decodeRecord("decode")},
	{Name: "double-nan", Title: "double from bits", Parts: valuePart, Doc: "A double given by its IEEE 754 bits.",
		Encode: format.Only(encodeBits(Double), "bits")},
	{Name: "float-nan", Title: "float from bits", Parts: valuePart, Doc: "A float given by its IEEE 754 bits.",
		Encode: format.Only(encodeBits(Float), "bits")},
	{Name: "list-refused", Title: "list that cannot be written", Parts: valuePart,
		Doc: "A list without elements has no encoding.", Encode: format.Only(encodeRecord("list"), "value")},
	{Name: "order", Title: "scan order", Doc: "Values in the order in which Accumulo keeps them.", Derive: deriveOrder},
}

func kindDocs(k Kind) string {
	if k >= Reverse {
		return "What the lexicoder writes: " + fields[k].Doc + ". given.lexicoder says what it is made of."
	}
	return "What the lexicoder writes: " + fields[k].Doc + "."
}
