// Package format defines what a format package declares: its record kinds, how each is decoded,
// encoded and derived, what users may supply to name things, and real samples. All other packages
// reach a format only through these types, so adding a format touches one folder.
//
// A record kind decodes an entry into fields, a tree, or both:
//
//	r := codec.Find("actionbase").Record("edge-count")
//	in := format.Input{Entry: entry}
//	var tree span.Tree
//	var fields value.Writer
//	if err := r.Decode(&in, &tree, &fields); err != nil {
//		return err
//	}
//
// An entry of that kind:
//
//	row    00bd92fd 346974656d2d3100 2ba95c6311 297e     2983
//	       salt     source "item-1"  table      type -2  direction IN
//	value  0000000000000003
//
// Stable in part: Format, Record, Input, SchemaSet, Finding and the types they name. The tools
// for implementing formats (Parts, Encoder, Known, Locate, …) may change.
package format
