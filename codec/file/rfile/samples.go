package rfile

import "github.com/rowlens/rowlens/codec/file"

var samples = []file.Sample{
	{Name: "social_vertex.rf", Title: "vertices of an AccumuloGraph table", Files: packed["social_vertex.rf"]},
}
