package accumulograph

import (
	"math"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/internal/javanum"
	"github.com/rowlens/rowlens/codec/value"
)

// valueRow narrows the plan to rows of an index, which are values.
func (s *scan) valueRow() error {
	if s.has("value") {
		var v Value
		if err := v.parse(s.q.Fields.Member("value"), "value"); err != nil {
			return err
		}
		row, err := AppendValue(nil, &v)
		if err != nil {
			return err
		}
		s.exactly(row)
		s.elder(&v, row)
		return nil
	}
	kind := kinds
	for _, b := range s.q.Bounds {
		if b.Name != "value" {
			continue
		}
		var v Value
		if err := v.parse(b.Value, "value"); err != nil {
			return err
		}
		if kind == kinds {
			s.plan.Seek([]byte{v.Kind.Tag()})
		}
		if kind != kinds && kind != v.Kind {
			return format.Contradict("value", "is bounded with values of two types, "+kind.String()+" and "+v.Kind.String())
		}
		kind = v.Kind
		if err := s.valueBound(b.Op, &v); err != nil {
			return err
		}
	}
	if len(s.plan.Meets) > 0 {
		s.plan.Meets = s.plan.Meets[:1] // the same for both bounds
	}
	return nil
}

// elder notes the row that an older JDK wrote for the same number.
func (s *scan) elder(v *Value, row []byte) {
	var old []byte
	switch v.Kind {
	case Double:
		old = javanum.AppendElder(row[:1:1], math.Float64frombits(v.Num), 64)
	case Float:
		old = javanum.AppendElder(row[:1:1], float64(math.Float32frombits(uint32(v.Num))), 32)
	}
	if old != nil && string(old) != string(row) {
		s.plan.Notes = append(s.plan.Notes, "a JDK before 19 wrote this number as "+string(old[1:])+
			": what it indexed is in the row 0x"+string(value.AppendHex(nil, old)))
	}
}

// valueBound narrows the plan to values of one type. Numbers and dates are text that does not sort by
// value, so the range has all of them.
func (s *scan) valueBound(op format.Op, v *Value) error {
	switch {
	case orderedKind(v.Kind):
		row, err := AppendValue(nil, v)
		if err == nil && op == format.Begins && v.Kind != String {
			err = format.Contradict("value", "only texts have a beginning")
		}
		if err != nil {
			return err
		}
		prefix := s.plan.Prefix
		if s.bound(op, row); op != format.Begins {
			s.plan.Prefix = prefix
		}
		return nil
	case v.Kind == Null || v.Kind == Enum || v.Kind == QName:
		return format.Contradict("value", "cannot be bounded: values of the type "+v.Kind.String()+" have no order")
	case op == format.Begins:
		return format.Contradict("value", "only texts have a beginning")
	}
	text := strconv.FormatInt(int64(v.Num), 10)
	if f, ok := v.Float64(); ok {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return format.Contradict("value", "expected a finite number as a bound")
		}
		bits := 64
		if v.Kind == Float {
			bits = 32
		}
		text = string(value.AppendFloat(nil, f, bits, false))
	}
	term := "value" + op.String() + text
	if infinite := v.Kind == Double || v.Kind == Float; infinite && (op == format.Above || op == format.From) {
		term = "(" + term + " or value=Infinity)"
	}
	s.where = append(s.where, term)
	s.plan.Meets = append(s.plan.Meets, "all values of the type "+v.Kind.String()+
		": they are stored as decimal text, which does not sort as numbers do (10 before 2, and -1 before -2)")
	return nil
}

// hexTerm returns a term that compares a part with bytes. A plain = would take hex digits for a
// number.
func hexTerm(part string, b []byte) string {
	var text strings.Builder
	text.WriteString(part + " ~ ^")
	text.Write(value.AppendHex(nil, b))
	text.WriteByte('$')
	return text.String()
}
