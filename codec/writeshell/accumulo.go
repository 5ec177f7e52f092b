package writeshell

import (
	"bytes"
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/store"
)

const accumulo = "the Accumulo shell"

// appendAccumulo writes one command, preceded by one that sets the table if it changes:
//
//	table "name"
//	insert "row" "family" "qualifier" "value" -l "visibility" -ts <timestamp>
//	delete "row" "family" "qualifier" -l "visibility" -ts <timestamp>
//
// Arguments that begin with a dash are written after --, which ends the options.
func appendAccumulo(w *Writer, dst []byte, e *store.Entry) ([]byte, error) {
	c, err := cellOf(e, accumulo)
	if err == nil {
		err = c.accumuloCan(e)
	}
	if err != nil {
		return dst, err
	}
	if table := e.Source.Table; table != w.table {
		if table == "" {
			return dst, errors.New("table: the previous rows are of " + w.table + ", and this one names none")
		}
		w.table = table
		dst = append(appendAccumuloWord(append(dst, "table "...), []byte(table)), '\n')
	}
	verb, args := "insert", [][]byte{c.row, c.family, c.qualifier, c.value}
	if e.Deleted != "" {
		verb, args = "delete", args[:3]
	}
	var options []byte
	if len(c.visibility) > 0 {
		options = appendAccumuloWord(append(options, " -l "...), c.visibility)
	}
	if e.Timestamp != "" {
		options = append(append(options, " -ts "...), e.Timestamp...)
	}
	dst = append(dst, verb...)
	dashed := false
	for _, arg := range args {
		dashed = dashed || len(arg) > 0 && arg[0] == '-'
	}
	if dashed {
		dst = append(append(dst, options...), " --"...)
	}
	for _, arg := range args {
		dst = appendAccumuloWord(append(dst, ' '), arg)
	}
	if !dashed {
		dst = append(dst, options...)
	}
	return append(dst, '\n'), nil
}

func (c *cell) accumuloCan(e *store.Entry) error {
	label := c.visibility
	switch {
	case !c.hasFamily || !c.hasQualifier:
		return errors.New("it lacks family or qualifier; " + accumulo + " writes one entry of a column")
	case e.Increment:
		return errors.New("increment: " + accumulo + " has no command for it")
	case e.Deleted == "" && !c.hasValue:
		return errors.New("it has no value and is no deletion; " + accumulo + " cannot write it")
	case e.Deleted != "" && e.Deleted != Deletion && e.Deleted != "Delete":
		return noSuchDeletion(e, accumulo)
	case e.Deleted != "" && len(c.value) > 0:
		return errors.New("value: a deletion has none")
	case !decimal(e.Timestamp):
		return errors.New("timestamp: expected a decimal number, found " + e.Timestamp)
	case bytes.HasPrefix(label, []byte{'"'}) || bytes.HasSuffix(label, []byte{'"'}):
		return errors.New("visibility: " + accumulo + " takes quotes off the ends of an option")
	case len(label) > 0 && label[0] == '-':
		return errors.New("visibility: " + accumulo + " takes it for an option")
	}
	return nil
}

// appendAccumuloWord appends a word in double quotes. What would end it, and !, with which some
// consoles recall their history, is escaped like unprintable bytes.
func appendAccumuloWord(dst, b []byte) []byte {
	text := dump.AppendAccumulo(nil, b)
	text = bytes.ReplaceAll(text, []byte{'"'}, []byte(`\x22`))
	text = bytes.ReplaceAll(text, []byte{'!'}, []byte(`\x21`))
	return append(append(append(dst, '"'), text...), '"')
}
