// Package accumulograph reads and writes the tables of AccumuloGraph, a Blueprints graph on Apache
// Accumulo: a vertex table and an edge table, a key index for each, the index metadata, and any
// number of named indexes.
//
//	table              row         family          qualifier               value
//	G_vertex           vertex id   __LABEL__       __EXISTS__
//	                   vertex id   __IN_EDGE__     out id, D, edge id      D, label
//	                   vertex id   __OUT_EDGE__    in id, D, edge id       D, label
//	                   vertex id   property key                            typed value
//	G_edge             edge id     __LABEL__       in id, D, out id        a, label
//	                   edge id     property key                            typed value
//	G_*_key_index      typed value property key    element id
//	G_index_<name>     typed value key             element id
//	G_index_metadata   key         __INDEX_KEY__   class of the elements
//	                   index name  __INDEX_NAME__  class of the elements
//
//	D is __DELIM__. Nothing is escaped: an id that contains it makes a qualifier ambiguous.
//
// A typed value is a tag byte and text. Other objects are Java object streams, which are parsed by
// their grammar and never executed.
//
// Bytes: docs/formats/accumulograph.md.
//
// Decoding a typed value, and encoding one:
//
//	var v accumulograph.Value
//	if err := accumulograph.DecodeValue(b, &v); err != nil {
//		return err
//	}
//	n, ok := v.Int64()
//	v = accumulograph.DoubleValue(0.5)
//	b, err := accumulograph.AppendValue(b[:0], &v)
//
// The tag comes before the text:
//
//	69 3239      i29      integer 29
//	64 302e35    d0.5     double 0.5
//
// Stable.
package accumulograph
