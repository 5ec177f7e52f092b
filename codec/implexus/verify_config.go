package implexus

// knownConfigs are the configurations of a database, kept in memory.
type knownConfigs struct {
	at         map[string]*knownConfig // categories and indexes, by path
	catalogues map[string]*knownConfig // by path
	covering   map[string][]*knownConfig
	labels     []string // of covering, in the order in which they came
}

// knownConfig is what a configuration says.
type knownConfig struct {
	kind       Kind // what it configures: CategoryMembers, CatalogueGroup or ContentKey
	path       string
	label      string
	role       role
	bad        bool        // the row does not decode
	expression *Expression // nil if it is outside the subset
	names      []string    // the property, if the expression is only a property path
	isPath     bool
}

func newKnownConfigs() knownConfigs {
	return knownConfigs{map[string]*knownConfig{}, map[string]*knownConfig{}, map[string][]*knownConfig{}, nil}
}

// role is the role of a configured path.
type role uint8

const (
	categoryRole role = iota
	indexRole
	unknownRole // its entity row cannot be decoded
)

func roleOf(entity *row) role {
	switch {
	case entity == nil:
		return categoryRole
	case entity.failure != "":
		return unknownRole
	case entity.value.entity.TypeCode == EntityIndex:
		return indexRole
	}
	return categoryRole
}

// configure notes a configuration, and reports one with nothing that can be evaluated here.
func (c *check) configure(r, entity *row) {
	x := &knownConfig{path: string(r.key.Path), role: roleOf(entity), bad: r.failure != ""}
	if !x.bad {
		config := &r.value.config
		x.label = string(config.Label.Bytes)
		if e, ok := ParseExpression(string(config.Expression.Bytes)); ok {
			x.expression = e
			x.names, x.isPath = e.Path()
		}
	}
	k, evaluated := &c.known, x.isPath
	if r.key.Kind == CatalogueConfig {
		x.kind = CatalogueGroup
		k.catalogues[x.path] = x
	} else {
		k.at[x.path] = x
		if x.kind = ContentKey; x.role == categoryRole {
			x.kind, evaluated = CategoryMembers, x.expression != nil
		}
	}
	if x.bad || x.kind != CatalogueGroup && x.role == unknownRole {
		return
	}
	if !evaluated {
		c.report(ExpressionNotEvaluated, *r.key, r.stored, "")
	}
	if evaluated || x.kind == CategoryMembers {
		if k.covering[x.label] == nil {
			k.labels = append(k.labels, x.label)
		}
		k.covering[x.label] = append(k.covering[x.label], x)
	}
}

// index returns the configuration of an index whose texts come from documents, or nil.
func (k *knownConfigs) index(path []byte) *knownConfig {
	if x := k.at[string(path)]; x != nil && !x.bad && x.role == indexRole && x.isPath {
		return x
	}
	return nil
}

// lacksIndex reports whether nothing says that the path is an index.
func (k *knownConfigs) lacksIndex(path []byte) bool {
	x := k.at[string(path)]
	return x == nil || x.role == categoryRole
}
