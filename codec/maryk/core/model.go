package core

import (
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// decodeModel decodes a stored model; it also records that there are no dependents.
func decodeModel(p *format.Parts, w *value.Writer) error { return storedModel(p, w, true) }

// decodeModelAlone is decodeModel, except that it records no dependents if their part is missing.
func decodeModelAlone(p *format.Parts, w *value.Writer) error { return storedModel(p, w, false) }

func storedModel(p *format.Parts, w *value.Writer, whole bool) error {
	_, known, err := others(p.In)
	if err != nil {
		return err
	}
	namePart(p)
	versionPart(p)
	d := storedParts(p, known)
	if d != nil && p.Err() == nil && !p.In.Lenient {
		sameHead(p, d.Model)
	}
	if err := p.Done(legend.PartModel); err != nil || w == nil {
		return err
	}
	w.Object()
	if d != nil {
		w.Key("model")
		d.Model.Write(w)
		if _, has := p.In.Entry.Part(legend.PartDependents); has || whole {
			writeDependents(w, d)
		}
	}
	w.EndObject()
	return nil
}

// sameHead fails if the name or version differs from that in the model itself.
func sameHead(p *format.Parts, m *maryk.Model) {
	if name, has := p.In.Entry.Part(partName); has && string(name) != m.Name {
		p.Keep(partName, &wire.Error{Code: wire.NonCanonical, Field: legend.StoredName.Name,
			Expected: m.Name + ", as the model calls itself", Found: strconv.Quote(format.Cut(string([]rune(string(name)))))})
	}
	if b, has := p.In.Entry.Part(partVersion); has && string(b) != string(maryk.AppendVersion(nil, m.Version)) {
		p.Keep(partVersion, &wire.Error{Code: wire.NonCanonical, Field: legend.ModelVersion.Name,
			Expected: "the version " + string(m.Version.AppendText(nil)) + ", as the model says", Found: "another"})
	}
}

func writeDependents(w *value.Writer, d *maryk.Stored) {
	w.Key("dependents")
	w.Array()
	for i := range d.Dependents {
		d.Dependents[i].Write(w)
	}
	w.EndArray()
}

// namePart reads the name of a stored model.
func namePart(p *format.Parts) {
	r, ok := p.OpenGroup(partName, &legend.Part)
	if !ok {
		return
	}
	var v maryk.Value
	maryk.ReadValue(r, &legend.StoredName, r.Left(), stringDef, false, &v)
	p.Close()
}

// versionPart reads its version.
func versionPart(p *format.Parts) {
	r, ok := p.Open(partVersion)
	if !ok {
		return
	}
	maryk.ReadVersion(r)
	r.Last().As(&legend.VersionAlone)
	p.Close()
}

// storedParts reads dependents and model and links them.
func storedParts(p *format.Parts, known map[string]*maryk.Model) *maryk.Stored {
	var d maryk.StoredReader
	deps, hasDeps := p.Open(legend.PartDependents)
	if hasDeps {
		d.ReadDependents(deps)
		p.Close()
	}
	r, has := p.Open(legend.PartModel)
	if !has {
		return nil
	}
	d.ReadModel(r)
	depBytes, _ := p.In.Entry.Part(legend.PartDependents)
	modelBytes, _ := p.In.Entry.Part(legend.PartModel)
	s := d.Stored(modelBytes, depBytes)
	if r.OK() {
		link(p, r, s, known)
	}
	if p.Err() == nil && judges(r) {
		again, err := maryk.AppendModel(nil, s.Model)
		canonical(r, &legend.Model, again, err)
	}
	if p.Err() == nil && r.OK() && s.Unlinked() {
		r.Group().Doubt()
		r.Group().Explain("a key or index leads into a model that is not here, so this is not written back")
	}
	if p.Err() == nil && r.OK() && !p.In.Lenient {
		p.Keep(legend.PartDependents, sameDependents(s, depBytes))
	}
	p.Close()
	return s
}

// sameDependents is canonical for the dependents: they can be encoded only together with the model,
// and their part is closed by then.
func sameDependents(d *maryk.Stored, stored []byte) error {
	again, err := maryk.AppendDependents(nil, d.Dependents)
	r := wire.NewReader(stored, nil)
	r.Skip(len(stored))
	canonical(&r, &legend.Dependents, again, err)
	return r.Finish()
}

// link links the definition that the parts form. An error about the model as a whole is reported at
// its offset in the part, if it has one.
func link(p *format.Parts, r *wire.Reader, s *maryk.Stored, known map[string]*maryk.Model) {
	err := s.Link(known)
	var e *wire.Error
	switch {
	case err == nil:
	case errors.As(err, &e) && e.Part == legend.PartDependents:
		p.Keep(legend.PartDependents, err)
	case e != nil:
		r.FailAt(e.Code, &legend.Model, e.Offset, e.Expected, e.Found)
	default:
		r.FailAt(wire.BadValue, &legend.Model, 0, "a model that upstream accepts", err.Error())
	}
}

func encodeModel(in *format.Input, fields value.Value, dst *store.Entry) error {
	list, _, err := others(in)
	if err != nil {
		return err
	}
	if at, found := fields.Lone(); found {
		return format.Refuse(at, "half of a surrogate pair, which is not text")
	}
	d, err := maryk.ParseStored(fields.Member("model"), fields.Member("dependents"), list...)
	if err != nil {
		return err
	}
	model, err := maryk.AppendModel(nil, d.Model)
	if err != nil {
		return err
	}
	deps, err := maryk.AppendDependents(nil, d.Dependents)
	if err != nil {
		return err
	}
	add(in, dst, partName, []byte(d.Model.Name))
	add(in, dst, partVersion, maryk.AppendVersion(nil, d.Model.Version))
	add(in, dst, legend.PartModel, model)
	if len(d.Dependents) > 0 {
		add(in, dst, legend.PartDependents, deps)
	}
	return nil
}
