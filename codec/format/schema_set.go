package format

// SchemaSet is what a user knows, as read by each format that accepts it. The nil SchemaSet knows nothing.
type SchemaSet map[*Format]Schema

// For returns the schema of a format, or nil.
func (s SchemaSet) For(f *Format) Schema { return s[f] }
