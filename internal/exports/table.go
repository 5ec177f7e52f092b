package exports

// Kind says how an argument is passed. In C it becomes the parameters listed here.
// In WebAssembly every number is an i32 parameter, and all bytes are in the input
// buffer (see package main in wasm).
type Kind uint8

// The kinds of arguments.
const (
	Bytes       Kind = iota // const uint8_t *x, size_t x_len
	Name                    // const char *x, terminated by a zero byte
	Parts                   // const rl_part *x, size_t x_count
	Columns                 // const rl_column *x, size_t x_count, size_t rows
	Wanted                  // const rl_field *x, size_t x_count
	Members                 // const rl_values *x, size_t x_count, size_t rows
	Texts                   // const int32_t *x_offsets, const uint8_t *x, size_t rows
	Number                  // uint32_t x
	Handle                  // int64_t x
	Signed                  // int64_t x, for an error code
	Word                    // uint64_t x
	WordOut                 // uint64_t *x, out
	Offsets                 // int32_t *x of rows + 1 numbers, out
	PartOffsets             // int32_t *x of rows + 1 numbers for each of the names in parts, out
	Codes                   // int32_t *x of rows numbers, out, may be NULL
	Out                     // uint8_t *x, size_t x_cap
	Files                   // const rl_file *x, size_t x_count
	Reads                   // const rl_reader *x, may be NULL
	Stream                  // struct ArrowArrayStream *x, out
	Failure                 // rl_error *x, may be NULL
)

// Arg is one argument of an export.
type Arg struct {
	Kind Kind
	Name string
	Doc  string
}

// Export is one function of the C library and of the WebAssembly.
type Export struct {
	Name   string // in C and in WebAssembly
	Go     string // of the function in this package
	Doc    string
	Result string // meaning of a result that is not an error
	Args   []Arg

	// Constant exports answer without any state: in C they are plain C and work
	// even after a fork. In WebAssembly their text is written to the output buffer.
	Constant bool

	// Native exports are only in the C library: in WebAssembly rl_answer does the same,
	// and every export makes the download larger.
	Native bool

	// Package exports are in the C library and in the WebAssembly of packages, but not in the page's, whose download they would
	// make larger.
	Package bool

	// Wide results need more than 32 bits: in WebAssembly they are an i64.
	Wide bool
}

// Arguments that several exports take.
var (
	argSchema = Arg{Handle, "schema", "handle of rl_schema_open, or 0 for none"}
	argFormat = Arg{Name, "format", "id of the format: \"actionbase\""}
	argRecord = Arg{Name, "record", "name of the record kind: \"edge-state\"; when decoding, empty for any kind of the format"}
	argStats  = Arg{Handle, "stats", "handle of rl_stats_open"}
	argDiff   = Arg{Handle, "diff", "handle of rl_diff_open"}
	argKind   = Arg{Handle, "kind", "handle of rl_kind_open"}
	argStore  = Arg{Handle, "store", "handle of rl_store_open"}
	argLayout = Arg{Name, "layout", "\"maryk\", \"ms-16\" or \"ms-12\""}
	argPart   = Arg{Name, "part", "the part to write: \"row\""}
	argFlags  = Arg{Number, "flags", "RL_LENIENT, RL_PREFIX, RL_UNLIMITED, RL_STRICT, RL_CHECK or their sum"}
	argForm   = Arg{Number, "form", "RL_FIELDS_JSON, RL_FIELDS_CBOR, RL_TREE_JSON, RL_SPANS or RL_FIELDS_CBOR64"}
	argOut    = Arg{Out, "out", "where the answer goes"}
	argError  = Arg{Failure, "err", "what failed, and where"}
	argStarts = Arg{Offsets, "out_offsets", "where each row's answer starts, and the end of the last"}
	argCodes  = Arg{Codes, "codes", "for each row 0, or why it failed"}
)

// size is the meaning of the result of every function that writes bytes.
const size = "bytes of the answer; when that is more than the capacity, nothing useful was written"

// Table lists all exports.
var Table = []Export{
	{
		Name: "rl_abi_version", Go: "ABI", Constant: true, Result: "1",
		Doc: "The version of this interface.",
	},
	{
		Name: "rl_version", Go: "Version", Constant: true, Result: "the version as text, MAJOR.MINOR.PATCH",
		Doc: "The version of the library.",
	},
	{
		Name: "rl_strerror", Go: "Strerror", Constant: true, Result: "the code's name and meaning as text",
		Doc:  "What an error code means.",
		Args: []Arg{{Signed, "code", "a negative result"}},
	},
	{
		Name: "rl_answer", Go: "Answer", Result: size,
		Doc:  "Answers one request line: decode, encode or derive.",
		Args: []Arg{{Bytes, "line", "the request as JSON"}, argOut, argError},
	},
	{
		Name: "rl_inspect", Go: "Inspect", Result: size,
		Doc:  "Says what pasted text or bytes may be: rows, readings with evidence, explained bytes.",
		Args: []Arg{{Bytes, "request", "the request as JSON"}, argOut, argError},
	},
	{
		Name: "rl_decode", Go: "Decode", Result: size,
		Doc:  "Decodes one record.",
		Args: []Arg{argSchema, argFormat, argRecord, {Parts, "parts", "the parts of the entry"}, argFlags, argForm, argOut, argError},
	},
	{
		Name: "rl_encode", Go: "Encode", Result: size,
		Doc:  "Encodes one part of one record.",
		Args: []Arg{argSchema, argFormat, argRecord, argPart, {Bytes, "fields", "the fields as JSON"}, argFlags, argOut, argError},
	},
	{
		Name: "rl_decode_batch", Go: "DecodeBatch", Result: size,
		Doc: "Decodes rows of one record kind, a column for each part.",
		Args: []Arg{argSchema, argFormat, argRecord, {Columns, "columns", "a column for each part"}, argFlags, argForm,
			argStarts, argCodes, argOut, argError},
	},
	{
		Name: "rl_decode_columns", Go: "DecodeColumns", Package: true, Result: size,
		Doc: "Decodes records into typed columns, as Arrow lays them out.",
		Args: []Arg{argSchema, argFormat, argRecord, {Columns, "columns", "a column for each part"}, argFlags,
			{Wanted, "fields", "the columns to make"}, argCodes, argOut, argError},
	},
	{
		Name: "rl_encode_batch", Go: "EncodeBatch", Result: size,
		Doc: "Encodes one part of each row.",
		Args: []Arg{argSchema, argFormat, argRecord, argPart, {Texts, "fields", "the fields of each row as JSON"}, argFlags,
			argStarts, argCodes, argOut, argError},
	},
	{
		Name: "rl_encode_columns", Go: "EncodeColumns", Package: true, Result: size,
		Doc: "Encodes parts of each row from typed columns, or from records as CBOR or JSON.",
		Args: []Arg{argSchema, argFormat, argRecord, {Name, "parts", "the parts to write, separated by commas: \"row,value\""},
			{Members, "fields", "columns of members of the fields"}, argFlags,
			{PartOffsets, "out_offsets", "for each part where each row's bytes start, and the end of the last"}, argCodes, argOut, argError},
	},
	{
		Name: "rl_schema_open", Go: "SchemaOpen", Result: "a handle, greater than 0",
		Doc:  "Opens a schema, which is immutable, for calls from any thread.",
		Args: []Arg{argFormat, {Bytes, "schema", "the schema, a request to define one, or the given of requests, as JSON"}, argError},
	},
	{
		Name: "rl_schema_close", Go: "SchemaClose", Result: "0",
		Doc:  "Releases a schema. Calls in progress finish with it.",
		Args: []Arg{{Handle, "schema", "handle of rl_schema_open"}},
	},
	{
		Name: "rl_kind_open", Go: "KindOpen", Native: true, Result: "a handle, greater than 0",
		Doc:  "Looks up format, record kind, schema and flags once, for calls from any thread.",
		Args: []Arg{argSchema, argFormat, argRecord, argFlags, argError},
	},
	{
		Name: "rl_kind_close", Go: "KindClose", Native: true, Result: "0",
		Doc:  "Releases a kind. Calls in progress finish with it.",
		Args: []Arg{argKind},
	},
	{
		Name: "rl_kind_decode", Go: "KindDecode", Native: true, Result: size,
		Doc:  "Decodes one record of an open kind.",
		Args: []Arg{argKind, {Parts, "parts", "the parts of the entry"}, argForm, argOut, argError},
	},
	{
		Name: "rl_kind_encode", Go: "KindEncode", Native: true, Result: size,
		Doc:  "Encodes one part of one record of an open kind.",
		Args: []Arg{argKind, argPart, {Bytes, "fields", "the fields as JSON"}, argOut, argError},
	},
	{
		Name: "rl_kind_decode_batch", Go: "KindDecodeBatch", Native: true, Result: size,
		Doc:  "Decodes rows of an open kind, a column for each part.",
		Args: []Arg{argKind, {Columns, "columns", "a column for each part"}, argForm, argStarts, argCodes, argOut, argError},
	},
	{
		Name: "rl_kind_encode_batch", Go: "KindEncodeBatch", Native: true, Result: size,
		Doc:  "Encodes one part of each row of an open kind.",
		Args: []Arg{argKind, argPart, {Texts, "fields", "the fields of each row as JSON"}, argStarts, argCodes, argOut, argError},
	},
	{
		Name: "rl_compare", Go: "Compare", Result: "RL_BEFORE, RL_EQUAL or RL_AFTER: where left sorts relative to right",
		Doc: "Compares two keys as the store of a format sorts them.",
		Args: []Arg{argSchema, argFormat, {Bytes, "family", "the column family of both keys, where the store has them"},
			{Parts, "left", "the parts of one key"}, {Parts, "right", "the parts of the other"}, argError},
	},
	{
		Name: "rl_range", Go: "Range", Result: size,
		Doc: "The range of keys that a scan must read to find the records with some known fields.",
		Args: []Arg{argSchema, argFormat, argRecord, {Bytes, "fields", "the leading fields of the key, as JSON"},
			{Number, "which", "RL_RANGE_START, RL_RANGE_STOP or RL_RANGE_PART"}, argOut, argError},
	},
	{
		Name: "rl_hlc_join", Go: "HLCJoin", Native: true, Result: "0",
		Doc: "Makes a version of a hybrid logical clock from its parts.",
		Args: []Arg{argLayout, {Word, "physical", "milliseconds since 1970-01-01 UTC"}, {Word, "logical", "the counter"},
			{WordOut, "version", "the version"}, argError},
	},
	{
		Name: "rl_hlc_split", Go: "HLCSplit", Native: true, Result: "0",
		Doc: "Splits a version of a hybrid logical clock into its parts.",
		Args: []Arg{argLayout, {Word, "version", "the version"}, {WordOut, "physical", "milliseconds since 1970-01-01 UTC"},
			{WordOut, "logical", "the counter"}, argError},
	},
	{
		Name: "rl_stats_open", Go: "StatsOpen", Native: true, Result: "a handle, greater than 0",
		Doc:  "Begins to count the rows of a dump or of stores.",
		Args: []Arg{{Bytes, "options", "what is counted, as JSON"}, argError},
	},
	{
		Name: "rl_stats_feed", Go: "StatsFeed", Native: true, Result: "0, or 1 when no more text is taken",
		Doc:  "Counts the rows of the next piece of a dump.",
		Args: []Arg{argStats, {Bytes, "text", "the piece; empty after the last one"}, argError},
	},
	{
		Name: "rl_stats_step", Go: "StatsStep", Native: true, Result: "1, or 0 when all rows are counted",
		Doc:  "Counts the next rows of stores.",
		Args: []Arg{argStats, argError},
	},
	{
		Name: "rl_stats_report", Go: "StatsReport", Native: true, Result: size,
		Doc:  "Says what was counted so far, as the command rowlens stats --json prints it.",
		Args: []Arg{argStats, argOut, argError},
	},
	{
		Name: "rl_stats_close", Go: "StatsClose", Native: true, Result: "0",
		Doc:  "Releases statistics. A call in progress finishes first.",
		Args: []Arg{argStats},
	},
	{
		Name: "rl_diff_rows", Go: "DiffRows", Result: size,
		Doc:  "Says what differs between two rows, as a line of rowlens diff --json; empty if nothing differs.",
		Args: []Arg{{Bytes, "request", "the rows, and how they are read, as JSON"}, argOut, argError},
	},
	{
		Name: "rl_diff_open", Go: "DiffOpen", Native: true, Result: "a handle, greater than 0",
		Doc:  "Begins to compare two documents: dumps, stores, or a dump and a store.",
		Args: []Arg{{Bytes, "options", "what is compared, as JSON"}, argError},
	},
	{
		Name: "rl_diff_feed", Go: "DiffFeed", Native: true, Result: "0, or 1 when no more text of the side is taken",
		Doc: "Reads the rows of the next piece of a dump.",
		Args: []Arg{argDiff, {Number, "side", "RL_OLD or RL_NEW"}, {Bytes, "text", "the piece; empty after the last one"},
			argError},
	},
	{
		Name: "rl_diff_step", Go: "DiffStep", Native: true, Result: "1, or 0 when all rows are compared",
		Doc:  "Reads the next rows of stores, then compares the next rows.",
		Args: []Arg{argDiff, argError},
	},
	{
		Name: "rl_diff_report", Go: "DiffReport", Native: true, Result: size,
		Doc:  "Says what the last step found, as lines of rowlens diff --json.",
		Args: []Arg{argDiff, argOut, argError},
	},
	{
		Name: "rl_diff_close", Go: "DiffClose", Native: true, Result: "0",
		Doc:  "Releases a comparison. A call in progress finishes first.",
		Args: []Arg{argDiff},
	},
	{
		Name: "rl_store_open", Go: "StoreOpen", Native: true, Result: "a handle, greater than 0",
		Doc: "Opens the files of stores: those at a path, or those that the caller reads.",
		Args: []Arg{{Bytes, "options", "where they are, as JSON"}, {Files, "files", "the caller's files"},
			{Reads, "reader", "how to read them"}, argError},
	},
	{
		Name: "rl_store_tables", Go: "StoreTables", Native: true, Result: size,
		Doc:  "Lists the tables of stores, as the command rowlens tables --json prints them.",
		Args: []Arg{argStore, argOut, argError},
	},
	{
		Name: "rl_store_parts", Go: "StoreParts", Native: true, Result: size,
		Doc:  "Cuts what a scan of stores reads into parts, which other processes may read.",
		Args: []Arg{argStore, {Bytes, "options", "which rows, and the size of a part, as JSON"}, argOut, argError},
	},
	{
		Name: "rl_store_scan", Go: "StoreScan", Native: true, Result: "0",
		Doc: "Begins to read decoded rows of stores, as an Arrow stream.",
		Args: []Arg{argStore, {Bytes, "options", "which rows and columns, as JSON"}, {Stream, "stream", "where the stream goes"},
			argError},
	},
	{
		Name: "rl_store_close", Go: "StoreClose", Native: true, Result: "0",
		Doc:  "Releases stores. Their files are closed after the last stream of their rows.",
		Args: []Arg{argStore},
	},
	{
		Name: "rl_hash32", Go: "Hash32", Wide: true, Result: "the hash, from 0 to 4294967295",
		Doc:  "The 32-bit hash under which a format stores a name.",
		Args: []Arg{argFormat, {Bytes, "name", "the name as UTF-8"}},
	},
}
