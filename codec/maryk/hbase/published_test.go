package hbase_test

import (
	"testing"

	"github.com/rowlens/rowlens/codec/maryk/hbase"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/internal/marykfixture"
)

func TestThePublishedStructureIsRead(t *testing.T) {
	marykfixture.HBase.Published(t, &hbase.Format, "new", 10, func(columns []string) store.Entry {
		e := store.Entry{Timestamp: "1620482295781654528"}
		e.Add(store.Row, marykfixture.Unhex(t, columns[1]))
		e.Add(store.Family, []byte(columns[0]))
		e.Add(store.Qualifier, marykfixture.Unhex(t, columns[2]))
		e.Add(store.Value, marykfixture.Unhex(t, columns[3]))
		return e
	})
}
