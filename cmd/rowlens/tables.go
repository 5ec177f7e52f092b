package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/storage"
)

func tablesCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tables PATH... [FLAGS]",
		Short: "list the tables in a store's files, with sizes and damage",
		Long: "Lists the column families of RocksDB, the named databases of LMDB, the tables of HBase and the locality groups of " +
			"Accumulo in files and folders, which it reads as `rowlens dump` does: kind, name, files, entries and bytes according to " +
			"the files' own statistics, first and last key, compression. What the files do not say is left empty (null in " +
			"JSON).\n\n" +
			"damage counts what is found on opening the store, which does not read all blocks: 0 says nothing about the rows. Damage " +
			"is described on standard error, and the exit code is then 1. `rowlens dump` reads all blocks.",
		Example: `  # what is in a folder
  rowlens tables store
  # for a program
  rowlens tables --json store/lmdb`,
	}
	x := &tablesCall{call: c}
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON Lines: one table per line")
	cmd.RunE = c.runs(x.run)
	return cmd
}

type tablesCall struct {
	*call
	storing
	json bool
}

func (x *tablesCall) run(args []string) error {
	if len(args) == 0 {
		return failed(exitUsage, errors.New("there is nothing to read: name a store's files or folders, or write - to read one from standard input"))
	}
	if err := x.openPathsOf(x.call, args, file.Options{Compare: storage.Comparer{}.Compare}); err != nil {
		return err
	}
	s, damaged := x.screen(), 0
	t := screen.Table{
		Head:  []string{"kind", "table", "entries", "bytes", "damage on opening", "files", "compression", "first", "last", "path"},
		Right: map[int]bool{2: true, 3: true, 4: true, 5: true},
	}
	for _, st := range x.set.Stores {
		n := x.damageOf(st)
		damaged += n
		for _, table := range st.Tables() {
			t.Rows = append(t.Rows, []string{
				st.Kind().Title, screen.Visible(table.Name), ownEntries(&table), figure(table.Bytes), strconv.Itoa(n), figure(int64(table.Files)),
				strings.Join(table.Compression, ", "), keyText(table.First), keyText(table.Last), x.set.Where(st),
			})
		}
	}
	if x.json {
		s.Buf = x.set.AppendTables(s.Buf)
	} else {
		s.Table(&t, "")
	}
	if err := x.show(s); err != nil {
		return err
	}
	if damaged > 0 {
		return silently(exitFailed)
	}
	return nil
}

// damageOf reports the damage of a store, and counts what is more than a remark.
func (x *tablesCall) damageOf(st file.Store) (n int) {
	for _, d := range st.Damage() {
		text := (&storage.Damage{Damage: d}).Error() + " (" + d.Code + ")"
		if d.Remark {
			x.note(x.set.Shown(d.File) + ": note: " + text)
			continue
		}
		n++
		x.say(x.set.Shown(d.File) + ": " + text)
	}
	return n
}

// ownEntries returns how many entries a table has. The names of other tables, which LMDB counts as entries of the main
// one, are said by themselves.
func ownEntries(t *file.Table) string {
	if t.Databases == 0 {
		return figure(t.Entries)
	}
	return figure(max(0, t.Entries-t.Databases)) + " + " + count(int(t.Databases), "database")
}

// figure returns a number for people.
func figure(n int64) string {
	if n < 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// keyText returns a key for people: as text if it is text, otherwise in hex.
func keyText(key []byte) string {
	const most = 24
	more := ""
	if len(key) > most {
		key, more = key[:most], "…"
	}
	if utf8.Valid(key) && bytes.IndexFunc(key, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return string(key) + more
	}
	return hex.EncodeToString(key) + more
}
