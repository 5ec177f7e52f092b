package exports

// Struct is a struct of the C header. Its members are laid out as by a C compiler for a 64-bit machine.
type Struct struct {
	Name    string
	Doc     string
	Members []Member
}

// Member is one member of a Struct.
type Member struct {
	Type  string // "int64_t", "char", "const uint8_t *"
	Name  string
	Count int // items of an array; 0 if it is not an array
	Doc   string
}

// Size returns the size of the member in bytes.
func (m Member) Size() int { return m.Align() * max(m.Count, 1) }

// Align returns the alignment of the member in bytes, which is also the size of one item.
func (m Member) Align() int {
	switch m.Type {
	case "char", "uint8_t":
		return 1
	case "uint16_t":
		return 2
	case "int32_t", "uint32_t":
		return 4
	}
	return 8
}

// Offsets returns the offset of each member, and the size of the whole.
func (s Struct) Offsets() (offsets []int, size int) {
	most := 1
	for _, m := range s.Members {
		align := m.Align()
		size = (size + align - 1) / align * align
		offsets = append(offsets, size)
		size += m.Size()
		most = max(most, align)
	}
	return offsets, (size + most - 1) / most * most
}

// Structs lists all structs of the header.
var Structs = []Struct{
	{"rl_error", "What failed, and where.", []Member{
		{"int64_t", "code", 0, "one of RL_E_"},
		{"int64_t", "row", 0, "row of a batch, -1 when the failure concerns no single row"},
		{"int64_t", "offset", 0, "bytes from the start of the part or text, -1 when unknown"},
		{"char", "part", 32, "\"row\", \"value\", or empty"},
		{"char", "field", 96, "the field's name, or empty"},
		{"char", "message", 360, "one sentence"},
	}},
	{"rl_part", "One part of an entry.", []Member{
		{"const char *", "name", 0, "\"row\", \"value\""},
		{"const uint8_t *", "data", 0, "its bytes"},
		{"size_t", "len", 0, "how many"},
	}},
	{"rl_column", "One part of every row of a batch.", []Member{
		{"const char *", "name", 0, "as in rl_part"},
		{"const int32_t *", "offsets", 0, "rows + 1 numbers"},
		{"const uint8_t *", "data", 0, "the bytes of all rows"},
	}},
	{"rl_field", "One column for rl_decode_columns to make.", []Member{
		{"const char *", "path", 0, "path of a member of the fields: \"source.value\""},
		{"uint32_t", "type", 0, "RL_TYPE_"},
		{"uint32_t", "zero", 0, "0"},
	}},
	{"rl_values", "One member of each row's fields, for rl_encode_columns.", []Member{
		{"const char *", "path", 0, "as in rl_field"},
		{"uint32_t", "type", 0, "RL_TYPE_"},
		{"uint32_t", "zero", 0, "0"},
		{"const uint8_t *", "validity", 0, "bits, one per row: 1 has a value, 0 is null; NULL when no row is null"},
		{"const int32_t *", "offsets", 0, "the rows + 1 numbers that split data into rows; NULL for fixed widths"},
		{"const void *", "data", 0, "the values"},
	}},
	{"rl_file", "A file that the caller reads.", []Member{
		{"const char *", "name", 0, "its name, relative, with slashes between folders"},
		{"int64_t", "size", 0, "its bytes"},
	}},
	{"rl_reader", "How the library reads the caller's files.", []Member{
		{"void *", "context", 0, "the first argument of both functions"},
		{"rl_read", "read", 0, "reads bytes of a file"},
		{"rl_release", "release", 0, "called when nothing more will be read; may be NULL"},
	}},
	{"rl_array", "One column that rl_decode_columns made.", []Member{
		{"int64_t", "length", 0, "rows"},
		{"int64_t", "null_count", 0, "rows without a value"},
		{"int64_t", "validity", 0, "where the bits are, one per row: 1 has a value, 0 is null"},
		{"int64_t", "offsets", 0, "where the rows + 1 int32_t are that split data into rows; 0 for fixed widths"},
		{"int64_t", "data", 0, "where the values are"},
		{"int64_t", "data_size", 0, "bytes of data"},
	}},
	{"rl_spans", "The head of an answer in the form RL_SPANS.", []Member{
		{"uint32_t", "size", 0, "bytes of the whole answer, a multiple of 8"},
		{"uint32_t", "count", 0, "number of rl_span, which follow this head"},
		{"uint32_t", "sources", 0, "where the rl_source are"},
		{"uint32_t", "sources_count", 0, "how many"},
	}},
	{"rl_span", "One named range of bytes.", []Member{
		{"int32_t", "start", 0, "first byte, in its source"},
		{"int32_t", "end", 0, "one past the last byte"},
		{"int32_t", "parent", 0, "index of the span around it, -1 for a root"},
		{"uint16_t", "source", 0, "index of the rl_source"},
		{"uint16_t", "depth", 0, "0 for a root"},
		{"int64_t", "number", 0, "the value of kinds that are numbers"},
		{"uint32_t", "name", 0, "where the field's name is"},
		{"uint32_t", "name_len", 0, "its bytes"},
		{"uint32_t", "type", 0, "where its type in words is"},
		{"uint32_t", "type_len", 0, "its bytes"},
		{"uint32_t", "text", 0, "where the value in readable form is"},
		{"uint32_t", "text_len", 0, "its bytes"},
		{"uint32_t", "bytes", 0, "where the value of kinds that are bytes is"},
		{"uint32_t", "bytes_len", 0, "its bytes"},
		{"uint32_t", "note", 0, "where a note is"},
		{"uint32_t", "note_len", 0, "its bytes, 0 for none"},
		{"uint16_t", "flags", 0, "RL_SPAN_"},
		{"uint8_t", "role", 0, "RL_ROLE_"},
		{"uint8_t", "kind", 0, "RL_KIND_"},
		{"uint32_t", "zero", 0, "0"},
	}},
	{"rl_source", "One sequence of bytes that spans point into.", []Member{
		{"uint32_t", "name", 0, "where its name is"},
		{"uint32_t", "name_len", 0, "its bytes"},
		{"uint32_t", "data", 0, "where derived bytes are; 0 for a part"},
		{"uint32_t", "data_len", 0, "bytes of the part, or of what was derived"},
		{"int32_t", "node", 0, "the span from which it was derived, -1 for a part"},
		{"uint32_t", "zero", 0, "0"},
	}},
}
