package cell

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// Qualifiers of cells about the record itself. Of these, RocksDB has only the soft delete among the
// values.
const (
	MetaSoftDelete = "\x00"
	MetaCreated    = "\x00\x00"
	MetaLastUpdate = "\x00\x01"
)

// Rebuilder turns the successive states of a record into the cells written between them: those whose
// data changed, and 00 for those that went away.
type Rebuilder struct {
	Model *maryk.Model
	Store Store

	exists, deleted bool
	cells           []Stored // of the previous state, sorted
}

// Written is what is written at one version.
type Written struct {
	Version hlc.Version
	Cells   []Stored // in the order in which upstream writes them; includes those about the record
	Gone    bool     // the record was hard-deleted
	Born    bool     // the record was created
	Exists  bool
}

// Step returns what the next state writes; record is as State.Write writes it.
func (x *Rebuilder) Step(v hlc.Version, record value.Value) (w Written, err error) {
	exists, _ := record.Member("exists").Bool()
	if _, given := record.Get("exists"); !given {
		_, exists = record.Get("values")
	}
	deleted, _ := record.Member("isDeleted").Bool()
	w = Written{Version: v, Exists: exists, Born: exists && !x.exists, Gone: !exists && x.exists}
	if !exists {
		x.exists, x.deleted, x.cells = false, false, nil
		return w, nil
	}
	now, err := CellsOf(record.Member("values"), x.Model, x.Store)
	if err != nil {
		return w, err
	}
	w.add(x, deleted)
	sorted := slices.Clone(now)
	sorting.Func(sorted, byQualifier)
	for i := 1; i < len(sorted); i++ {
		if bytes.Equal(sorted[i].Qualifier, sorted[i-1].Qualifier) {
			return w, format.Refuse("values", "the item "+hexOf(sorted[i].Qualifier)+" is there twice")
		}
	}
	for _, c := range now {
		if old := find(x.cells, c.Qualifier); old == nil || !bytes.Equal(old.Data, c.Data) {
			w.Cells = append(w.Cells, Stored{Qualifier: c.Qualifier, Data: c.Data, Version: v})
		}
	}
	for _, c := range x.cells {
		if find(sorted, c.Qualifier) == nil {
			w.Cells = append(w.Cells, Stored{Qualifier: c.Qualifier, Data: []byte{indDeleted}, Version: v})
		}
	}
	x.exists, x.deleted, x.cells = true, deleted, sorted
	return w, nil
}

// add adds the cells about the record.
func (w *Written) add(x *Rebuilder, deleted bool) {
	put := func(qualifier string, data []byte) {
		w.Cells = append(w.Cells, Stored{Qualifier: []byte(qualifier), Data: data, Version: w.Version})
	}
	if x.Store == HBase {
		at := binary.BigEndian.AppendUint64(nil, uint64(w.Version))
		if w.Born {
			put(MetaCreated, at)
		}
		put(MetaLastUpdate, at)
	}
	if deleted != x.deleted {
		put(MetaSoftDelete, []byte{byte(map[bool]int{true: 1}[deleted])})
	}
}

func byQualifier(a, b Stored) int { return bytes.Compare(a.Qualifier, b.Qualifier) }

// find returns the cell with a qualifier among sorted cells, or nil.
func find(sorted []Stored, qualifier []byte) *Stored {
	i, ok := slices.BinarySearchFunc(sorted, qualifier, func(c Stored, q []byte) int { return bytes.Compare(c.Qualifier, q) })
	if !ok {
		return nil
	}
	return &sorted[i]
}

// Correct applies what the values do not tell: cells that were written in addition, with their data,
// and cells that were not written, with null.
func (w *Written) Correct(cells value.Value) error {
	for i, c := range cells.Items() {
		ref, ok := c.Member("reference").Hex()
		data, isData := c.Member("data").Hex()
		if !ok || !isData && !c.Member("data").IsNull() {
			return format.Refuse("cells."+strconv.Itoa(i), "expected reference and data in hex; null for data that was not written")
		}
		w.Cells = slices.DeleteFunc(w.Cells, func(s Stored) bool { return bytes.Equal(s.Qualifier, ref) })
		if isData {
			w.Cells = append(w.Cells, Stored{Qualifier: ref, Data: data, Version: w.Version})
		}
	}
	return nil
}

// WriteCorrections writes the list that Correct takes, if the cells that were really written
// differ. It reports whether they do.
func (w *Written) WriteCorrections(to *value.Writer, real []Stored) bool {
	predicted := slices.Clone(w.Cells)
	sorting.Func(predicted, byQualifier)
	actual := slices.Clone(real)
	sorting.Stable(actual, byQualifier)
	some := false
	one := func(qualifier, data []byte) {
		if !some {
			to.Key("cells")
			to.Array()
		}
		some = true
		to.Object()
		to.Key("reference")
		to.Hex(qualifier)
		to.Key("data")
		if data == nil {
			to.Null()
		} else {
			to.Hex(data)
		}
		to.EndObject()
	}
	for i := range actual {
		c := &actual[i]
		if i > 0 && bytes.Equal(actual[i-1].Qualifier, c.Qualifier) {
			continue // if two cells have the same version, the first counts
		}
		if p := find(predicted, c.Qualifier); p == nil || !bytes.Equal(p.Data, c.Data) {
			one(c.Qualifier, c.Data)
		}
	}
	for i := range predicted {
		if find(actual, predicted[i].Qualifier) == nil {
			one(predicted[i].Qualifier, nil)
		}
	}
	if some {
		to.EndArray()
	}
	return some
}

// States returns the states of an object's record: its history, or only its current state, created at its
// first version.
func States(object value.Value, given value.Value) (list []value.Value, err error) {
	if history, ok := object.Get("history"); ok {
		if history.Kind != value.Array {
			return nil, format.Expect(false, "history", "a list of versions", history)
		}
		return history.Items(), nil
	}
	if v, _ := object.Member("exists").Bool(); !v {
		if _, says := object.Get("exists"); says {
			return nil, nil
		}
	}
	version := object.Member("firstVersion")
	if g, ok := given.Get("version"); ok && version.IsNull() {
		version = g
	}
	if version.IsNull() {
		return nil, format.Refuse("firstVersion", "expected the version of the record; for one that has none give version")
	}
	deleted := object.Member("isDeleted")
	alive := value.OfMembers(value.Member{Name: "exists", Value: yes}, value.Member{Name: "values", Value: object.Member("values")})
	list = append(list, state(version, alive))
	last := object.Member("lastVersion")
	if b, _ := deleted.Bool(); b {
		if last.IsNull() {
			last = version
		}
		gone := value.OfMembers(value.Member{Name: "exists", Value: yes},
			value.Member{Name: "isDeleted", Value: deleted}, value.Member{Name: "values", Value: object.Member("values")})
		list = append(list, state(last, gone))
	}
	return list, nil
}

// yes is the JSON value true.
var yes, _ = value.Parse([]byte("true"))

// StateAt returns a state at a version.
func StateAt(v hlc.Version, record value.Value) value.Value {
	return state(value.Of(strconv.FormatUint(uint64(v), 10)), record)
}

func state(version, record value.Value) value.Value {
	return value.OfMembers(value.Member{Name: "version", Value: version}, value.Member{Name: "record", Value: record})
}

// Rebuild returns what was written at each version of an object's states.
func Rebuild(m *maryk.Model, s Store, states []value.Value) (list []Written, err error) {
	x := Rebuilder{Model: m, Store: s}
	for i, j := range states {
		at := "history." + strconv.Itoa(i)
		v, ok := j.Member("version").Uint()
		if !ok || len(list) > 0 && hlc.Version(v) < list[len(list)-1].Version {
			return nil, format.Refuse(at+".version", "expected a version as a whole number, not before the one in front")
		}
		w, err := x.Step(hlc.Version(v), j.Member("record"))
		if err == nil {
			err = w.Correct(j.Member("cells"))
			gone, _ := j.Member("hardDelete").Bool()
			w.Gone = w.Gone || gone
		}
		if err != nil {
			return nil, format.Within(at, err)
		}
		list = append(list, w)
	}
	return list, nil
}

// Events returns the same as events of the record, for an Implier. Cells about the record are left out,
// since they are not values.
func Events(list []Written) []Event {
	all := EventsAt{}
	for i := range list {
		w := &list[i]
		e := all.At(w.Version)
		e.Hide = e.Hide || w.Gone
		for _, c := range w.Cells {
			switch string(c.Qualifier) {
			case MetaCreated, MetaLastUpdate:
			case MetaSoftDelete:
				deleted := len(c.Data) == 1 && c.Data[0] == 1
				e.Deleted = &deleted
			default:
				e.Cells = append(e.Cells, c)
			}
		}
	}
	return all.Sorted()
}
