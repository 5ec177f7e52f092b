package cell

import (
	"bytes"
	"errors"
	"strconv"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// DataMembers are the members that Data.Write writes.
var DataMembers = []string{
	"indicator", "kind", "count", "value", "bits", "index", "typeName", "typeIndex", "storedValue", "keyId", "decrypted", "notDecrypted",
}

// Property refuses a member "property" that, in any spelling, is not the path of the reference.
// Without a model there are no names to compare.
func Property(fields value.Value, reference []byte, p *maryk.Path, def *maryk.Model) error {
	if def == nil {
		return nil
	}
	if text, ok := fields.Member("property").Text(); ok {
		if other, err := maryk.ParsePath(text, def); err == nil {
			if b, err := maryk.AppendQualifier(nil, &other); err == nil && bytes.Equal(b, reference) {
				return nil
			}
		}
		var unnamed maryk.Path // as shown without a model
		if maryk.DecodePath(reference, nil, maryk.PathOptions{}, &unnamed) == nil && string(unnamed.AppendText(nil)) == text {
			return nil
		}
	}
	return format.Follows(fields, "property", string(p.AppendText(nil)), "member reference")
}

// IndexName refuses a member "indexName" that does not name an index of the reference; x is the first of them,
// nil if the model knows none.
func IndexName(fields value.Value, m *Model, x *maryk.Index) error {
	if x == nil {
		return nil
	}
	name, _ := fields.Member("indexName").Text()
	for _, other := range m.Def.Indexes {
		if string(other.Reference) == string(x.Reference) && other.String() == name {
			return nil
		}
	}
	return format.Follows(fields, "indexName", x.String(), "member index")
}

// agree refuses members that contradict those that decide: the indicator, which is determined by
// the kind, and the name of a key, which the encrypted bytes contain.
func (d *Data) agree(fields value.Value, s Store, p *maryk.Path) error {
	if v, given := fields.Get("indicator"); given {
		want := d.Indicator(s)
		n, ok := v.Int()
		text := strconv.Itoa(want)
		if want < 0 {
			n, ok, text = -1, v.IsNull(), "null"
		}
		err := format.ExpectNumber(ok && n == int64(want), "indicator", text+", as the kind "+d.Kind.String()+" says", v)
		var r *format.Refusal
		if errors.As(err, &r) {
			r.Misuse = true
			return err
		}
	}
	if d.Kind != Encrypted {
		return nil
	}
	var sealed Data
	r := wire.NewReader(d.Raw, nil)
	sealed.Read(&r, s, p)
	id, has := sealed.KeyID()
	if v, given := fields.Get("keyId"); given && r.OK() && !has {
		return format.Expect(false, "keyId", "no such member, since storedValue names no key", v)
	}
	if !has {
		return nil
	}
	return format.Follows(fields, "keyId", id, "member storedValue")
}
