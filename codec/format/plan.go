package format

import "github.com/rowlens/rowlens/codec/value"

// PlanOf returns the Plan for rows that a key prefix finds: encode appends the given fields, which must have no gap,
// and names the part. Bounds, versions and cursors are refused.
func PlanOf(
	encode func(*Input, value.Value) (part string, prefix []byte, err error), place func(*Input, value.Value) (Place, error),
) func(*Input, *Query) (Plan, error) {
	return func(in *Input, q *Query) (p Plan, err error) {
		if err = q.FieldsOnly(); err != nil {
			return p, err
		}
		var prefix []byte
		if p.Part, prefix, err = encode(in, q.Fields); err != nil {
			return p, err
		}
		p.Seek(prefix)
		if place != nil {
			p.Place, err = place(in, q.Fields)
		}
		return p, err
	}
}

// FieldsOnly refuses a query that has more than fields.
func (q *Query) FieldsOnly() error {
	if len(q.Bounds) > 0 {
		return Contradict(q.Bounds[0].Name, "cannot be bounded with "+q.Bounds[0].Op.String()+": rows of this kind are found by what their keys begin with")
	}
	if err := q.NoVersions(); err != nil {
		return err
	}
	return q.NoOffset()
}

// NoVersions refuses a query that asks for versions.
func (q *Query) NoVersions() error {
	switch {
	case q.At != "":
		return Contradict("at", "rows of this kind are kept in one version")
	case q.Since != "":
		return Contradict("since", "rows of this kind are kept in one version")
	}
	return nil
}

// NoOffset refuses a query that has a cursor.
func (q *Query) NoOffset() error {
	if q.Offset == "" {
		return nil
	}
	return Contradict("offset", "scans for rows of this kind have no cursors; start at a value with >")
}
