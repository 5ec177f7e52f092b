package maryk

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// ParseSchema reads stored models to name and type things with. They are given as
// hex ({"model": …, "dependents": …}, also below "bytes"), as their description, or
// as a list of either under "models".
func ParseSchema(v value.Value) (format.Schema, error) {
	if b, ok := v.Get("bytes"); ok {
		v = b
	}
	list := []value.Value{v}
	if models, ok := v.Get("models"); ok {
		list = models.Items()
	}
	var all []*Stored
	for i, item := range list {
		d, err := parseStoredEither(item)
		if err != nil {
			return nil, within("models."+itoa(i), err)
		}
		all = append(all, d)
	}
	if len(all) == 0 {
		return nil, refuse("models", "expected at least one model")
	}
	return NewSchema(all...)
}

// parseStoredEither reads bytes or a description; of a description it makes the
// bytes, so that there is one reader.
func parseStoredEither(j value.Value) (*Stored, error) {
	model, ok := j.Member("model").Hex()
	if ok {
		deps, given := j.Get("dependents")
		b, ok := deps.Hex()
		if given && !ok {
			return nil, wants(false, "dependents", "hex digits", deps)
		}
		return ReadStored(model, b)
	}
	if _, given := j.Get("model"); !given {
		j = value.OfMembers(value.Member{Name: "model", Value: j}, value.Member{Name: "dependents", Value: j.Member("dependents")})
	}
	d, err := ParseStored(j.Member("model"), j.Member("dependents"))
	if err != nil {
		return nil, err
	}
	if model, err = AppendModel(nil, d.Model); err != nil {
		return nil, err
	}
	deps, err := AppendDependents(nil, d.Dependents)
	if err != nil {
		return nil, err
	}
	return ReadStored(model, deps)
}

// others are the models that given names as known to the reader.
func others(in *format.Input) (list []*Stored, known map[string]*Model, err error) {
	known = map[string]*Model{}
	s, err := schemaOf(in)
	if err != nil || s == nil {
		return nil, known, err
	}
	for _, item := range in.Given.Member("otherModelsKnownToReader").Items() {
		name, _ := item.Text()
		for _, d := range s.Stored {
			if d.Model.Name == name {
				list = append(list, d)
				known[name] = d.Model
			}
		}
	}
	return list, known, nil
}

// decodeModel decodes a stored model; that there are no dependents is said too.
func decodeModel(o *opener, w *value.Writer) error { return o.storedModel(w, true) }

// decodeModelAlone is decodeModel without dependents when their part is not there.
func decodeModelAlone(o *opener, w *value.Writer) error { return o.storedModel(w, false) }

func (o *opener) storedModel(w *value.Writer, whole bool) error {
	_, known, err := others(o.in)
	if err != nil {
		return err
	}
	o.namePart()
	o.versionPart()
	d := o.storedParts(known)
	if d != nil && o.err == nil && !o.in.Lenient {
		o.sameHead(d.Model)
	}
	if err := o.done(partModel); err != nil || w == nil {
		return err
	}
	w.Object()
	if d != nil {
		w.Key("model")
		d.Model.Write(w)
		if _, has := o.in.Entry.Part(partDependents); has || whole {
			d.writeDependents(w)
		}
	}
	w.EndObject()
	return nil
}

// sameHead fails when name or version are not those of the model itself.
func (o *opener) sameHead(m *Model) {
	if name, has := o.in.Entry.Part(partName); has && string(name) != m.Name {
		o.keep(partName, &wire.Error{Code: wire.NonCanonical, Field: fStoredName.Name, Expected: m.Name + ", as the model calls itself", Found: strconv.Quote(cut(validText(name)))})
	}
	if b, has := o.in.Entry.Part(partVersion); has && string(b) != string(AppendVersion(nil, m.Version)) {
		o.keep(partVersion, &wire.Error{Code: wire.NonCanonical, Field: fModelVersion.Name, Expected: "the version " + string(m.Version.AppendText(nil)) + ", as the model says", Found: "another"})
	}
}

func (d *Stored) writeDependents(w *value.Writer) {
	w.Key("dependents")
	w.Array()
	for i := range d.Dependents {
		d.Dependents[i].Write(w)
	}
	w.EndArray()
}

// namePart reads the name of a stored model.
func (o *opener) namePart() {
	r, ok := o.openGroup(partName)
	if !ok {
		return
	}
	c := newCursor(&r, -1)
	var v Value
	c.value(&fStoredName, stringDef, false, &v)
	o.close(partName, &r)
}

// versionPart reads its version.
func (o *opener) versionPart() {
	r, ok := o.open(partVersion)
	if !ok {
		return
	}
	c := newCursor(&r, -1)
	c.Begin(&fModelVersion)
	v := c.versionBytes()
	c.EndWith(span.Value{Kind: span.JSON, Bytes: v.AppendText(nil)}, 0)
	o.close(partVersion, &r)
}

// storedParts reads dependents and model and links them.
func (o *opener) storedParts(known map[string]*Model) *Stored {
	var d storedReader
	deps, hasDeps := o.open(partDependents)
	if hasDeps {
		d.dependents(&deps)
		o.close(partDependents, &deps)
	}
	r, has := o.open(partModel)
	if !has {
		return nil
	}
	d.model(&r)
	depBytes, _ := o.in.Entry.Part(partDependents)
	modelBytes, _ := o.in.Entry.Part(partModel)
	s := d.stored(modelBytes, depBytes)
	if r.OK() {
		o.link(&r, s, known)
	}
	if o.err == nil && judges(&r) {
		again, err := AppendModel(nil, s.Model)
		canonical(&r, &fModel, again, err)
	}
	if o.err == nil && r.OK() && !o.in.Lenient {
		o.keep(partDependents, s.sameDependents(depBytes))
	}
	o.close(partModel, &r)
	return s
}

// sameDependents is canonical for the dependents: they can be written only when the
// model is there too, and their part is closed by then.
func (d *Stored) sameDependents(stored []byte) error {
	again, err := AppendDependents(nil, d.Dependents)
	r := wire.NewReader(stored, nil)
	r.Skip(len(stored))
	canonical(&r, &fDependents, again, err)
	return r.Finish()
}

// link makes one of the parts. What is wrong with the model as a whole is told at
// its place in the part, if it has one.
func (o *opener) link(r *wire.Reader, s *Stored, known map[string]*Model) {
	err := s.link(known)
	if err == nil {
		err = s.finish()
	}
	var e *wire.Error
	switch {
	case err == nil:
	case errors.As(err, &e) && e.Part == partDependents:
		o.keep(partDependents, err)
	case e != nil:
		r.FailAt(e.Code, &fModel, e.Offset, e.Expected, e.Found)
	default:
		r.FailAt(wire.BadValue, &fModel, 0, "a model that upstream takes", err.Error())
	}
}

func encodeModel(in *format.Input, fields value.Value, dst *store.Entry) error {
	list, _, err := others(in)
	if err != nil {
		return err
	}
	d, err := ParseStored(fields.Member("model"), fields.Member("dependents"), list...)
	if err != nil {
		return err
	}
	model, err := AppendModel(nil, d.Model)
	if err != nil {
		return err
	}
	deps, err := AppendDependents(nil, d.Dependents)
	if err != nil {
		return err
	}
	add(in, dst, partName, []byte(d.Model.Name))
	add(in, dst, partVersion, AppendVersion(nil, d.Model.Version))
	add(in, dst, partModel, model)
	if len(d.Dependents) > 0 {
		add(in, dst, partDependents, deps)
	}
	return nil
}
