package hfile

import (
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/internal/storetest"
)

// Each file of a folder is in the family that its path names.
func TestFilesStandInTheirFamilies(t *testing.T) {
	compared := 0
	for _, name := range storetest.Names(t, "hfile") {
		stores, err := file.Look(storetest.Folder(t, name), []*file.Kind{Kind})
		if err != nil {
			t.Fatal(err)
		}
		opened, _ := stores.Stores(file.Options{})
		for _, s := range opened {
			placed, ok := s.(file.Placed)
			if !ok {
				continue
			}
			tables := s.Tables()
			for _, p := range placed.Places() {
				family := tables[p.Table].Name[strings.LastIndex(tables[p.Table].Name, "/")+1:]
				if _, single := s.(*single); !single {
					if parts := strings.Split(p.File, "/"); len(parts) < 2 || parts[len(parts)-2] != family {
						t.Errorf("%s: %s stands in %s", name, p.File, tables[p.Table].Name)
					}
					compared++
				}
			}
			s.Close()
		}
	}
	if compared < 3 {
		t.Errorf("%d files", compared)
	}
}
