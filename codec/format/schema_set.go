package format

// SchemaSet is what a user knows, as each format that understands it reads it. The
// nil SchemaSet is that nothing is known.
type SchemaSet map[*Format]Schema

// For returns the schema of a format, nil when there is none.
func (s SchemaSet) For(f *Format) Schema { return s[f] }
