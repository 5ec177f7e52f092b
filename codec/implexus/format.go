package implexus

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:         formatID,
	Title:      "Implexus",
	Store:      "LMDB",
	Doc:        "A document database with paths: rows of a string-keyed store, typed values, and index rows that follow from the documents.",
	Records:    records(),
	Columns:    columns,
	Uncommon:   uncommon,
	Operations: operations(),
	TextKeys:   true,
	Samples:    samples,
	Examples:   examples,
	Guide:      guide,

	NewVerifier:   newVerifier,
	Explain:       explain,
	ParseSchema:   parseSchema,
	SchemaMembers: schemaMembers,
	Models:        &models,
	Objects:       &objects,
	Migrations:    migrations,
	Compare:       compareSchemas,
}

var (
	entityLegend  = append([]*span.Field{&fTypeCode, &fTypeLabel}, elementLegend...)
	configLegend  = append([]*span.Field{&fTypeLabel, &fExpression}, elementLegend...)
	contentLegend = append([]*span.Field{&fContent}, elementLegend...)
	setLegend     = append([]*span.Field{&fItems, &fMember}, elementLegend...)
)

func records() []format.Record {
	values := []string{store.Value}
	alone := func(rd reading, title, doc string, legend []*span.Field) format.Record {
		return format.Record{Name: rd.record, Title: title, Doc: doc, Parts: values, Fields: legend, Decode: rd.decode, Encode: rd.encodeRecord}
	}
	guessed := func(r format.Record, weigh func(*format.Input, *span.Tree) format.Weight) format.Record {
		r.Guess, r.Alone, r.Weigh = values, true, weigh
		return r
	}
	return []format.Record{
		{
			Name: rowRecord, Title: "row", Parts: []string{store.Key, store.Value}, Guess: []string{store.Key},
			Doc: "A row of the database: what its key says, and the value that such a key has.",
			Fields: append(append(append([]*span.Field{}, keyLegend...), &fTypeCode, &fTypeLabel, &fExpression, &fContent, &fItems),
				elementLegend...),
			Decode: decodeRow, Encode: encodeRow, Weigh: weighRow, Members: keyMembers,
		},
		{
			Name: "key", Title: "key", Parts: []string{store.Key}, Fields: keyLegend,
			Doc:    "A key with all of its readings: a colon in a path or value may allow several.",
			Decode: decodeKeyRecord, Encode: encodeKeyRecord, Scan: &scanKey,
		},
		guessed(alone(readings.element, "element", "One value with its type.", elementLegend), weighElement),
		guessed(alone(readings.entity, "entity", "What kind of entity a path is, and its type label.", entityLegend), weighEntity),
		guessed(alone(readings.config, "configuration", "Type label and expression of a category, catalogue or index.",
			configLegend), weighConfig),
		alone(readings.content, "content", "The text of a document as an index has it.", contentLegend),
		alone(readings.set, "string set", "Children, members, group values or n-grams.", setLegend),
	}
}

func operations() []format.Record {
	forced := reading{"element-forced", readings.element.read, readings.element.write, nil, true}
	return []format.Record{
		{
			Name: "element-forced", Title: "element read with given options", Parts: []string{store.Value}, Fields: elementLegend,
			Doc:    "One value, its dictionary keys read as given.key_encoding says.",
			Decode: forced.decode,
		},
		{Name: "key-resolve", Title: "key with known paths", Doc: "The reading of a key when some entity paths are known.",
			Parts: []string{store.Key}, Derive: deriveResolve},
		{Name: "ngrams", Title: "n-grams", Doc: "Trigrams, bigrams and single characters of a text, as an index lists them.",
			Derive: deriveNgrams},
		{Name: "expression", Title: "expression", Doc: "What an expression says about a document with given properties.",
			Derive: deriveExpression},
		{Name: "order", Title: "scan order", Doc: "Keys in the order in which LMDB keeps them.", Derive: deriveOrder},
	}
}
