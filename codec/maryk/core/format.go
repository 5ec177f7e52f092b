package core

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
)

// Format is how the rest of rowlens sees this package.
var Format = format.Format{
	ID:          formatID,
	Title:       "Maryk core",
	Store:       "RocksDB and HBase",
	Doc:         "Values, property references, keys, index entries and stored models of Maryk: bytes that only a model can type.",
	ParseSchema: ParseSchema,
	Records:     records,
	Guide:       guide,
	Columns:     columns,
	Uncommon:    uncommon,
	Operations:  operations,
	Samples:     samples,
	Examples:    examples,
}

var valueOnly = []string{store.Value}

var records = []format.Record{
	{
		Name: "storage-value", Title: "storage value", Parts: valueOnly,
		Doc: "The bytes of one value in a cell, key, index or set: no length, no type.",
		Fields: []*span.Field{
			&legend.Value, &legend.EpochSecond, &legend.Millis, &legend.Nanos, &legend.Latitude, &legend.Longitude,
			&legend.Property, &legend.Separator,
		},
		Decode: reads("storage-value", decodeStorageValue), Encode: format.Only(encodeStorageValue, "value", "utf16"),
	},
	{
		Name: "transport-value", Title: "transport value", Parts: []string{partField},
		Doc: "One value as a protobuf field, or several.",
		Fields: []*span.Field{
			&legend.Transport, &legend.FieldKey, &legend.Length, &legend.Scalar, &legend.Item, &legend.MapKey,
			&legend.MapValue, &legend.TypedValue, &legend.UnknownField,
		},
		Decode: reads("transport-value", decodeTransportValue), Encode: format.Only(encodeTransportValue, "value", "utf16"),
	},
	{
		Name: "varint", Title: "var-int", Parts: valueOnly, Doc: "A plain var-int.",
		Fields: []*span.Field{&legend.Varint}, Decode: reads("varint", decodeVarint), Encode: format.Only(encodeVarint, "value"),
	},
	{
		Name: "varint-extra", Title: "var-int with extra", Parts: valueOnly, Doc: "A number with three bits of extra information.",
		Fields: []*span.Field{&legend.Extra}, Decode: reads("varint-extra", decodeExtra), Encode: format.Only(encodeExtra, "value", "extra"),
	},
	{
		Name: "hlc", Title: "HLC version", Parts: []string{store.Value, partInverted, partVarint},
		Doc:    "A version of the hybrid logical clock: plain, inverted (newest first) and as var-int.",
		Fields: []*span.Field{&legend.HLC, &legend.HLCInverted, &legend.HLCVarint},
		Decode: reads("hlc", decodeHLC), Encode: format.Only(encodeHLC, "physical", "logical", "timestamp"),
	},
	{
		Name: "property-ref", Title: "property reference", Parts: []string{partStorage, partTransport},
		Doc: "A path from a model to a value, a collection or an item. In storage it is the qualifier of a cell.",
		Fields: []*span.Field{
			&legend.Reference, &legend.PropertyRef, &legend.TypeRef, &legend.ListIndex, &legend.ItemLength, &legend.SetItem,
			&legend.MapKey, &legend.Marker, &legend.PartKind, &legend.Dropped,
		},
		Decode: reads("property-ref", decodePath), Encode: format.Only(encodePath, "path"),
	},
	{
		Name: "model-definition", Title: "stored model",
		Parts: []string{partName, partVersion, legend.PartModel, legend.PartDependents}, Guess: []string{legend.PartModel},
		Doc: "The definition of a model that every Maryk database carries: what types all its rows.",
		Fields: []*span.Field{
			&legend.StoredName, &legend.ModelVersion, &legend.Model, &legend.ModelProperty, &legend.Definition, &legend.Meta,
			&legend.KeyPart, &legend.Index, &legend.Dependents, &legend.Primitive,
		},
		Decode: reads("model-definition", decodeModel), Encode: format.Only(encodeModel, "model", "dependents"), Refuses: noMessage,
	},
	{
		Name: "key", Title: "key", Parts: []string{store.Key}, Doc: "The key of a record: the values of its parts, without lengths.",
		Fields: []*span.Field{&legend.Key, &legend.KeyValue, &legend.UUID, &legend.GeoHash},
		Decode: reads("key", decodeKey),
		Encode: format.Only(encodeKey, "values", "uuid", "parts", "model", "index", "key"),
	},
	{
		Name: "key-part", Title: "UUID key part", Parts: valueOnly, Doc: "A UUID as stored in keys.",
		Fields: []*span.Field{&legend.UUID}, Decode: reads("key-part", decodeKeyPart), Encode: format.Only(encodeKeyPart, "value"),
	},
	{
		Name: "index-ref", Title: "index reference", Parts: []string{partReference},
		Doc:    "The bytes that name the table of an index.",
		Fields: []*span.Field{&legend.IndexRef, &legend.OtherRef},
		Decode: reads("index-ref", decodeIndexRef), Encode: format.Only(encodeIndexRef, "index", "reference"),
	},
	{
		Name: "index-entry", Title: "index entry", Parts: []string{partEntries, partValues}, Doc: "The entries of one record in one index.",
		Fields: []*span.Field{&legend.Entry, &legend.EntryValue, &legend.EntryLength, &legend.EntryKey},
		Decode: reads("index-entry", decodeEntries), Encode: format.Only(encodeEntries, "values", "entries", "model", "index", "key"),
	},
	{
		Name: "geohash", Title: "geohash", Parts: valueOnly,
		Doc:    "The geohash of a point.",
		Fields: []*span.Field{&legend.GeoHash},
		Decode: reads("geohash", decodeGeoHash),
		Encode: format.Only(encodeGeoHash, "value", "height", "width", "latitude", "longitude", "latitudeE7", "longitudeE7"),
	},
}

var operations = []format.Record{
	{
		Name: "storage-value-decode", Title: "storage value", Parts: valueOnly,
		Doc:    "A storage value as upstream's reader accepts it.",
		Decode: reads("storage-value-decode", decodeStorageValue),
	},
	{
		Name: "varint-decode", Title: "var-int", Parts: valueOnly,
		Doc:    "A var-int as upstream's reader accepts it.",
		Decode: reads("varint-decode", decodeVarint),
	},
	{
		Name: "property-ref-decode", Title: "property reference", Parts: []string{partStorage, partTransport},
		Doc:    "A reference as upstream's reader accepts it.",
		Decode: reads("property-ref-decode", decodePath),
	},
	{
		Name: "model-definition-decode", Title: "stored model", Parts: []string{legend.PartModel, legend.PartDependents},
		Doc:    "A stored model as upstream's reader accepts it.",
		Decode: reads("model-definition-decode", decodeModelAlone),
	},
	{
		Name: "index-entry-split", Title: "split index entry", Parts: []string{partEntry},
		Doc:    "Where the values of an entry are.",
		Derive: deriveSplitEntry,
	},
	{
		Name: "row", Title: "cells of a record", Parts: []string{partQualifiers, partValues},
		Doc: "The qualifiers of a record's cells, with the bytes that do not depend on the store.", Encode: format.Only(encodeRow, "values"),
	},
	{Name: "normalize", Title: "normalized text", Doc: "Text as a Normalize index has it.", Derive: deriveNormalize},
	{Name: "split", Title: "split text", Doc: "The tokens of a Split index.", Derive: deriveSplit},
	{Name: "order", Title: "order", Doc: "Values in the order in which their bytes sort.", Derive: deriveOrder},
}

// noMessage refuses a model whose first byte cannot begin a message of Protocol Buffers: the end of
// a group, or a wire type that does not exist.
func noMessage(in *format.Input) bool {
	b, ok := in.Entry.Part(legend.PartModel)
	return ok && len(b) > 0 && (b[0]&7 == 4 || b[0]&7 > 5)
}
