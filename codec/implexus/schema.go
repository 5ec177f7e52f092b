package implexus

import (
	"unicode/utf8"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Schema is what a user knows about a database besides its rows: options for reading it, and the
// configurations of its categories, catalogues and indexes, which are also in rows of the database.
type Schema struct {
	VerifyOptions
	Configs    map[string]Configuration // of categories and indexes, by path; nil if none were given
	Catalogues map[string]Configuration // of catalogues, by path
}

// Configuration is what a config or catcfg row says and, for a config row, what it configures.
type Configuration struct {
	Label, Expression Text
	Index             bool
}

var schemaMembers = []string{"names", "name", "format", "ngrams", "double_order", "key_encoding", "depth_max", "config", "catcfg"}

// parseSchema reads {"config":{PATH:{"type_label","expression","index"}},"catcfg":{PATH:{"type_label","expression"}}} and
// the options for reading and verifying: {"ngrams":{"fold","split","bigram_rows"},"double_order","key_encoding",
// "depth_max"}. The bytes contain all names, so a list of names is accepted but not needed.
func parseSchema(v value.Value) (format.Schema, error) {
	err := format.Known(v, schemaMembers...)
	if err != nil {
		return nil, err
	}
	s := new(Schema)
	if s.Values, err = optionsOf(&format.Input{Given: v}); err != nil {
		return nil, err
	}
	if s.Grams, err = parseGramOptions(v.Member("ngrams")); err != nil {
		return nil, err
	}
	if s.Configs, err = parseConfigurations(v, "config", "index"); err != nil {
		return nil, err
	}
	if s.Catalogues, err = parseConfigurations(v, "catcfg"); err != nil {
		return nil, err
	}
	return s, nil
}

// parseConfigurations reads a member with configurations by path.
func parseConfigurations(v value.Value, name string, more ...string) (map[string]Configuration, error) {
	in, given := v.Get(name)
	if !given {
		return nil, nil
	}
	if in.Kind != value.Object {
		return nil, format.Refuse(name, "expected an object of configurations by path, found "+in.Kind.String())
	}
	list := map[string]Configuration{}
	for i := range in.Len() {
		path, c := in.Name(i), in.At(i)
		var x Configuration
		err := format.Known(c, append(more, "type_label", "expression")...)
		if err == nil {
			x.Label, err = plainText(c, "type_label")
		}
		if err == nil {
			x.Expression, err = plainText(c, "expression")
		}
		if m := c.Member("index"); err == nil && !m.IsNull() {
			var ok bool
			x.Index, ok = m.Bool()
			err = format.Expect(ok, "index", "true or false", m)
		}
		if err != nil {
			return nil, format.Within(name, format.Within(path, err))
		}
		list[path] = x
	}
	return list, nil
}

// plainText reads a text or null.
func plainText(v value.Value, name string) (Text, error) {
	m := v.Member(name)
	if m.IsNull() {
		return Text{Null: true}, nil
	}
	s, ok := m.Text()
	return Text{Bytes: []byte(s)}, format.Expect(ok && utf8.ValidString(s), name, "a text or null", m)
}

// schemaOf returns the schema of an input, never nil.
func schemaOf(s format.Schema) *Schema {
	if known, ok := s.(*Schema); ok && known != nil {
		return known
	}
	return new(Schema)
}
