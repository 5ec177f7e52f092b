package columns

import (
	"testing"

	"github.com/rowlens/rowlens/internal/typed"
)

var schemas = map[[2]string]*typed.Schema{}

func schemaOf(t testing.TB, formatID, record string) *typed.Schema {
	t.Helper()
	s := schemas[[2]string{formatID, record}]
	if s == nil {
		kinds, err := typed.Kinds(formatID, record)
		if err != nil {
			t.Fatal(err)
		}
		s = typed.NewSchema(kinds)
		schemas[[2]string{formatID, record}] = s
	}
	return s
}
