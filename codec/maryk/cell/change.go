package cell

import (
	"bytes"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/hlc"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// ChangeOf is a change of a record: its states before and after.
type ChangeOf struct {
	Object        value.Value // identifies the record: the new object or, if there is none, the old one
	Version       hlc.Version
	Before, After []value.Value // states, as Rebuild takes them; After is nil for a hard delete
}

// NewChange reads a change of one object into another; one of them may be null. The version of the change is
// given.version, or else the lastVersion of the new object.
func NewChange(given, from, to value.Value) (c ChangeOf, err error) {
	c.Object = to
	if to.IsNull() {
		c.Object = from
	}
	if c.Object.IsNull() {
		return c, format.Refuse("", "expected an object before the change or after it")
	}
	version, says := given.Get("version")
	if !says {
		version = to.Member("lastVersion")
	}
	n, ok := version.Uint()
	if !ok {
		return c, format.Refuse("version", "expected the version of the change, with --given or as lastVersion")
	}
	c.Version = hlc.Version(n)
	if !from.IsNull() {
		if c.Before, err = States(from, given); err != nil {
			return c, format.Within("from", err)
		}
		for _, s := range c.Before {
			if old, _ := s.Member("version").Uint(); hlc.Version(old) >= c.Version {
				return c, format.Refuse("version", "expected a version after those of the object")
			}
		}
	}
	if !to.IsNull() {
		c.After = append(append(c.After, c.Before...), state(version, present(to)))
	}
	return c, nil
}

// present returns the newest state of an object.
func present(object value.Value) value.Value {
	if history := object.Member("history"); history.Len() > 0 {
		return history.At(history.Len() - 1).Member("record")
	}
	return value.OfMembers(value.Member{Name: "exists", Value: yes}, value.Member{Name: "isDeleted", Value: object.Member("isDeleted")},
		value.Member{Name: "values", Value: object.Member("values")})
}

// Implications returns what the values of an identity imply, or nil if it has no values.
func Implications(m *maryk.Model, s Store, identity value.Value) ([]Implied, error) {
	values, given := identity.Get("values")
	if !given {
		return nil, nil
	}
	list, err := CellsOf(values, m, s)
	if err != nil {
		return nil, err
	}
	return NewImplier(m, s).Of(At(list, Newest))
}

// ObjectKinds are the objects that both stores have: records.
var ObjectKinds = []format.ObjectKind{{
	Name: "record", Doc: "A record of a model: its values or, with a history, all its versions.",
	Identity: []format.ScanField{ // the members that say which record is meant
		{Name: "model", Doc: "number of the model"},
		{Name: "name", Doc: "name of the model, in place of the number"},
		{Name: "key", Doc: "key of the record in hex; it may be left out if values are given and the model makes the key from them"},
		{Name: "values", Doc: "values of the record, as assemble prints them: they say which rows of indexes and unique values it has"},
	},
	// a record as assemble prints its fields
	Example: `{"model":1,"name":"Ware","key":"0000000500017fffffff","exists":true,"firstVersion":"1882441387094310912",` +
		`"lastVersion":"1882441387094310912","isDeleted":false,"values":{"code":5,"kind":"Red(1)","made":"1970-01-01","name":"five","stock":7}}`,
}}

// FollowsFromValues is the note of a scan that cannot be planned without values.
const FollowsFromValues = "rows of indexes and unique values follow from the record's values: with values they are planned too"

// Point narrows a plan to one key: it sets the bounds to the key itself and the first key after it.
func Point(p *format.Plan, key []byte) {
	p.Seek(key)
	p.Stop = append(bytes.Clone(key), 0)
}
