package session

import (
	"errors"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/stream"
	"github.com/rowlens/rowlens/codec/value"
)

// pasted reads the text of a request in the notation that it names, at most rows rows; 0 for all. If a format is named,
// keys that are not divided into row and column are divided as in that format.
func pasted(req value.Value, text, format string, rows int) (*dump.Result, error) {
	return dump.ParseText([]byte(text), pasteOptions(req, format, rows))
}

func pasteOptions(req value.Value, format string, rows int) dump.Options {
	spelling, _ := req.Member("spelling").Text()
	family, _ := req.Member("cf").Text()
	return dump.Options{
		Form: spelling, Rows: rows, SplitKey: schema.KeySplitter(format, nil), RowKey: stream.RowKey(format), RocksDB: family != "",
	}
}

// addParts reads named parts in hex. A list holds several parts of the same name.
func addParts(e *store.Entry, parts value.Value) error {
	for i, p := range parts.Items() {
		if parts.Kind != value.Object {
			return errors.New("expected bytes as an object of named parts")
		}
		list := []value.Value{p}
		if p.Kind == value.Array {
			list = p.Items()
			if len(list) > 0 && list[0].Kind == value.Object {
				if err := addRows(e, parts.Name(i), list); err != nil {
					return err
				}
				continue
			}
			e.Lists = append(e.Lists, parts.Name(i))
		}
		for _, p := range list {
			b, ok := p.Hex()
			if !ok {
				return errors.New("bytes." + parts.Name(i) + ": expected an even number of hex digits")
			}
			e.Add(parts.Name(i), b)
		}
	}
	return nil
}

// addRows reads the entries of a record that consists of several: objects with parts in hex, and
// everything else about an entry as text.
func addRows(e *store.Entry, name string, list []value.Value) error {
	e.RowsName = name
	for _, row := range list {
		if row.Kind != value.Object {
			return errors.New("bytes." + name + ": expected objects with named parts")
		}
		var in store.Entry
		for i, p := range row.Items() {
			text, _ := p.Text()
			switch member := row.Name(i); member {
			case "table":
				in.Source.Table = text
			case "timestamp":
				in.Timestamp = text
			case "cellType":
				if text != "Put" {
					in.Deleted = text
				}
			default:
				b, ok := p.Hex()
				if !ok {
					return errors.New("bytes." + name + "." + member + ": expected an even number of hex digits")
				}
				in.Add(member, b)
			}
		}
		e.Rows = append(e.Rows, in)
	}
	return nil
}

// writeRows writes the entries of a record that consists of several.
func (s *Session) writeRows(rows []store.Entry) {
	s.w.Array()
	for i := range rows {
		s.w.Object()
		if table := rows[i].Source.Table; table != "" {
			s.w.Member("table").String(table)
		}
		for _, p := range rows[i].Parts {
			s.w.AnyKey(p.Name)
			s.w.Hex(p.Bytes)
		}
		s.w.EndObject()
	}
	s.w.EndArray()
}
