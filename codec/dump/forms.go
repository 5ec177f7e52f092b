package dump

// forms is the list of all forms in the order in which detection prefers them.
var forms = []Form{
	{"mdb_dump", "LMDB mdb_dump, hex", fitMDB(false), openMDB(false)},
	{"mdb_dump-print", "LMDB mdb_dump -p", fitMDB(true), openMDB(true)},
	{"hbase2-scan", "HBase shell scan", fitHBase(false, true), openHBaseShell(false)},
	{"hbase1-scan", "HBase shell scan, timestamps in milliseconds", fitHBase(false, false), openHBaseShell(false)},
	{"hbase2-get", "HBase shell get", fitHBase(true, true), openHBaseShell(true)},
	{"hbase1-get", "HBase shell get, timestamps in milliseconds", fitHBase(true, false), openHBaseShell(true)},
	{"sst_dump-scan", "RocksDB sst_dump, hex", fitRocks(cutInternal, 0, both(fromSST, hexInternal)), openRocks(cutInternal, wantsInternal, false, false)},
	{"ldb-idump", "RocksDB ldb idump, hex", fitRocks(cutInternal, 1, both(fromLDB, hexInternal)), openRocks(cutInternal, wantsInternal, false, false)},
	{"sst_dump-text", "RocksDB sst_dump, text", fitRocks(cutInternalText, 0, fromSST), openRocks(cutInternalText, wantsInternal, true, true)},
	{"ldb-scan", "RocksDB ldb scan, hex", fitRocks(cutRocksHex(" : "), 1, nil), openRocks(cutRocksHex(" : "), "`0x<KEY> : 0x<VALUE>`", false, false)},
	{"ldb-dump", "RocksDB ldb dump, hex", fitRocks(cutRocksHex(" ==> "), 1, nil), openRocks(cutRocksHex(" ==> "), "`0x<KEY> ==> 0x<VALUE>`", false, false)},
	{"ldb-scan-keyhex", "RocksDB ldb scan, hex keys, text values", fitRocks(cutRocksKeyHex, 1, nil), openRocks(cutRocksKeyHex, "`0x<KEY> : <text>`", false, true)},
	{"ldb-scan-keys", "RocksDB ldb scan, keys only, hex", fitRocks(cutRocksKey, 2, nil), openRocks(cutRocksKey, "`0x<KEY>`", false, false)},
	{"xxd", "xxd", fitXXD(xxdColumn{}), openAddressed(xxdColumn{}, false, 16, 10)},
	{"xxd-bits", "xxd -b", fitXXD(xxdColumn{bits: true}), openAddressed(xxdColumn{bits: true}, false, 16, 10)},
	{"xxd-little", "xxd -e", fitXXD(xxdColumn{little: true}), openAddressed(xxdColumn{little: true}, false, 16, 10)},
	{"hexdump-canonical", "hexdump -C", fitAddressed(canonicalColumn{}, -8), openAddressed(canonicalColumn{}, false, 16)},
	{"od-x1", "od -tx1", fitODBytes, openAddressed(byteColumn{}, false, 8, 16, 10)},
	{"hexdump-words", "hexdump, 16-bit words", fitAddressed(wordColumn{}, 7), openAddressed(wordColumn{}, true, 16, 8, 10)},
	{"od-octal-words", "od, octal words", fitAddressed(wordColumn{octal: true}, 6, 7), openAddressed(wordColumn{octal: true}, true, 8, 16, 10)},
	{"od-c", "od -c", fitAddressed(charColumn{}, 6, 7), openAddressed(charColumn{}, false, 8, 16, 10)},
	{"ldb-command", "RocksDB ldb commands", fitCommands(cutLDB), openCommands(cutLDB, "put, delete, deleterange or scan with --hex", "ldb ")},
	{"accumulo-command", "Accumulo shell commands", fitCommands(cutAccumuloCommand), openCommands(cutAccumuloCommand, "insert, delete, table or scan, of words in double quotes", "insert ", "delete ", "table ", "scan ")},
	{"mdb-range", "Key lines of mdb_dump from and to", fitCommands(cutMDBRange), openCommands(cutMDBRange, "an even count of hex digits", "from the key line", "up to and without")},
	{"rowlens-cbor", "rowlens records, CBOR", fitCBOR, openCBOR},
	{"hfile-print", "HBase hfile -p", fitHFile, openHFile},
	{"accumulo-scan", "Accumulo shell scan", fitAccumulo, openAccumulo},
	{"hbase-command", "HBase shell commands", fitHBaseCommand, openHBaseCommand},
	{"rowlens-jsonl", "rowlens records", fitRecords, openJSONLines(hexText)},
	{"jsonl-hex", "JSON Lines, hex", fitJSONLines(hexText, false), openJSONLines(hexText)},
	{"jsonl-base64", "JSON Lines, base64", fitJSONLines(base64Text, true), openJSONLines(base64Text)},
	{"pg-psql-expanded", "psql table, expanded", fitPSQL(expanded), openGrid(newPSQL(expanded), cellBytea, cellEscape)},
	{"pg-psql", "psql table", fitPSQL(aligned), openGrid(newPSQL(aligned), cellBytea, cellEscape)},
	{"pg-psql-unaligned", "psql table, unaligned", fitPSQL(unaligned), openGrid(newPSQL(unaligned), cellBytea, cellEscape)},
	{"pg-copy", "PostgreSQL COPY text", fitCopy, openGrid(newCopy, cellBytea)},
	{"pg-bytea", "PostgreSQL bytea, hex", fitBytea, openList(pgBytea)},
	{"node-buffer-json", "Node.js Buffer as JSON", literal{starts: startsNodeBuffer, parse: nodeBufferJSON}.fit, literal{parse: nodeBufferJSON}.open},
	{"named-parts", "Parts by name", fitNamed, openNamed},
	{"json-object", "JSON", fitJSONDocument, openJSONDocument},
	{"c-array", "C array", literal{starts: startsCArray, parse: cArray, joins: true}.fit, literal{parse: cArray, joins: true}.open},
	{"go-bytes", "Go byte slice", literal{starts: startsGoBytes, parse: goBytes}.fit, literal{parse: goBytes}.open},
	{"java-array", "Java or Kotlin byte array", literal{starts: startsJava, parse: javaArray}.fit, literal{parse: javaArray}.open},
	{"int-list", "List of numbers", literal{starts: prefixed("[", "&[", "vec![", "&vec!["), parse: numberList}.fit, literal{parse: numberList}.open},
	{"node-buffer", "Node.js Buffer", literal{starts: prefixed("<Buffer"), parse: nodeBuffer}.fit, literal{parse: nodeBuffer}.open},
	{"js-typed-array", "JavaScript typed array", literal{starts: startsTypedArray, parse: jsTypedArray}.fit, literal{parse: jsTypedArray}.open},
	{"python-bytes", "Python bytes", fitPython, literal{parse: pythonBytes}.open},
	{"rust-bytes", "Rust byte string", literal{starts: prefixed(`b"`, `br"`, "br#"), parse: rustText}.fit, literal{parse: rustText}.open},
	{"json-string", "JSON string", fitJSONString, literal{parse: jsonText}.open},
	{"go-string", "Go string", fitGoString, literal{parse: goText}.open},
	{"c-string", "C string", fitCString, literal{parse: cStringText, joins: true}.open},
	{"csv-hex", "CSV, hex", fitCSV(",;", cellBytea, cellHex), openCSV(",;", cellBytea, cellHex)},
	{"tsv-hex", "TSV, hex", fitCSV("\t", cellBytea, cellHex), openCSV("\t", cellBytea, cellHex)},
	{"csv-base64", "CSV, base64", fitCSV(",;", cellBase64), openCSV(",;", cellBase64)},
	{"tsv-base64", "TSV, base64", fitCSV("\t", cellBase64), openCSV("\t", cellBase64)},
	{"hex", "Hex", fitHex, openFolded(hexText)},
	{"hex-lines", "Hex, a value a line", fitHexLines, openList(hexText)},
	{"base64", "Base64", fitBase64('+', false), openFolded(base64Text)},
	{"base64url", "Base64, URL alphabet", fitBase64('-', false), openFolded(base64Text)},
	{"base64-lines", "Base64, a value a line", fitBase64(0, true), openList(base64Text)},
	{"form", "Form data, percent-encoded", fitForm, openList(formText)},
	{"percent", "Percent-encoded", fitPercent, openList(percentText)},
	{"pg-bytea-escape", "PostgreSQL bytea, escape", fitPGEscape, openEscaped(pgEscape)},
	{"tostringbinary", "HBase escaped text (toStringBinary)", fitToStringBinary, openEscaped(toStringBinary)},
	{"accumulo-escaped", "Accumulo escaped text", fitAccumuloEscaped, openEscaped(accumuloEscaped)},
	{"c-escaped", "C escaped text", fitCEscaped, openEscaped(cEscaped)},
	{"ldb-scan-text", "RocksDB ldb scan, text", fitRocks(cutRocksText, 2, nil), openRocks(cutRocksText, "`<key> : <value>`", true, true)},
	{"text", "Plain text", fitText, openFolded(plainText)},
	{"raw", "Raw bytes", fitRaw, openFolded(rawBytes)},
}

const wantsInternal = "`'<KEY>' seq:<n>, type:<t> => <VALUE>`"

func both(a, b func(*sample) bool) func(*sample) bool {
	return func(s *sample) bool { return a(s) && b(s) }
}

// openEscaped reads lines of escaped text, where a blank line is an empty value.
func openEscaped(parse spelling) func(*Scanner, *sample) reader {
	return func(*Scanner, *sample) reader { return &list{parse: parse, blanks: true} }
}
