package format

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// Scan says how scans find the rows of a record kind.
type Scan struct {
	// Fields are the members that a Query takes, in the order in which the key has them.
	Fields []ScanField

	// Names returns further members that a Query may have, depending on the query and the model,
	// such as the fields of an index by name, or the *Refusal of a member that would say which. Nil if there are none.
	Names func(in *Input, q *Query) ([]string, error)

	// Plan says where the rows are. It returns a *Refusal for a member after a gap, one that
	// contradicts the model, and bounds that no value meets.
	Plan func(in *Input, q *Query) (Plan, error)
}

// ScanField is a field that bounds a scan.
type ScanField struct {
	Name string // the member
	Or   string // another member that may be given instead, such as the code of a name
	Doc  string // one sentence

	// Types are the types of a typed value, {"type","value"}; Orders the orders of an ordered one,
	// {"order","value"}. List means that the member is a list of these.
	Types, Orders []string
	List          bool

	Choices []string // all possible values; nil for any
	Need    bool     // without it there is no prefix
	Bounds  bool     // it can have bounds instead of a value
}

// Query describes the rows that a scan should find.
type Query struct {
	Fields value.Value // members with one value each
	Bounds []Bound     // bounds of the next member in the key

	// At and Since are versions as the format writes them, or empty: rows as they were at At, and
	// rows written at Since or later. A format without versions refuses them.
	At, Since string

	Offset string // cursor of upstream's own scans, after which rows begin; empty for none
	Limit  int    // maximum number of rows; 0 for all
}

// Op is how a bound compares.
type Op uint8

// The comparisons. They compare values, not stored bytes, which may be in descending order.
const (
	Above  Op = iota // >
	From             // >=
	Below            // <
	To               // <=
	Begins           // ^=: the value is text or bytes and begins with the bound
)

// Ops are the comparisons as they are written, in the order of their constants.
var Ops = [...]string{">", ">=", "<", "<=", "^="}

// String returns ">", ">=", "<", "<=" or "^=".
func (o Op) String() string { return Ops[o] }

// ParseOp returns the comparison that is written as text.
func ParseOp(text string) (o Op, ok bool) {
	i := slices.Index(Ops[:], text)
	return Op(max(i, 0)), i >= 0
}

// Bound is a comparison that a member must meet.
type Bound struct {
	Name  string
	Op    Op
	Value value.Value
}

// Plan says where the rows of a query are, and what else is there.
type Plan struct {
	Part   string // what the keys are: store.Row or store.Key
	Prefix []byte // what all keys begin with

	// Start and Stop are seek keys in the order of the store's comparator: Start is the first
	// possible key, Stop the first key after the range, nil if no key comes after it.
	Start, Stop []byte

	Place
	Columns *Columns // qualifiers in the family; nil for all
	Times   Times

	Notes []string // what to know about the scan, in sentences
	Meets []string // unwanted rows that are also in the range, in sentences; empty if the range is exact
	Where string   // filter expression that selects the wanted rows in the range
}

// Place says where the rows of a scan are stored.
type Place struct {
	Table  string // empty if the format does not know it
	Family []byte // column family; nil if unknown
	Lacks  string // one sentence on what must be given to know the place; empty if it is known
}

// InFamily returns a function that always gives the Place of one column family.
func InFamily(name string) func(*Input, value.Value) (Place, error) {
	return func(*Input, value.Value) (Place, error) { return Place{Family: []byte(name)}, nil }
}

// Columns is a range of qualifiers of a wide row: from Start up to but excluding Stop, or to the
// end if Stop is nil.
type Columns struct{ Start, Stop []byte }

// Times is a range of the timestamps that a store gives its cells: from From up to but excluding
// To, or without end if To is 0. Versions is how many versions of a cell are wanted, 0 for the
// newest.
type Times struct{ From, To, Versions int64 }

// Seek sets Start and Stop to the keys that begin with the prefix.
func (p *Plan) Seek(prefix []byte) {
	p.Prefix, p.Start, p.Stop = prefix, prefix, order.After(prefix)
}

// Keys is the range of keys that have exactly one value of a bounded member: from First up to but
// excluding Next, or to the end if Next is nil.
type Keys struct{ First, Next []byte }

// Bound narrows the plan by comparing a bounded member with the value whose keys are k; way is the order in which the
// member is stored. The range stays exact because the member's encoding is ordered and no value of it is a prefix of
// another.
func (p *Plan) Bound(op Op, k Keys, way order.Order) {
	if way == order.Desc {
		op = [...]Op{Above: Below, From: To, Below: Above, To: From, Begins: Begins}[op]
	}
	first := append([]byte{}, k.First...) // an empty key is not nil
	switch op {
	case Above:
		p.from(k.Next)
	case From:
		p.from(first)
	case Below:
		p.before(first)
	case To:
		p.before(k.Next)
	case Begins:
		p.from(first)
		p.before(k.Next)
	}
}

// from raises Start to key; nil means a key past all others.
func (p *Plan) from(key []byte) {
	if key == nil {
		p.before(append([]byte{}, p.Start...)) // empty
	}
	if bytes.Compare(key, p.Start) > 0 {
		p.Start = key
	}
}

func (p *Plan) before(key []byte) {
	if key != nil && (p.Stop == nil || bytes.Compare(key, p.Stop) < 0) {
		p.Stop = key
	}
}

// Empty reports whether no key is in the range.
func (p *Plan) Empty() bool { return p.Stop != nil && bytes.Compare(p.Start, p.Stop) >= 0 }
