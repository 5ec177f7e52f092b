package accumulograph

// Kind is the type of a typed value, which its tag byte determines.
type Kind uint8

// The types, in the order of their tags.
const (
	String Kind = iota
	Byte
	Character
	Double
	Enum
	Float
	Integer
	Long
	Null
	Boolean
	QName
	Short
	Date
	Serializable
	kinds
)

var kindNames = [kinds]string{
	"string", "byte", "character", "double", "enum", "float", "integer", "long", "null", "boolean", "qname", "short", "date", "serializable",
}

// tags are the tag bytes, in the order of the kinds, which is alphabetical.
const tags = "abcdefilnoqstx"

// String returns the type's name as fields show it.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "unknown"
}

// Tag returns the tag byte.
func (k Kind) Tag() byte {
	if k < kinds {
		return tags[k]
	}
	return 0
}

// kindOf returns the type with a tag byte.
func kindOf(tag byte) (k Kind, ok bool) {
	for i := range len(tags) {
		if tags[i] == tag {
			return Kind(i), true
		}
	}
	return 0, false
}

// kindNamed returns the type of that name.
func kindNamed(name string) (k Kind, ok bool) {
	for i, n := range kindNames {
		if n == name {
			return Kind(i), true
		}
	}
	return 0, false
}

// limits returns the smallest and the largest number of an integer type.
func (k Kind) limits() (least, most int64) {
	switch k {
	case Byte:
		return -1 << 7, 1<<7 - 1
	case Short:
		return -1 << 15, 1<<15 - 1
	case Integer:
		return -1 << 31, 1<<31 - 1
	}
	return -1 << 63, 1<<63 - 1
}

// width returns the number of bits of an integer type.
func (k Kind) width() uint8 {
	switch k {
	case Byte:
		return 8
	case Short:
		return 16
	case Integer:
		return 32
	}
	return 64
}
