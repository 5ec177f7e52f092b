package actionbase

import (
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// deriveBulkLoad writes {"rows"} for {"label","edge"}.
func deriveBulkLoad(in *format.Input, w *value.Writer) error {
	var label Label
	if err := label.parse(in.Given.Member("label")); err != nil {
		return within("label", err)
	}
	var edge BulkEdge
	if err := edge.parse(in.Given.Member("edge")); err != nil {
		return within("edge", err)
	}
	rows, err := label.BulkLoad(&edge, Options{Zones: in.Zones, Unlimited: in.Unlimited})
	if err != nil {
		return err
	}
	from := len(w.Buf)
	w.Object()
	w.Key("rows")
	w.Array()
	for i := range rows {
		w.Object()
		w.Key(store.Key)
		w.Hex(rows[i].Key)
		w.Key(store.Value)
		w.Hex(rows[i].Value)
		w.EndObject()
		if err := tooLong(w, from); err != nil {
			return err
		}
	}
	w.EndArray()
	w.EndObject()
	return nil
}

// parse reads the label's metadata.
func (l *Label) parse(v value.Value) (err error) {
	if v.Kind != value.Object {
		return refuse("", "expected the metadata of a label as an object, found "+v.Kind.String())
	}
	if l.Name, err = named(v, "name"); err != nil {
		return err
	}
	switch kind := text(v, "type"); kind {
	case "HASH":
		l.Kind = HashLabel
	case "INDEXED":
		l.Kind = IndexedLabel
	case "MULTI_EDGE":
		l.Kind = MultiLabel
	default:
		return refuse("type", `expected "HASH", "INDEXED" or "MULTI_EDGE", found "`+kind+`"`)
	}
	if l.Directions, err = parseDirections(v, "dirType"); err != nil {
		return err
	}
	l.Indexes, err = parseList(v, "indices", parseLabelIndex)
	return err
}

func parseLabelIndex(v value.Value) (x Index, err error) {
	if x.Name, err = named(v, "name"); err == nil {
		x.Fields, err = parseList(v, "fields", parseIndexField)
	}
	return x, err
}

func (e *BulkEdge) parse(v value.Value) (err error) {
	if v.Kind != value.Object {
		return refuse("", "expected an edge as an object, found "+v.Kind.String())
	}
	active, ok := v.Member("active").Bool()
	if !ok {
		return refuse("active", "expected true or false, found "+words(v.Member("active")))
	}
	e.Active = active
	if e.Version, err = parseLong(v, "version"); err != nil {
		return err
	}
	if err = e.Source.parse(v.Member("source"), "source"); err != nil {
		return err
	}
	if err = e.Target.parse(v.Member("target"), "target"); err != nil {
		return err
	}
	e.Properties, err = parseList(v, "properties", parseNamedValue)
	return err
}
