package implexus

import "strconv"

// configs returns the decoded rows of a kind of configuration.
func (c *check) configs(kind Kind) []*row {
	var list []*row
	for _, r := range c.rows {
		if r.key.Kind == kind && r.failure == "" {
			list = append(list, r)
		}
	}
	return list
}

// role is the role of a configured path.
type role uint8

const (
	categoryRole role = iota
	indexRole
	unknownRole // its entity row cannot be decoded
)

func (c *check) roleOf(path string) role {
	switch e := c.at(keyOf(EntityKey, path, "")); {
	case e == nil:
		return categoryRole
	case e.failure != "":
		return unknownRole
	case e.value.entity.TypeCode == EntityIndex:
		return indexRole
	}
	return categoryRole
}

// categories compares the members of categories, and finds rows of paths without a configuration.
func (c *check) categories() {
	for _, r := range c.configs(ConfigKey) {
		path := string(r.key.Path)
		switch c.roleOf(path) {
		case categoryRole:
			c.category(r, path)
		case indexRole:
			for _, m := range c.byPath[CategoryMembers][path] {
				c.compare(*m.key, nil, nil)
			}
		}
	}
	for _, r := range c.rows {
		if r.key.Kind == CategoryMembers && c.at(keyOf(ConfigKey, string(r.key.Path), "")) == nil {
			c.report(OrphanIndexRow, r.stored, "")
		}
	}
}

func (c *check) category(config *row, path string) {
	docs, unknown := c.labelled(config.value.config.Label)
	key := keyOf(CategoryMembers, path, "")
	e, ok := ParseExpression(string(config.value.config.Expression.Bytes))
	if !ok {
		c.report(ExpressionNotEvaluated, config.stored, "")
		c.onlyLabels(key, docs, unknown)
		return
	}
	unjudged := setOfPaths(unknown)
	var members []string
	for _, d := range docs {
		if d.props == nil {
			unjudged[d.path] = true
			continue
		}
		switch e.Evaluate(d.props) {
		case True:
			members = append(members, d.path)
		case NotEvaluated:
			unjudged[d.path] = true
			c.report(DocumentNotEvaluated, AppendKey(nil, &key), d.path)
		}
	}
	c.compare(key, members, func(m string) bool { return unjudged[m] })
}

// onlyLabels checks, for a category whose expression is not evaluated, that its members are
// documents with the right label.
func (c *check) onlyLabels(key Key, docs, unknown []*document) {
	r := c.at(key)
	if r == nil || r.failure != "" || len(r.value.set.Items) == 0 {
		return
	}
	fit := setOfPaths(docs)
	for _, d := range unknown {
		fit[d.path] = true
	}
	var keep []string
	has := map[string]bool{}
	for _, it := range r.value.set.Items {
		m := string(it)
		if !has[m] && fit[m] {
			keep = append(keep, m)
		} else if !has[m] {
			c.report(StaleMember, r.stored, m)
		}
		has[m] = true
	}
	if len(keep) != len(r.value.set.Items) {
		c.changes = append(c.changes, Change{Row: Row{r.stored, setOf(keep)}})
	}
}

func setOfPaths(docs []*document) map[string]bool {
	set := map[string]bool{}
	for _, d := range docs {
		set[d.path] = true
	}
	return set
}

// catalogues compares the groups and keys of catalogues.
func (c *check) catalogues() {
	for _, r := range c.configs(CatalogueConfig) {
		path := string(r.key.Path)
		e, ok := ParseExpression(string(r.value.config.Expression.Bytes))
		names, isPath := []string(nil), false
		if ok {
			names, isPath = e.Path()
		}
		if !isPath {
			c.report(ExpressionNotEvaluated, r.stored, "")
			continue
		}
		c.catalogue(path, r.value.config.Label, names)
	}
	for _, r := range c.rows {
		if (r.key.Kind == CatalogueGroup || r.key.Kind == CatalogueKeys) && c.at(keyOf(CatalogueConfig, string(r.key.Path), "")) == nil {
			c.report(OrphanIndexRow, r.stored, "")
		}
	}
}

func (c *check) catalogue(path string, label Text, names []string) {
	docs, unknown := c.labelled(label)
	keys := keyOf(CatalogueKeys, path, "")
	unjudged := setOfPaths(unknown)
	groups := map[string][]string{}
	for _, d := range docs {
		if d.props == nil {
			unjudged[d.path] = true
			continue
		}
		switch text, state := d.props.groupText(d.props.lookUp(names)); state {
		case True:
			groups[text] = append(groups[text], d.path)
		case NotEvaluated:
			unjudged[d.path] = true
			c.report(DocumentNotEvaluated, AppendKey(nil, &keys), d.path)
		}
	}
	isUnjudged := func(m string) bool { return unjudged[m] }
	for _, text := range sortedKeys(groups) {
		c.compare(keyOf(CatalogueGroup, path, text), groups[text], isUnjudged)
	}
	for _, r := range c.byPath[CatalogueGroup][path] {
		if groups[string(r.key.Rest)] == nil {
			c.compare(*r.key, nil, isUnjudged)
		}
	}
	var sparesKeys func(string) bool
	if len(unjudged) > 0 {
		sparesKeys = func(string) bool { return true }
	}
	if len(groups) > 0 || c.at(keys) != nil {
		c.compare(keys, sortedKeys(groups), sparesKeys)
	}
}

// groupText is the text by which a catalogue groups element i: True with a text,
// False for none, NotEvaluated for types without a text form.
func (v *Value) groupText(i int) (string, Outcome) {
	if i < 0 {
		return "", False
	}
	switch e := &v.Elements[i]; e.Type {
	case Null:
		return "", False
	case Bool:
		return strconv.FormatBool(e.Num == 1), True
	case Int64:
		return strconv.FormatInt(int64(e.Num), 10), True
	case Uint64:
		return strconv.FormatUint(e.Num, 10), True
	case String:
		return string(e.Bytes), True
	}
	return "", NotEvaluated
}
