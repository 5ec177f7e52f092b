package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/rocksdb"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// Sizes of the models in which references are looked up, and of the row's model.
const (
	smallModel = 10
	rowModel   = 50
)

var lookupModels = [...]int{50, 200, 1000}

// marykRows measures a row of a Table with its schema, decoded and annotated, and
// looking up a property in models of several sizes.
func marykRows() ([]row, error) {
	typed, err := tableRows(true)
	if err != nil {
		return nil, err
	}
	untyped, err := tableRows(false)
	if err != nil {
		return nil, err
	}
	rows := []row{
		beside("maryk-rocksdb/table-value-row/decode", "rowlens-untyped", typed.decode, untyped.decode),
		beside("maryk-rocksdb/table-value-row/annotate", "rowlens-decode", typed.annotate, typed.decode),
	}
	small, err := lookup(smallModel)
	if err != nil {
		return nil, err
	}
	for _, n := range lookupModels {
		large, err := lookup(n)
		if err != nil {
			return nil, err
		}
		rows = append(rows, beside("maryk-core/reference-"+strconv.Itoa(n)+"/decode", "rowlens-"+strconv.Itoa(smallModel), large, small))
	}
	return rows, errors.Join(typed.err, untyped.err)
}

// modelOf returns a stored model of n texts.
func modelOf(n int) ([]byte, error) {
	m := maryk.Model{Name: "Bench"}
	for i := range n {
		m.Properties = append(m.Properties, maryk.Property{Index: uint32(i + 1), Name: "p" + strconv.Itoa(i+1),
			Def: &maryk.Definition{Type: maryk.String}})
	}
	return maryk.AppendModel(nil, &m)
}

// rowOps decode the samples as rows of one kind.
type rowOps struct {
	decode, annotate op
	err              error
}

// tableRows returns rows of the family Table: a key of 16 bytes, the reference of a
// text, a version and the text. Without the definition only the key's size is known.
func tableRows(typed bool) (*rowOps, error) {
	const keySize, family = 16, "\x03\x01"
	b, err := modelOf(rowModel)
	if err != nil {
		return nil, err
	}
	members := []value.Member{{Name: "keySize", Value: value.OfInt(keySize)}}
	if typed {
		members = append(members, value.Member{Name: "model", Value: value.Of(fmt.Sprintf("%x", b))})
	}
	schema, err := rocksdb.Format.ParseSchema(value.OfMembers(value.Member{Name: "1", Value: value.OfMembers(members...)}))
	if err != nil {
		return nil, err
	}
	var inputs [samples]format.Input
	for i := range inputs {
		key := binary.BigEndian.AppendUint64(make([]byte, 0, 2*keySize), uint64(at(i).number))
		key = maryk.AppendExtra(binary.BigEndian.AppendUint64(key, uint64(i)), uint32(i%rowModel+1), maryk.TagValue)
		val := append(binary.BigEndian.AppendUint64(nil, uint64(at(i).version)<<20), 1)
		in := &inputs[i]
		in.Schema = schema
		in.Entry.Add("cf", []byte(family))
		in.Entry.Add(store.Key, key)
		in.Entry.Add(store.Value, append(val, at(i).long...))
	}
	r, tree, ops := rocksdb.Format.Record("table-value"), new(span.Tree), new(rowOps)
	shared := new(format.Input)
	input := func(i int) *format.Input {
		shared.Entry, shared.Schema = inputs[i&(samples-1)].Entry, schema
		return shared
	}
	ops.decode = func(i int) {
		if err := r.Decode(input(i), nil, nil); err != nil {
			ops.err = err
		}
	}
	ops.annotate = func(i int) {
		tree.Reset()
		if err := r.Decode(input(i), tree, nil); err != nil {
			ops.err = err
		}
	}
	ops.annotate(0)
	return ops, ops.err
}

// lookup reads references of properties from all over a model.
func lookup(n int) (op, error) {
	b, err := modelOf(n)
	if err != nil {
		return nil, err
	}
	stored, err := maryk.ReadStored(b, nil)
	if err != nil {
		return nil, err
	}
	schema, err := maryk.NewSchema(stored)
	if err != nil {
		return nil, err
	}
	var references [samples][]byte
	for i := range references {
		references[i] = maryk.AppendExtra(nil, uint32(1+i*(n-1)/(samples-1)), maryk.TagValue)
	}
	m, path := schema.Model("Bench"), new(maryk.Path)
	read := func(i int) {
		if err := maryk.DecodePath(references[i&(samples-1)], m, maryk.PathOptions{Known: true}, path); err != nil {
			panic(err)
		}
	}
	read(0)
	return read, nil
}
