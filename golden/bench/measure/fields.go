package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/fxamacker/cbor/v2"

	"github.com/rowlens/rowlens/codec/actionbase"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// stateFields is the fields of an edge state, as a struct for reflecting encoders.
// All values are texts, so that the peers need no interfaces. Members are in
// rowlens's order, so the output bytes are equal.
type stateFields struct {
	TableCode  int32           `json:"tableCode" cbor:"tableCode"`
	Source     typedText       `json:"source" cbor:"source"`
	Target     typedText       `json:"target" cbor:"target"`
	Active     bool            `json:"active" cbor:"active"`
	Version    int64           `json:"version,string" cbor:"version"`
	CreatedAt  int64           `json:"createdAt,string" cbor:"createdAt"`
	DeletedAt  *int64          `json:"deletedAt" cbor:"deletedAt"`
	Properties []propertyField `json:"properties" cbor:"properties"`
}

type typedText struct {
	Type  string `json:"type" cbor:"type"`
	Value string `json:"value" cbor:"value"`
}

type propertyField struct {
	Code    int32     `json:"code" cbor:"code"`
	Value   typedText `json:"value" cbor:"value"`
	Version int64     `json:"version,string" cbor:"version"`
}

// textState returns an edge state in which all values are texts.
func textState(i int) (*actionbase.EdgeStateKey, *actionbase.EdgeStateValue) {
	s, k, v := at(i), stateKey(i), stateValue(i)
	k.Source = textValue(s.short)
	v.Properties = nil
	for j := range 4 {
		v.Properties = append(v.Properties, actionbase.StateProperty{
			Code: actionbase.Code("property" + strconv.Itoa(j)), Value: textValue(at(i + j).long), Version: s.version,
		})
	}
	return k, v
}

func fieldsOf(k *actionbase.EdgeStateKey, v *actionbase.EdgeStateValue) *stateFields {
	typed := func(v *actionbase.Value) typedText { return typedText{v.Kind.String(), string(v.Text)} }
	f := &stateFields{TableCode: k.Table, Source: typed(&k.Source), Target: typed(&k.Target), Active: v.Active,
		Version: v.Version, CreatedAt: v.CreatedAt.Value}
	for i := range v.Properties {
		p := &v.Properties[i]
		f.Properties = append(f.Properties, propertyField{p.Code, typed(&p.Value), p.Version})
	}
	return f
}

// write writes the same with the writer that all output of rowlens uses.
func (f *stateFields) write(w *value.Writer) {
	w.Object()
	w.Key("tableCode")
	w.Int(int64(f.TableCode))
	w.Key("source")
	f.Source.write(w)
	w.Key("target")
	f.Target.write(w)
	w.Key("active")
	w.Bool(f.Active)
	w.Key("version")
	w.Int64(f.Version)
	w.Key("createdAt")
	w.Int64(f.CreatedAt)
	w.Key("deletedAt")
	w.Null()
	w.Key("properties")
	w.Array()
	for i := range f.Properties {
		p := &f.Properties[i]
		w.Object()
		w.Key("code")
		w.Int(int64(p.Code))
		w.Key("value")
		p.Value.write(w)
		w.Key("version")
		w.Int64(p.Version)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
}

func (t *typedText) write(w *value.Writer) {
	w.Object()
	w.Key("type")
	w.String(t.Type)
	w.Key("value")
	w.String(t.Value)
	w.EndObject()
}

// fieldOps write fields that are already in memory, and fields of a stored row, which is decoded first.
type fieldOps struct {
	write, convert, peer op
	err                  error
}

// fieldRows measures fields as CBOR and JSON against encoders that reflect over a
// struct. Decode rows measure the whole way from a row's bytes to the text of its
// fields; the peer starts from the struct even there.
func fieldRows() ([]row, error) {
	inCBOR, inJSON := cborOps(), jsonOps()
	if err := errors.Join(inCBOR.err, inJSON.err); err != nil {
		return nil, err
	}
	return []row{
		beside("actionbase/edge-state-cbor/encode", "cbor-fxamacker", inCBOR.write, inCBOR.peer),
		beside("actionbase/edge-state-cbor/decode", "cbor-fxamacker", inCBOR.convert, inCBOR.peer),
		beside("actionbase/edge-state-json/encode", "encoding-json", inJSON.write, inJSON.peer),
		beside("actionbase/edge-state-json/decode", "encoding-json", inJSON.convert, inJSON.peer),
	}, nil
}

func cborOps() *fieldOps {
	return fieldOpsOf(true, func(f *stateFields) ([]byte, error) { return cbor.Marshal(f) })
}

func jsonOps() *fieldOps {
	return fieldOpsOf(false, func(f *stateFields) ([]byte, error) { return json.Marshal(f) })
}

func fieldOpsOf(binary bool, marshal func(*stateFields) ([]byte, error)) *fieldOps {
	var list [samples]*stateFields
	var rows, cells [samples][]byte
	record, in := actionbase.Format.Record("edge-state"), new(format.Input)
	in.Entry.Add(store.Row, nil)
	in.Entry.Add(store.Value, nil)
	w := &value.Writer{CBOR: binary}
	c := new(fieldOps)
	c.write = func(i int) {
		w.Reset()
		list[i].write(w)
	}
	c.convert = func(i int) {
		w.Reset()
		in.Entry.Parts[0].Bytes, in.Entry.Parts[1].Bytes = rows[i], cells[i]
		c.err = record.Decode(in, nil, w)
	}
	c.peer = func(i int) { bytesOut, c.err = marshal(list[i]) }
	for i := range list {
		k, v := textState(i)
		list[i] = fieldsOf(k, v)
		if rows[i], c.err = actionbase.AppendEdgeStateKey(nil, k); c.err != nil {
			return c
		}
		if cells[i], c.err = actionbase.AppendEdgeStateValue(nil, v); c.err != nil {
			return c
		}
		if c.err = c.same(i, w); c.err != nil {
			return c
		}
	}
	return c
}

// same checks that the three ways give the same bytes.
func (c *fieldOps) same(i int, w *value.Writer) error {
	if c.peer(i); c.err != nil {
		return c.err
	}
	for _, f := range []op{c.write, c.convert} {
		if f(i); c.err != nil {
			return c.err
		}
		if !bytes.Equal(w.Buf, bytesOut) {
			return fmt.Errorf("sample %d is written as %x, by the peer as %x", i, w.Buf, bytesOut)
		}
	}
	return nil
}
