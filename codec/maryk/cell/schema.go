package cell

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/sorting"
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/value"
)

// Model is one model of a database, with the number that its tables' names contain.
type Model struct {
	Number  uint32
	Name    string
	KeySize int          // length of its keys, -1 if unknown
	Def     *maryk.Model // nil if only the key size is known
	Version []byte       // as stored; nil if not given
}

// Schema is what types the rows of one database. Once parsed it is immutable and safe for
// concurrent use.
type Schema struct {
	Models      []*Model // in ascending order of number
	IndexFormat int      // 1 or 2: whether index keys begin with a length
	Stated      bool     // MARYK_META.yml or the user gives IndexFormat; otherwise a row's own bytes come first
	Old         bool     // column families are numbered as in release 0.5.0 and older

	// Opener decrypts values; if it is nil, they are shown as stored.
	Opener format.Opener

	byNumber map[uint32]*Model
}

// Index key formats of RocksDB.
const (
	IndexFormat1 = 1 // releases up to 0.10
	IndexFormat2 = 2 // 0.11 and later
)

// WithOpener returns a copy of a schema that decrypts values. It implements
// format.Format.
func WithOpener(sc format.Schema, o format.Opener) format.Schema {
	s, ok := sc.(*Schema)
	if !ok || s == nil {
		return sc
	}
	opened := *s
	opened.Opener = o
	return &opened
}

// Model returns the model with the number, or nil.
func (s *Schema) Model(number uint32) *Model {
	if s == nil {
		return nil
	}
	return s.byNumber[number]
}

// Only returns the model of a schema that has exactly one, else nil.
func (s *Schema) Only() *Model {
	if s == nil || len(s.Models) != 1 {
		return nil
	}
	return s.Models[0]
}

// Named returns the model with the name, or nil.
func (s *Schema) Named(name string) *Model {
	if s == nil {
		return nil
	}
	for _, m := range s.Models {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// SchemaMembers are the members of a schema other than the models under their numbers.
var SchemaMembers = []string{"models", "meta", "indexKeyFormatVersion", "familyNumbering"}

// ParseSchema reads the models of a database:
//
//	{"models": {"1": {"name", "keySize", "version", "model", "dependents"}}, "indexKeyFormatVersion": 2, "familyNumbering": "old"}
//	{"1": {…}, …}             the models alone
//	{"meta": "version: 1…"}   the text of MARYK_META.yml, alone or with the others
//	{"familyNumbering": "old"} alone, when nothing else is known
//
// Definitions are hex, as stored in the database. Everything except a name or key size may be
// absent.
func ParseSchema(v value.Value) (format.Schema, error) {
	if v.Kind != value.Object {
		return nil, format.Refuse("", "expected models by their number")
	}
	s := &Schema{IndexFormat: IndexFormat2, byNumber: map[uint32]*Model{}}
	models, wrapped := v.Get("models")
	if !wrapped {
		models = v
		_, hasMeta := v.Get("meta")
		if _, numbered := v.Get("familyNumbering"); hasMeta || numbered {
			models = value.OfMembers()
		}
	}
	if text, ok := v.Member("meta").Text(); ok {
		if err := s.addMeta(text); err != nil {
			return nil, err
		}
	}
	var stored []*maryk.Stored
	var defined []*Model
	for i := range models.Len() {
		if models.Kind != value.Object {
			return nil, format.Refuse("models", "expected an object by model number")
		}
		m, d, err := s.parseModel(models.Name(i), models.At(i))
		if err != nil {
			return nil, err
		}
		if d != nil {
			stored, defined = append(stored, d), append(defined, m)
		}
	}
	if _, numbered := v.Get("familyNumbering"); len(s.byNumber) == 0 && !numbered {
		return nil, format.Refuse("models", "expected at least one model")
	}
	sorting.Func(s.Models, func(a, b *Model) int { return cmp.Compare(a.Number, b.Number) })
	if err := s.options(v); err != nil {
		return nil, err
	}
	return s, s.link(stored, defined)
}

// options reads the members that describe how older databases differ.
func (s *Schema) options(v value.Value) error {
	if n, given := v.Get("indexKeyFormatVersion"); given {
		f, ok := n.Int()
		if !ok || f < IndexFormat1 || f > IndexFormat2 {
			return format.Refuse("indexKeyFormatVersion", "expected 1 or 2")
		}
		s.IndexFormat, s.Stated = int(f), true
	}
	if n, given := v.Get("familyNumbering"); given {
		name, _ := n.Text()
		if name != "old" && name != "new" {
			return format.Refuse("familyNumbering", "expected old (0.5.0 and older) or new")
		}
		s.Old = name == "old"
	}
	if s.Old {
		s.IndexFormat, s.Stated = IndexFormat1, true
	}
	return nil
}

// keySizeMax limits a key size. A value in a key has at most 128 bytes or the size that its
// definition fixes, and upstream keeps keys short.
const keySizeMax = 1 << 16

func (s *Schema) parseModel(name string, j value.Value) (*Model, *maryk.Stored, error) {
	number, err := strconv.ParseUint(name, 10, 32)
	if err != nil || j.Kind != value.Object {
		return nil, nil, format.Refuse("models."+name, "expected a model number with its model")
	}
	if err := format.Known(j, "name", "keySize", "version", "model", "dependents", "definition", "dependentDefinitions"); err != nil {
		return nil, nil, format.Within("models."+name, err)
	}
	m := s.add(uint32(number))
	if text, ok := j.Member("name").Text(); ok {
		m.Name = text
	}
	if size, given := j.Get("keySize"); given {
		n, ok := size.Int()
		if !ok || n < 0 || n > keySizeMax {
			return nil, nil, format.Refuse("models."+name+".keySize", "expected a number of bytes up to "+strconv.Itoa(keySizeMax))
		}
		m.KeySize = int(n)
	}
	m.Version, _ = j.Member("version").Hex()
	model, given := j.Get("model")
	if !given {
		return m, nil, nil
	}
	b, ok := model.Hex()
	if !ok {
		return nil, nil, format.Refuse("models."+name+".model", "expected hex digits")
	}
	deps, given := j.Get("dependents")
	d, ok := deps.Hex()
	if given && !ok {
		return nil, nil, format.Refuse("models."+name+".dependents", "expected hex digits")
	}
	stored, err := maryk.ReadStored(b, d)
	return m, stored, err
}

func (s *Schema) add(number uint32) *Model {
	m := s.byNumber[number]
	if m == nil {
		m = &Model{Number: number, KeySize: -1}
		s.byNumber[number] = m
		s.Models = append(s.Models, m)
	}
	return m
}

// link resolves references between the definitions and takes key sizes from them.
func (s *Schema) link(stored []*maryk.Stored, models []*Model) error {
	if len(stored) == 0 {
		return nil
	}
	if _, err := maryk.NewSchema(stored...); err != nil {
		return err
	}
	for i, d := range stored {
		m := models[i]
		m.Def = d.Model
		if m.Name == "" {
			m.Name = d.Model.Name
		}
		size := d.Model.KeySize
		if m.KeySize < 0 {
			m.KeySize = size
		}
		if size >= 0 && size != m.KeySize {
			return format.Refuse("models."+strconv.FormatUint(uint64(m.Number), 10)+".keySize",
				"expected "+strconv.Itoa(size)+", as the key's definition says, found "+strconv.Itoa(m.KeySize))
		}
	}
	return nil
}

// IndexOf returns the index of the model with the reference bytes, or nil if there is none or the
// model is unknown.
func (m *Model) IndexOf(reference []byte) *maryk.Index {
	if m == nil || m.Def == nil {
		return nil
	}
	return m.Def.IndexByReference(reference)
}

// IndexPrefix returns the index with the longest reference that b begins with, and
// that reference: index keys of format 1 do not store its length.
func (m *Model) IndexPrefix(b []byte) (x *maryk.Index) {
	if m == nil || m.Def == nil {
		return nil
	}
	for _, i := range m.Def.Indexes {
		if i.Reference != nil && strings.HasPrefix(string(b), string(i.Reference)) && (x == nil || len(i.Reference) > len(x.Reference)) {
			x = i
		}
	}
	return x
}

// IndexFormatOf returns the format in which the key of an index row begins with an index of the model, or 0 if it does in
// neither, or if the model is not known. No model is known to have an index row whose key does so in both.
func (m *Model) IndexFormatOf(key []byte) int {
	if m == nil || m.Def == nil {
		return 0
	}
	size, n := binary.Uvarint(key)
	for _, x := range m.Def.Indexes {
		if n > 0 && len(x.Reference) > 0 && size == uint64(len(x.Reference)) && bytes.HasPrefix(key[n:], x.Reference) {
			return IndexFormat2
		}
	}
	if m.IndexPrefix(key) != nil {
		return IndexFormat1
	}
	return 0
}

// ParseNumber reads the number of a model.
func ParseNumber(j value.Value, field string) (uint32, error) {
	n, ok := j.Uint()
	if !ok || n > math.MaxUint32 {
		return 0, format.ExpectNumber(false, field, "the number of a model", j)
	}
	return uint32(n), nil
}

// ModelField is the member of a scan that ModelIn reads.
var ModelField = format.ScanField{Name: "model", Doc: "number or name of the model, which types the fields; not a part of the key"}

// ModelIn returns the model whose number, or name, is the member "model" of fields. It returns nil if there
// is no such member, or if s is nil because no models are known. It refuses a model that the
// schema does not have.
func ModelIn(fields value.Value, s *Schema) (*Model, error) {
	g, given := fields.Get("model")
	if !given {
		return nil, nil
	}
	if s == nil {
		_, err := ParseNumber(g, "model")
		return nil, err
	}
	name, _ := g.Text()
	if m := s.Named(name); m != nil {
		return m, nil
	}
	if n, ok := g.Uint(); ok && n <= math.MaxUint32 {
		if m := s.Model(uint32(n)); m != nil {
			return m, nil
		}
	}
	return nil, format.RefuseUnknown("model", "model", g.Raw(), s.list())
}

// RefuseName refuses a member given by a name that only a model has when no model is known: either none was given, or one
// of several has to be chosen.
func RefuseName(member string, s *Schema) error {
	if s == nil || len(s.Models) == 0 {
		return format.Refuse(member, "expected the models, which have its name, or the reference as hex digits")
	}
	return format.Refuse(member, "expected model, the number of the model that has its name ("+strings.Join(s.list(), ", ")+"), or the reference as hex digits")
}

// list returns the numbers and names of the models, for messages.
func (s *Schema) list() (list []string) {
	for _, m := range s.Models {
		list = append(list, strings.TrimSuffix(strconv.FormatUint(uint64(m.Number), 10)+" "+m.Name, " "))
	}
	return list
}

// SchemaOf returns the models that a user supplied. They must be for the rows of a store, which of
// describes.
func SchemaOf(sc format.Schema, of string) (*Schema, error) {
	s, ok := sc.(*Schema)
	if !ok {
		return nil, format.Refuse("", "expected the models of the "+of)
	}
	return s, nil
}

// SchemaIn returns the models in the input of a decoder, or nil.
func SchemaIn(in *format.Input) *Schema {
	s, _ := in.Schema.(*Schema)
	return s
}

// Missing returns the names of the models that the model contains but that are not known, separated by
// commas.
func (m *Model) Missing() string {
	if m.Def == nil {
		return ""
	}
	return strings.Join(m.Def.Missing(), ", ")
}

// Defined refuses a model without a definition, known at most by name and key size.
func (m *Model) Defined() error {
	if m == nil || m.Def == nil {
		return format.Refuse("model", "expected a model that was defined")
	}
	return nil
}

// ItemDiffers reports whether the cell of a set item holds something other than the
// item in its reference.
func (m *Model) ItemDiffers(reference, data []byte) bool {
	var p maryk.Path
	if maryk.DecodePath(reference, m.Def, maryk.PathOptions{}, &p) != nil || p.Last() == nil || p.Last().Kind != maryk.StepSetItem ||
		len(data) == 0 || data[0] != indValue {
		return false
	}
	item := append(maryk.AppendVarint(nil, uint64(len(data)-1)), data[1:]...)
	return !bytes.HasSuffix(reference, item)
}
