package implexus

import (
	"bytes"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

// view is what lists one document, as a Verifier computes it if there are no other documents.
type view struct {
	path  string          // empty for no document
	label string          // of its entity
	texts []Row           // of indexes
	sets  []Key           // that list its path
	open  map[string]bool // categories that may or may not list it
}

// view computes what lists a document from its rows and the configurations.
func (w *changes) view(own []Row) (x view, err error) {
	x.open = map[string]bool{}
	if len(own) == 0 {
		return x, nil
	}
	v := NewVerifier(w.schema.VerifyOptions)
	add := func(key, val []byte) {
		v.Add(&store.Entry{Parts: []store.Part{{Name: store.Key, Bytes: key}, {Name: store.Value, Bytes: val}}})
	}
	configured := func(kind Kind, path string, c Configuration) {
		k := keyOf(kind, path, "")
		add(AppendKey(nil, &k), appendOptional(appendOptional(nil, c.Label), c.Expression))
	}
	for path, c := range w.schema.Configs {
		configured(ConfigKey, path, c)
		if c.Index {
			k := keyOf(EntityKey, path, "")
			add(AppendKey(nil, &k), append(appendInt([]byte{byte(Int64)}, EntityIndex), byte(Null)))
		}
	}
	for path, c := range w.schema.Catalogues {
		configured(CatalogueConfig, path, c)
	}
	for _, r := range own {
		add(r.Key, r.Value)
		if path, ok := bytes.CutPrefix(r.Key, []byte(shapes[PropertiesKey].prefix)); ok {
			x.path = string(path)
		}
		var e Entity
		if bytes.HasPrefix(r.Key, []byte(shapes[EntityKey].prefix)) && DecodeEntity(r.Value, &e) == nil {
			x.label = string(e.Label.Bytes)
		}
	}
	v.rebuild = func(k Key, r Row) {
		switch k.Kind {
		case ContentKey:
			x.texts = append(x.texts, r)
		case TypeIndex, CategoryMembers, CatalogueGroup, Trigram:
			x.sets = append(x.sets, k)
		}
	}
	for _, f := range v.Findings() {
		if err := w.doubt(&x, &f); err != nil {
			return x, err
		}
	}
	return x, nil
}

// doubt notes a category that cannot be evaluated. It refuses a catalogue or index that cannot be.
func (w *changes) doubt(x *view, f *Finding) error {
	if f.Code != ExpressionNotEvaluated && f.Code != DocumentNotEvaluated {
		return nil
	}
	key := string(f.Parts[0].Bytes)
	path, isConfig := strings.CutPrefix(key, shapes[ConfigKey].prefix)
	if members, ok := strings.CutPrefix(key, shapes[CategoryMembers].prefix); !isConfig && ok {
		path, isConfig = strings.TrimSuffix(members, shapes[CategoryMembers].marker), true
	}
	config := w.schema.Configs[path]
	if !isConfig || config.Index {
		return format.Refuse("model", f.Why+": what lists the document is not known")
	}
	if label := string(config.Label.Bytes); x.path != "" && (label == "" || label == x.label) {
		x.open[path] = true
	}
	return nil
}

// prepare changes the sets that list the document.
func (w *changes) prepare(before, after *view) error {
	if err := w.decide(before, after); err != nil {
		return err
	}
	for _, k := range before.sets {
		if before.path != after.path || !slices.ContainsFunc(after.sets, func(o Key) bool { return o.same(&k) }) {
			w.member(k, before.path, false)
		}
	}
	for _, k := range after.sets {
		w.member(k, after.path, true)
	}
	for _, x := range [...]*view{before, after} {
		if parent, name, ok := parentOf([]byte(x.path)); ok && before.path != after.path {
			w.member(keyOf(ChildrenKey, parent, ""), name, x == after)
		}
	}
	for i := 0; i < len(w.touched); i++ { // the list grows: what lists trigrams comes after all trigrams
		w.follow(w.touched[i])
	}
	if w.err == nil && len(w.lacking) > 0 {
		return format.Refuse("sets", "expected in given what these rows list now, by key, since rows are written as a whole: "+
			strings.Join(w.lacking, ", "))
	}
	return w.err
}

// decide looks in what is given for which of the open categories list the new document; which of them
// listed the old one is shown by their rows.
func (w *changes) decide(before, after *view) error {
	for _, path := range sortedKeys(before.open) {
		k := keyOf(CategoryMembers, path, "")
		if s := w.set(k); slices.Contains(s.items, before.path) {
			before.sets = append(before.sets, k)
		}
	}
	for _, path := range sortedKeys(after.open) {
		m := w.in.Given.Member("lists").Member(path)
		lists, ok := m.Bool()
		if !ok {
			return format.Refuse("lists", "the condition of "+path+" is not evaluated here: expected in given true or false by its path, "+
				"whether it lists the document")
		}
		if lists {
			after.sets = append(after.sets, keyOf(CategoryMembers, path, ""))
		}
	}
	return nil
}

// changedSet is a row with a list that changes from was to items.
type changedSet struct {
	key        Key
	was, items []string
}

// member adds a member to the set of a key, or removes it.
func (w *changes) member(k Key, member string, add bool) {
	s := w.set(k)
	has := slices.Contains(s.items, member)
	switch {
	case add && !has:
		s.items = append(s.items, member)
	case !add && has:
		s.items = slices.DeleteFunc(s.items, func(m string) bool { return m == member })
	}
}

// set returns the set of a key, at first as it was given.
func (w *changes) set(k Key) *changedSet {
	key := string(AppendKey(nil, &k))
	if s := w.sets[key]; s != nil {
		return s
	}
	s := &changedSet{key: k}
	w.sets[key], w.touched = s, append(w.touched, s)
	list, given := w.in.Given.Member("sets").Get(key)
	others, _ := w.in.Given.Member("others").Text()
	switch {
	case !given && others != "empty":
		w.lacking = append(w.lacking, key)
	case given && !list.IsNull():
		var set StringSet
		if err := set.parseItems(list); err != nil && w.err == nil {
			w.err = format.Within("sets", format.Within(key, err))
		}
		for _, it := range set.Items {
			s.was = append(s.was, string(it))
		}
		s.items = slices.Clone(s.was)
	}
	return s
}

// follow changes the set that lists a row which appears or disappears: the keys of a catalogue list its groups,
// bigrams list the trigrams, characters list the bigrams.
func (w *changes) follow(s *changedSet) {
	comes := len(s.items) > 0
	if comes == (len(s.was) > 0) {
		return
	}
	path, rest := string(s.key.Path), string(s.key.Rest)
	switch s.key.Kind {
	case CatalogueGroup:
		w.member(keyOf(CatalogueKeys, path, ""), rest, comes)
	case Trigram:
		first, second := Bigrams(rest, w.schema.Grams)
		w.member(keyOf(Bigram, path, first), rest, comes)
		if second != "" {
			w.member(keyOf(Bigram, path, second), rest, comes)
		}
	case Bigram:
		for _, c := range rest {
			w.member(keyOf(Unigram, path, string(c)), rest, comes)
			break
		}
	}
}

// writeOrder has the kinds of sets in the order in which they are written; texts of indexes come before their n-grams.
var writeOrder = [...]Kind{TypeIndex, CategoryMembers, CatalogueGroup, CatalogueKeys, ContentKey, Trigram, Bigram, Unigram, ChildrenKey}

// write yields the sets that changed, and the texts.
func (w *changes) write(was, is []Row) error {
	for _, kind := range writeOrder {
		if kind == ContentKey {
			if err := w.between(was, is); err != nil {
				return err
			}
			continue
		}
		for _, s := range w.touched {
			if s.key.Kind != kind || slices.Equal(s.was, s.items) {
				continue
			}
			val := setOf(s.items)
			if len(s.items) == 0 && kind != ChildrenKey {
				val = nil
			}
			if err := yieldRow(AppendKey(nil, &s.key), val, w.yield); err != nil {
				return err
			}
		}
	}
	return nil
}

// known refuses members of given that changes do not accept.
func (w *changes) known() error {
	if others := w.in.Given.Member("others"); !others.IsNull() {
		text, _ := others.Text()
		if err := format.Expect(text == "empty", "others", "empty", others); err != nil {
			return err
		}
	}
	for _, name := range [...]string{"sets", "lists"} {
		if m := w.in.Given.Member(name); !m.IsNull() && m.Kind != value.Object {
			return format.Expect(false, name, "an object by key or path", m)
		}
	}
	return nil
}
