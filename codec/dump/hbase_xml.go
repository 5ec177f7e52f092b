package dump

import (
	"bytes"
	"io"

	"github.com/rowlens/rowlens/codec/store"
)

// hbaseXML is the form "hbase-rest-xml": what HBase's REST server answers to `Accept: text/xml`, once or, for a scanner, in
// several answers one after the other.
//
//	<?xml …?><CellSet><Row key="cm93"><Cell column="Y2Y6cQ==" timestamp="1700000000000">dmFsdWU=</Cell></Row></CellSet>
//
// Keys, columns and values are base64, which needs no entities; a column is `family:qualifier`. Exact.
type hbaseXML struct {
	doc    document
	inside xmlPlace
	row    []byte // the bytes of the open row's key
	keyed  bool   // whether the open row has a key
	cells  int    // of the open row, so far
}

// xmlPlace is the element that is open.
type xmlPlace uint8

const (
	outside xmlPlace = iota
	inSet
	inRow
)

// wants says what may follow in each place.
func (p xmlPlace) wants() string {
	return [...]string{"`<CellSet>`", "`<Row key=\"…\">` or `</CellSet>`", "`<Cell …>` or `</Row>`"}[p]
}

func openHBaseXML(*Scanner, *sample) reader { return &hbaseXML{} }

func (h *hbaseXML) next(s *Scanner) error {
	d := &h.doc
	if err := d.load(s); err != nil {
		return err
	}
	for {
		d.rest = bytes.TrimLeft(d.rest, xmlSpace)
		if len(d.rest) == 0 && h.inside == outside {
			return io.EOF
		}
		from := d.rest
		tag, ok := cutTag(from)
		if !ok {
			wants := h.inside.wants()
			h.inside = outside
			return d.fail(from, wants)
		}
		d.rest = from[tag.size:]
		if done, err := h.take(s, tag, from); done || err != nil {
			return err
		}
	}
}

// take goes on to what follows a tag, which starts from. It returns done if it filled the entry.
func (h *hbaseXML) take(s *Scanner, tag xmlTag, from []byte) (done bool, err error) {
	switch name := string(tag.name); {
	case h.inside == outside && name == "?xml", h.inside == outside && name == "CellSet" && tag.empty:
	case h.inside == outside && name == "CellSet":
		h.inside = inSet
	case h.inside == inSet && name == "/CellSet":
		h.inside = outside
	case h.inside == inSet && name == "Row":
		return h.open(s, tag, from)
	case h.inside == inRow && name == "/Row":
		h.inside = inSet
		if h.keyed && h.cells == 0 {
			h.alone(s, from)
			return true, nil
		}
	case h.inside == inRow && name == "Cell":
		h.cells++
		return h.cell(s, tag, from)
	default:
		return false, h.doc.wrong(from, h.inside.wants())
	}
	return false, nil
}

// open takes the key of a row.
func (h *hbaseXML) open(s *Scanner, tag xmlTag, from []byte) (done bool, err error) {
	if !tag.empty {
		h.inside = inRow
	}
	h.cells = 0
	key, has := tag.attribute("key")
	b, bad := base64Text(s, h.row[:0], key)
	if h.keyed = has && bad == nil; !h.keyed {
		return false, h.doc.wrong(from, "a row with a base64 `key`")
	}
	h.row = b
	if tag.empty {
		h.alone(s, from)
	}
	return tag.empty, nil
}

// alone fills the entry with a row that has no cells.
func (h *hbaseXML) alone(s *Scanner, from []byte) {
	s.entry.Source.Line = h.doc.lineAt(from)
	s.room(len(h.row))
	s.buf = append(s.buf, h.row...)
	s.add(store.Row, s.buf)
}

// cell takes a cell. Those of a row without a key were reported with it.
func (h *hbaseXML) cell(s *Scanner, tag xmlTag, from []byte) (done bool, err error) {
	d := &h.doc
	s.entry.Source.Line = d.lineAt(from)
	data := d.rest[:0]
	if !tag.empty {
		i := max(bytes.IndexByte(d.rest, '<'), 0)
		end, ok := cutTag(d.rest[i:])
		switch {
		case !ok:
			h.inside = outside
			return false, d.fail(from, wantsEnd)
		case string(end.name) != "/Cell":
			d.rest = d.rest[i:]
			return false, d.wrong(from, wantsEnd)
		}
		if text := bytes.Trim(d.rest[:i], xmlSpace); len(text) > 0 {
			data = text
		}
		d.rest = d.rest[i+end.size:]
	}
	if !h.keyed {
		return false, nil
	}
	column, has := tag.attribute("column")
	if !has {
		return false, d.wrong(from, wantsColumn)
	}
	time, _ := tag.attribute("timestamp")
	if expected := s.restCell(h.row, column, data, time); expected != "" {
		return false, d.wrong(from, expected)
	}
	return true, nil
}

const wantsEnd = "`</Cell>` after the cell's value"

const xmlSpace = " \t\r\n"

// xmlTag is `<name attributes>`, `</name>`, or `<name attributes/>`, which is empty. The name of an end tag begins with `/`.
type xmlTag struct {
	name, attributes []byte
	empty            bool
	size             int
}

// cutTag returns the tag at the start of text. A `>` in an attribute ends it: none of ours holds one.
func cutTag(text []byte) (tag xmlTag, ok bool) {
	end := bytes.IndexByte(text, '>')
	if end <= 0 || text[0] != '<' {
		return xmlTag{}, false
	}
	inner := text[1:end]
	tag.size = end + 1
	if n := len(inner); n > 0 && inner[n-1] == '/' {
		tag.empty, inner = true, inner[:n-1]
	}
	n := bytes.IndexAny(inner, xmlSpace)
	if n < 0 {
		n = len(inner)
	}
	tag.name, tag.attributes = inner[:n], inner[n:]
	return tag, true
}

// attribute returns the value of an attribute.
func (t *xmlTag) attribute(name string) (text []byte, has bool) {
	rest := t.attributes
	for {
		key, after, ok := bytes.Cut(rest, []byte{'='})
		after = bytes.TrimLeft(after, xmlSpace)
		if !ok || len(after) == 0 || after[0] != '"' && after[0] != '\'' {
			return nil, false
		}
		end := bytes.IndexByte(after[1:], after[0])
		if end < 0 {
			return nil, false
		}
		if string(bytes.Trim(key, xmlSpace)) == name {
			return after[1 : 1+end], true
		}
		rest = after[end+2:]
	}
}

func fitHBaseXML(s *sample) fit {
	text := bytes.TrimLeft(s.text, xmlSpace)
	if tag, ok := cutTag(text); ok && string(tag.name) == "?xml" {
		text = bytes.TrimLeft(text[tag.size:], xmlSpace)
	}
	if tag, ok := cutTag(text); !ok || string(tag.name) != "CellSet" {
		return no
	}
	return yes
}
