package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func objectScans(in *format.Input, kind string, identity value.Value) ([]format.ObjectScan, error) { return nil, nil }
