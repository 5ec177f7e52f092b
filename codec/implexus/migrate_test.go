package implexus

import (
	"bytes"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
)

// migrated returns rows after a migration, and the keys that it wrote.
func migrated(t *testing.T, rows map[string][]byte) (after map[string][]byte, written []string) {
	t.Helper()
	m, err := Format.Migrations[0].New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for key, val := range rows {
		if taken, err := m.Add(entry([]byte(key), val)); err != nil || !taken {
			t.Fatalf("%q: %t, %v", key, taken, err)
		}
	}
	after = maps.Clone(rows)
	err = m.Rows(func(record string, e *store.Entry) error {
		key, _ := e.Part(store.Key)
		val, ok := e.Part(store.Value)
		if record != rowRecord || !ok || e.Deleted != "" || bytes.Equal(rows[string(key)], val) {
			t.Errorf("%s is written as %x, was %x", key, val, rows[string(key)])
		}
		after[string(key)], written = bytes.Clone(val), append(written, string(key))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return after, written
}

// relaid returns a database in which entities and configurations have other layouts, where they
// can.
func relaid(t *testing.T, r *rand.Rand, rows map[string][]byte) (out map[string][]byte, changed []string) {
	t.Helper()
	out = maps.Clone(rows)
	for key, val := range rows {
		var b []byte
		var err error
		if e := (Entity{}); strings.HasPrefix(key, "entity:") && DecodeEntity(val, &e) == nil {
			e.Layout = Layout(r.Intn(4))
			b, err = AppendEntity(nil, &e)
		} else if c := (Config{}); strings.HasPrefix(key, "config:") || strings.HasPrefix(key, "catcfg:") {
			if err := DecodeConfig(val, &c); err != nil {
				t.Fatal(err)
			}
			c.Layout = []Layout{Sequence, ArrayLayout, Raw}[r.Intn(3)]
			b, err = AppendConfig(nil, &c)
		}
		if b != nil && err == nil && !bytes.Equal(b, val) {
			out[key], changed = b, append(changed, key)
		}
	}
	slices.Sort(changed)
	return out, changed
}

// Every layout becomes the sequence. The result is the rows of the fixture again, byte for byte and sound, and nothing
// else is written.
func TestLayoutsAreMigrated(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	rows := database(t, "good")
	total := 0
	for range 50 {
		old, changed := relaid(t, r, rows)
		after, written := migrated(t, old)
		if !slices.Equal(written, changed) || !maps.EqualFunc(after, rows, bytes.Equal) {
			t.Fatalf("written %q, want %q", written, changed)
		}
		total += len(changed)
	}
	after, written := migrated(t, rows)
	if want := expectedLines(t, "good"); len(written) > 0 || total < 500 || !slices.Equal(linesOf(verifierOf(after).Findings()), want) {
		t.Errorf("%d rows of %d changes; of sequences %q", len(written), total, written)
	}
}

func TestAMigrationLeavesOthersRowsAlone(t *testing.T) {
	m, err := Format.Migrations[0].New(new(Schema))
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := AppendEntity(nil, &Entity{TypeCode: 1, Layout: Raw})
	for _, c := range []struct {
		e     *store.Entry
		taken bool
		err   string
	}{
		{entry([]byte("other:/a"), raw), false, ""}, {entry([]byte("entity:/a"), []byte{9}), false, "expected 00, 02 or 07"},
		{entry([]byte("entity:\xff"), raw), false, "UTF-8"}, {entry([]byte("entity:/a\x00"), raw), true, ""}, {entry([]byte("entity:/b"), raw), true, ""},
		{&store.Entry{Parts: keyPart([]byte("entity:/b")), Deleted: "delete"}, true, ""},
		{&store.Entry{Parts: entry([]byte("entity:/c"), raw).Parts, Source: store.Source{CF: "0101"}}, false, ""},
	} {
		if taken, err := m.Add(c.e); taken != c.taken || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%v: %t, %v", c.e.Parts, taken, err)
		}
	}
	var keys []string
	_ = m.Rows(func(_ string, e *store.Entry) error { keys = append(keys, string(e.Parts[0].Bytes)); return nil })
	if !slices.Equal(keys, []string{"entity:/a\x00"}) {
		t.Errorf("%q", keys)
	}
}

func TestConfigurationsAreCompared(t *testing.T) {
	const config = `"/c":{"type_label":"User","expression":"a == 1"},"/i":{"expression":"name","index":true},"/x":{"expression":"b"}`
	from := `{"config":{` + config + `},"catcfg":{"/g":{"type_label":null,"expression":"role"}}}`
	for _, c := range []struct{ from, to, want string }{
		{from, from, ""},
		{from, `{"config":{` + config + `},"catcfg":{"/g":{"type_label":"","expression":"role"}}}`, ""},
		{from, `{"config":{` + config + `}}`, `catcfg:/g migrate [catalogue of all documents by "role" -> ] catl-group,catl-keys`},
		{`{"catcfg":{}}`, `{"catcfg":{"/g":{"expression":"a+b"}}}`, `catcfg:/g migrate [ -> catalogue of all documents by "a+b"] catl-group,catl-keys not evaluated`},
		{from, strings.Replace(from, "a == 1", "a == 2", 1), `config:/c migrate [category of "User" by "a == 1" -> category of "User" by "a == 2"] cat-members`},
		{from, strings.Replace(from, `"name"`, `"title"`, 1), `config:/i migrate [index of all documents by "name" -> index of all documents by "title"] idx-doc,idx-tri,idx-bi,idx-uni`},
		{from, strings.Replace(from, `,"index":true`, ``, 1), `config:/i migrate [index of all documents by "name" -> category of all documents by "name"] idx-doc,idx-tri,idx-bi,idx-uni,cat-members`},
		{`{}`, `{"ngrams":{"fold":"none"}}`, `ngrams migrate [{"fold":"lower","split":"none","bigram_rows":"contain"} -> ` +
			`{"fold":"none","split":"none","bigram_rows":"contain"}] idx-tri,idx-bi,idx-uni`},
		{`{}`, `{"double_order":"little"}`, `double_order breaks [big -> little] `},
		{`{}`, `{"key_encoding":"tagged"}`, `key_encoding breaks [auto -> tagged] `},
		{`{"key_encoding":"raw"}`, `{}`, `key_encoding compatible [raw -> auto] `},
	} {
		a, err := parseSchema(parsed(t, c.from))
		b, bad := parseSchema(parsed(t, c.to))
		if err != nil || bad != nil {
			t.Fatal(err, bad)
		}
		list, err := Format.Compare(a, b)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range list {
			text := d.Path + " " + d.Effect.String() + " [" + d.From + " -> " + d.To + "] " + strings.Join(d.Rebuild, ",")
			if strings.Contains(d.Why, "not evaluated here") {
				text += " not evaluated"
			}
			if got = append(got, text); d.Why == "" || d.Effect == format.Migrate && len(d.Rebuild) == 0 {
				t.Errorf("%+v", d)
			}
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s\nto %s\ngot  %s\nwant %s", c.from, c.to, text, c.want)
		}
	}
	for _, bad := range []string{`{"config":[]}`, `{"config":{"/a":{"type_label":5}}}`, `{"catcfg":{"/a":{"index":true}}}`, `{"config":{"/a":{"index":1}}}`} {
		if _, err := parseSchema(parsed(t, bad)); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}
