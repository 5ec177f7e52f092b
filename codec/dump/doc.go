// Package dump turns text into stored entries: the output of shells, dump tools and programming
// languages, and what people paste.
//
// Each text has one Form. Detect lists the forms that parse the start of a text, the likeliest
// first; Open reads a stream of any size with bounded memory; ParseText reads a whole pasted text.
// Nothing is guessed silently: a Scanner and a Result have notes on what the text leaves unclear,
// and the Detail of each entry reports whether its bytes are certain.
//
// Printers do the reverse. What they print reads back as the same bytes.
//
// Each form is documented with its reader:
//
//	HBase shell scan, get   hbase_shell.go, hbase_terminal.go, hbase_cell.go
//	HBase shell commands    hbase_command.go
//	HBase REST, happybase   hbase_rest.go, hbase_xml.go, happybase.go
//	HBase HFile printer     hfile.go
//	Accumulo shell scan     accumulo.go
//	LMDB mdb_dump           mdb.go
//	RocksDB ldb, sst_dump   rocksdb.go
//	xxd, hexdump, od        addressed.go, xxd.go, hexdump.go, od.go
//	hex, base64, percent    hex.go, base64.go, percent.go
//	escaped text            tostringbinary.go, accumulo.go, literal_c.go, postgres.go
//	literals of languages   literal_*.go, ints.go, escapes.go
//	JSON Lines, JSON        jsonl.go, jsontext.go
//	CSV, TSV, PostgreSQL    table.go, csv.go, postgres.go, postgres_table.go
//
// To keep the WebAssembly module small, the package uses only small packages of the standard library.
//
// A dump is read row by row:
//
//	rows, err := dump.Open(file, dump.Options{})
//	if err != nil {
//		return err
//	}
//	for entry, err := range rows.All() {
//		if err != nil {
//			continue // of this row only
//		}
//		row, _ := entry.Part("row")
//		fmt.Printf("line %d: %x\n", entry.Source.Line, row)
//	}
//
// Text printed by the HBase shell, and its bytes:
//
//	+\xA9\x5Cc\x11    2b a9 5c 63 11
//
// Stable.
package dump
