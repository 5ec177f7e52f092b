// Package parquet writes Parquet files of many columns of which each row fills a few.
//
//	"PAR1" | row group | row group | … | footer | its length, 4 bytes | "PAR1"
//
// A row group has a chunk for each column: a page with its dictionary, if it has one, and data pages (version 1). A data
// page says of each row how many of the structs around the value, and the value itself, are there: its level, in runs, so
// that a million rows without a value take a few bytes and no time. After the levels come the values that are there.
//
// What is held in memory is the row group, with compressed pages, and what the footer says of those before: for each column
// where its chunk stands, its encodings, its nulls and the least and the greatest value. There is no index of pages, which
// would grow with the rows.
//
// Columns may be null and are in structs that may be, to any depth; there are no lists. The format is that of
// https://github.com/apache/parquet-format, and its names are used here.
package parquet

// Kind is the type of a column.
type Kind uint8

// The types of columns. Only a Text gets a dictionary, and neither bounds nor dictionary are kept of JSON.
const (
	Int64 Kind = iota
	Uint64
	Float64
	Bool
	Text
	JSON
	Bytes
)

// Node is a column, or the struct around some.
type Node struct {
	Name     string
	Kind     Kind   // of a column
	Children []Node // of a struct
}

const (
	magic     = "PAR1"
	pageBytes = 128 << 10 // of the values of a page, before it is compressed
	dictBytes = 256 << 10 // of a dictionary
	boundMax  = 64        // bytes of a bound; what is longer has none
)

// Codes of the format.
const (
	typeBoolean, typeInt64, typeDouble, typeByteArray = 0, 2, 5, 6

	encodingPlain, encodingRLE, encodingDictionary = 0, 3, 8

	pageData, pageDictionary = 0, 2

	repetitionOptional = 1

	convertedUTF8, convertedUint64, convertedInt64 = 0, 14, 18

	codecZstd = 6
)

// physical are the types of values as they are stored.
var physical = [...]int64{
	Int64: typeInt64, Uint64: typeInt64, Float64: typeDouble, Bool: typeBoolean,
	Text: typeByteArray, JSON: typeByteArray, Bytes: typeByteArray,
}
