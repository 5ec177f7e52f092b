package main

import (
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
)

// shell is a program in which people scan a store.
type shell struct {
	name, store, title string
	scan               func(k keyRange) string
}

// shells returns the shells, that of the given store first.
func shells(first string) []shell {
	list := []shell{
		{"hbase", "HBase", "HBase shell", scanHBase},
		{"ldb", "RocksDB", "RocksDB ldb", scanLDB},
		{"mdb", "LMDB", "LMDB, lines of mdb_dump", scanMDB},
		{"accumulo", "Accumulo", "Accumulo shell", scanAccumulo},
	}
	slices.SortStableFunc(list, func(a, b shell) int {
		switch {
		case a.store == first && b.store != first:
			return -1
		case b.store == first && a.store != first:
			return 1
		}
		return 0
	})
	return list
}

func shellOf(name string) *shell {
	for _, s := range shells("") {
		if s.name == name {
			return &s
		}
	}
	return nil
}

func scanHBase(k keyRange) string {
	text := "scan 'TABLE', {STARTROW => " + ruby(k.start)
	if k.stop != nil {
		text += ", STOPROW => " + ruby(k.stop)
	}
	return text + "}\n"
}

// ruby is a string in double quotes. Bytes that end it, or that Ruby would take
// for code, are escaped as all others that are not printable.
func ruby(b []byte) string {
	text := string(dump.AppendToStringBinary(nil, b))
	return `"` + strings.NewReplacer(`"`, `\x22`, `#`, `\x23`).Replace(text) + `"`
}

func scanLDB(k keyRange) string {
	text := "ldb --db=DIR --hex scan --from=0x" + strings.ToUpper(hexText(k.start))
	if k.stop != nil {
		text += " --to=0x" + strings.ToUpper(hexText(k.stop))
	}
	return text + "\n"
}

// scanMDB has no command: mdb_dump always prints all, sorted, and its keys in
// hex sort as the bytes do.
func scanMDB(k keyRange) string {
	text := "from the key line  " + hexText(k.start) + "\n"
	if k.stop != nil {
		text += "up to and without  " + hexText(k.stop) + "\n"
	}
	return text
}

// scanAccumulo excludes the end, which the shell includes when not told (-ee).
func scanAccumulo(k keyRange) string {
	text := "scan -b " + accumulo(k.start)
	if k.stop != nil {
		text += " -e " + accumulo(k.stop) + " -ee"
	}
	return text + "\n"
}

func accumulo(b []byte) string {
	text := string(dump.AppendAccumulo(nil, b))
	return `"` + strings.ReplaceAll(text, `"`, `\x22`) + `"`
}

func hexText(b []byte) string { return string(dump.AppendHex(nil, b)) }
