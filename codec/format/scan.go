package format

import (
	"bytes"
	"slices"

	"github.com/rowlens/rowlens/codec/order"
	"github.com/rowlens/rowlens/codec/value"
)

// Scan says how scans find the rows of a record kind.
type Scan struct {
	// Fields are the members that a Query takes, in the order in which they stand in the key.
	Fields []ScanField

	// Names are further members that a Query may have by what it and the model say, such as the
	// fields of an index by their names. Nil if there are none.
	Names func(in *Input, q *Query) []string

	// Plan says where the rows are. A member after a gap, one that contradicts the model, and
	// bounds that no value meets are a *Refusal.
	Plan func(in *Input, q *Query) (Plan, error)
}

// ScanField is a field that bounds a scan.
type ScanField struct {
	Name string // the member
	Or   string // another member that may replace it, such as the code of a name
	Doc  string // one sentence

	// Types are the types of a typed value, {"type","value"}; Orders those of an ordered
	// one, {"order","value"}; List means that the member is a list of them.
	Types, Orders []string
	List          bool

	Choices []string // all possible values; nil for any
	Need    bool     // without it there is no prefix
	Bounds  bool     // it may be bounded instead of given
}

// Query is what the rows that a scan is to find have in common.
type Query struct {
	Fields value.Value // members that have one value
	Bounds []Bound     // of the member that follows those in the key

	// At and Since are versions as the format spells them, empty for none: rows as they were at
	// the one, and rows written at the other or later. A format without versions refuses them.
	At, Since string

	Offset string // cursor, as upstream's own scans hand it out: rows after it; empty for none
	Limit  int    // how many rows are wanted at most; 0 for all
}

// Op is how a bound compares.
type Op uint8

// The comparisons: of the order of values, never of that of their bytes, which may be descending.
const (
	Above  Op = iota // >
	From             // >=
	Below            // <
	To               // <=
	Begins           // ^=: the value is a text, or bytes, and begins so
)

// Ops are the comparisons as they are written, in the order of their constants.
var Ops = [...]string{">", ">=", "<", "<=", "^="}

// String returns ">", ">=", "<", "<=" or "^=".
func (o Op) String() string { return Ops[o] }

// ParseOp returns the comparison that is written so.
func ParseOp(text string) (o Op, ok bool) {
	i := slices.Index(Ops[:], text)
	return Op(max(i, 0)), i >= 0
}

// Bound is what a member is compared with.
type Bound struct {
	Name  string
	Op    Op
	Value value.Value
}

// Plan is where the rows of a query are, and what else is there.
type Plan struct {
	Part   string // what the keys are: store.Row or store.Key
	Prefix []byte // what all of them begin with

	// Start and Stop are seek keys by the comparator of the store: Start is the first possible key,
	// Stop the first impossible one after it, nil if no key comes after the rows.
	Start, Stop []byte

	Place
	Columns *Columns // qualifiers in the family; nil for all
	Times   Times

	Notes []string // what a scan needs to know, sentences
	Meets []string // which rows are in the range and not meant, sentences; none if it is exact
	Where string   // expression of filter that takes the meant rows of those in the range
}

// Place is where the rows of a scan are stored.
type Place struct {
	Table  string // empty when the format does not know it
	Family []byte // column family; nil when it is not known
	Lacks  string // what has to be given to know it, a sentence; empty when it is known
}

// InFamily is the Place of records that are always in one column family.
func InFamily(name string) func(*Input, value.Value) (Place, error) {
	return func(*Input, value.Value) (Place, error) { return Place{Family: []byte(name)}, nil }
}

// Columns are qualifiers of a wide row: from Start on and before Stop, which is nil if none
// comes after them.
type Columns struct{ Start, Stop []byte }

// Times are the timestamps that a store gives its cells: from From on and before To, which is 0
// for no end; and how many versions of a cell are wanted, 0 for the newest.
type Times struct{ From, To, Versions int64 }

// Seek sets Start and Stop to the keys that begin with the prefix.
func (p *Plan) Seek(prefix []byte) {
	p.Prefix, p.Start, p.Stop = prefix, prefix, order.After(prefix)
}

// Keys are the seek keys of one value of a bounded member: the keys that have exactly this value
// are those from First on and before Next, which is nil if none comes after them.
type Keys struct{ First, Next []byte }

// Bound narrows the plan to keys beside those of one value, in the order in which the member is
// stored. No key may be left out, and none may be in the range that has a value on the wrong side: the
// member's encoding is ordered and no value of it is the beginning of another.
func (p *Plan) Bound(op Op, k Keys, way order.Order) {
	if way == order.Desc {
		op = [...]Op{Above: Below, From: To, Below: Above, To: From, Begins: Begins}[op]
	}
	switch op {
	case Above:
		p.from(k.Next)
	case From:
		p.from(k.First)
	case Below:
		p.before(k.First)
	case To:
		p.before(k.Next)
	case Begins:
		p.from(k.First)
		p.before(k.Next)
	}
}

// from moves Start up; a nil key is behind all keys.
func (p *Plan) from(key []byte) {
	if key == nil {
		key = p.Stop
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
