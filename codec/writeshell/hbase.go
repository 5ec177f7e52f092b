package writeshell

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/scanshell"
	"github.com/rowlens/rowlens/codec/store"
)

const hbase = "the HBase shell"

// appendHBase writes one command (HBase 2):
//
//	put 't', "row", "family:qualifier", "value", <timestamp>
//	delete 't', "row", "family:qualifier", <timestamp>      Delete: one version
//	deleteall 't', "row", "family:qualifier", <timestamp>   DeleteColumn: it and all older
//	deleteall 't', "row", "family", <timestamp>             DeleteFamily: it and all older
//	delete 't', "row", "family", <timestamp>                DeleteFamilyVersion: one version
//	deleteall 't', "row"                                    the whole row
//	incr 't', "row", "family:qualifier", <number>           an increment
//	get 't', "row", "family:qualifier"                      an entry without a value
func appendHBase(_ *Writer, dst []byte, e *store.Entry) ([]byte, error) {
	c, err := cellOf(e, hbase)
	if err == nil {
		err = c.hbaseCan(e)
	}
	if err != nil {
		return dst, err
	}
	verb, versions, err := hbaseVerb(e, &c)
	if err != nil {
		return dst, err
	}
	table, _, _ := strings.Cut(e.Source.Table, "/") // in HBase's files each family is a table: TABLE/FAMILY
	if table == "" {
		table = "TABLE"
	}
	dst = append(dst, verb+" "+scanshell.Ruby([]byte(table))+", "+scanshell.Ruby(c.row)...)
	timed := e.Timestamp != "" && verb != "get" && verb != "incr"
	switch {
	case c.hasFamily:
		column := c.family
		if c.hasQualifier && !versions {
			column = append(append(bytes.Clone(c.family), ':'), c.qualifier...)
		}
		dst = append(dst, ", "+scanshell.Ruby(column)...)
	case timed:
		dst = append(dst, `, ""`...) // instead of a column: the row
	}
	switch verb {
	case "put":
		dst = append(dst, ", "+scanshell.Ruby(c.value)...)
	case "incr":
		dst = strconv.AppendInt(append(dst, ", "...), int64(binary.BigEndian.Uint64(c.value)), 10)
	}
	if timed {
		dst = append(append(dst, ", "...), e.Timestamp...)
	}
	return append(dst, '\n'), nil
}

// hbaseVerb returns the command for an entry. family means that it applies to a whole column
// family, so the qualifier, which is then empty, is not written.
func hbaseVerb(e *store.Entry, c *cell) (verb string, family bool, err error) {
	switch {
	case e.Increment && (len(c.value) != 8 || !c.hasQualifier || e.Deleted != ""):
		return "", false, errors.New("an increment needs a column and a value of 8 bytes")
	case e.Increment:
		return "incr", false, nil
	case e.Deleted == "" && c.hasValue && !c.hasFamily:
		return "", false, errors.New("it has no column family; " + hbase + " puts a value into a column")
	case e.Deleted == "" && c.hasValue:
		return "put", false, nil
	case e.Deleted == "":
		return "get", false, nil
	case c.hasValue && len(c.value) > 0:
		return "", false, errors.New("value: a tombstone has none")
	}
	switch e.Deleted {
	case Deletion:
		return "deleteall", !c.hasQualifier, nil
	case "Delete", "DeleteColumn":
		if !c.hasFamily || !c.hasQualifier {
			return "", false, errors.New("a tombstone of the type " + e.Deleted + " needs family and qualifier")
		}
		if e.Deleted == "Delete" {
			return "delete", false, nil
		}
		return "deleteall", false, nil
	case "DeleteFamily", "DeleteFamilyVersion":
		if !c.hasFamily || len(c.qualifier) > 0 {
			return "", false, errors.New("a tombstone of the type " + e.Deleted + " needs a family, and has no qualifier")
		}
		if e.Deleted == "DeleteFamily" {
			return "deleteall", true, nil
		}
		return "delete", true, nil
	}
	return "", false, noSuchDeletion(e, hbase)
}

// hbaseCan refuses what the shell would write to another place: it takes what follows a colon in a
// qualifier for the name of a converter and drops it.
func (c *cell) hbaseCan(e *store.Entry) error {
	switch {
	case len(c.row) == 0:
		return errors.New("row: HBase has no empty row keys")
	case c.hasQualifier && !c.hasFamily:
		return errors.New("it has a qualifier and no column family")
	case bytes.IndexByte(c.family, ':') >= 0:
		return errors.New("family: HBase has no column family with a colon")
	case bytes.IndexByte(c.qualifier, ':') >= 0:
		return errors.New("qualifier: the HBase shell drops what follows a colon in it (0x3a at offset " +
			itoa(bytes.IndexByte(c.qualifier, ':')) + "); write this cell with the Java client")
	case len(c.visibility) > 0:
		return errors.New("visibility: " + hbase + " cannot store that of Accumulo")
	case !decimal(e.Timestamp):
		return errors.New("timestamp: expected a decimal number, found " + e.Timestamp)
	}
	return nil
}
