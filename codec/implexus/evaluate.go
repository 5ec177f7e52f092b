package implexus

import (
	"math"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// Outcome is the result of an expression for a document.
type Outcome uint8

// The outcomes.
const (
	False        Outcome = iota
	True                 //
	NotEvaluated         // the types do not allow it
)

var outcomeNames = [...]string{"false", "true", "not-evaluated-for-this-document"}

// String returns the outcome's name in JSON.
func (o Outcome) String() string { return outcomeNames[o] }

func outcome(b bool) Outcome {
	if b {
		return True
	}
	return False
}

type operandKind uint8

const (
	nullOperand operandKind = iota
	boolOperand
	numberOperand
	textOperand
	otherOperand  // a value that compares only with null
	failedOperand // a part that could not be evaluated
)

// operand is a value being compared.
type operand struct {
	kind   operandKind
	truth  bool
	number number
	text   string
}

// Evaluate evaluates the expression as a condition on the properties of a document. A bool is its
// own outcome, null is false, and any other type is not evaluated.
func (e *Expression) Evaluate(properties *Value) Outcome { return e.root.condition(properties) }

func (n *node) condition(v *Value) Outcome {
	switch n.op {
	case opNot:
		o := n.kids[0].condition(v)
		if o != NotEvaluated && n.negations%2 == 1 {
			return outcome(o == False)
		}
		return o
	case opAnd, opOr:
		for _, kid := range n.kids {
			// The first outcome other than the neutral one decides.
			if o := kid.condition(v); o != outcome(n.op == opAnd) {
				return o
			}
		}
		return outcome(n.op == opAnd)
	case opCompare:
		return compare(n.kids[0].operand(v), n.compare, n.kids[1].operand(v))
	}
	switch o := n.operand(v); o.kind {
	case nullOperand:
		return False
	case boolOperand:
		return outcome(o.truth)
	}
	return NotEvaluated
}

// operand returns the value of a node. A value that could not be evaluated compares with nothing,
// not even with null.
func (n *node) operand(v *Value) operand {
	switch n.op {
	case opProperty:
		return v.operandAt(v.lookUp(n.path))
	case opLiteral:
		return n.literal
	}
	o := n.condition(v)
	if o == NotEvaluated {
		return operand{kind: failedOperand}
	}
	return operand{kind: boolOperand, truth: o == True}
}

// lookUp returns the index of the element at a property path, or -1 if an entry is missing or
// something on the way is not a dictionary.
func (v *Value) lookUp(path []string) int {
	if len(v.Elements) == 0 {
		return -1
	}
	i := 0
	for _, name := range path {
		if i = v.Find(i, name); i < 0 {
			return -1
		}
	}
	return i
}

func (v *Value) operandAt(i int) operand {
	if i < 0 {
		return operand{}
	}
	e := &v.Elements[i]
	switch e.Type {
	case Null:
		return operand{}
	case Bool:
		return operand{kind: boolOperand, truth: e.Num == 1}
	case Int64:
		return operand{kind: numberOperand, number: parseNumber(strconv.FormatInt(int64(e.Num), 10))}
	case Uint64:
		return operand{kind: numberOperand, number: parseNumber(strconv.FormatUint(e.Num, 10))}
	case Double:
		f := math.Float64frombits(e.Num)
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return operand{kind: otherOperand}
		}
		return operand{kind: numberOperand, number: parseNumber(exactDouble(f))}
	case String:
		return operand{kind: textOperand, text: string(e.Bytes)}
	}
	return operand{kind: otherOperand}
}

// exactDouble returns all decimal digits of a double; the smallest has 1074 of them after the
// point.
func exactDouble(f float64) string {
	if whole := math.Trunc(f); whole == f && math.Abs(f) < 1<<53 {
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'f', 1074, 64)
}

// compare compares two values; types that do not compare are not evaluated.
func compare(a operand, op string, b operand) Outcome {
	if a.kind == failedOperand || b.kind == failedOperand {
		return NotEvaluated
	}
	if a.kind == nullOperand || b.kind == nullOperand {
		same := a.kind == b.kind
		return outcome(op == "==" && same || op == "!=" && !same)
	}
	if a.kind != b.kind || a.kind == otherOperand {
		return NotEvaluated
	}
	order := 0
	switch a.kind {
	case boolOperand:
		if op != "==" && op != "!=" {
			return NotEvaluated
		}
		if a.truth != b.truth {
			order = 1
		}
	case numberOperand:
		order = a.number.compare(b.number)
	default:
		order = strings.Compare(a.text, b.text)
	}
	switch op {
	case "==":
		return outcome(order == 0)
	case "!=":
		return outcome(order != 0)
	case "<":
		return outcome(order < 0)
	case "<=":
		return outcome(order <= 0)
	case ">":
		return outcome(order > 0)
	}
	return outcome(order >= 0)
}

// number is a decimal number of any size, without insignificant zeros.
type number struct {
	negative        bool
	whole, fraction string
}

// parseNumber reads digits with an optional sign and fraction.
func parseNumber(s string) number {
	rest, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(rest, ".")
	n := number{negative, strings.TrimLeft(whole, "0"), strings.TrimRight(fraction, "0")}
	if n.whole == "" && n.fraction == "" {
		n.negative = false
	}
	return n
}

func (n number) compare(m number) int {
	if n.negative != m.negative {
		if n.negative {
			return -1
		}
		return 1
	}
	order := len(n.whole) - len(m.whole)
	if order == 0 {
		order = strings.Compare(n.whole, m.whole)
	}
	if order == 0 {
		order = strings.Compare(n.fraction, m.fraction)
	}
	if n.negative {
		return -order
	}
	return order
}

// deriveExpression evaluates an expression over given properties.
func deriveExpression(in *format.Input, w *value.Writer) error {
	text, ok := in.Given.Member("expression").Text()
	if !ok {
		return format.Refuse("expression", "expected a text")
	}
	var v Value
	if props := in.Given.Member("properties"); !props.IsNull() {
		if err := v.parse(props, nil, 0); err != nil {
			return format.Within("properties", err)
		}
	}
	result := "outside-of-subset"
	if e, ok := ParseExpression(text); ok {
		result = e.Evaluate(&v).String()
	}
	w.Object()
	w.Key("result")
	w.String(result)
	w.EndObject()
	return nil
}
