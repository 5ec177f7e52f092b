package actionbase

import "github.com/rowlens/rowlens/codec/format"

func compareSchemas(from, to format.Schema) ([]format.Difference, error) { return nil, nil }
