package main

import (
	"strings"

	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

// given reads fields and bounds from --fields and from arguments.
func (x *rangeCall) given(args []string) error {
	var members []value.Member
	if x.fields != "" {
		v, err := objectFlag("fields", x.fields)
		if err != nil {
			return err
		}
		for i := range v.Len() {
			members = append(members, value.Member{Name: v.Name(i), Value: v.At(i)})
		}
	}
	for _, arg := range args {
		name, op, text := comparison(arg)
		if name == "" || op == "" {
			return usage("%q: expected FIELD=VALUE, or a bound such as FIELD>VALUE", arg)
		}
		name, v := fieldValue(name, text)
		if o, bound := format.ParseOp(op); bound {
			x.query.Bounds = append(x.query.Bounds, format.Bound{Name: name, Op: o, Value: v})
			continue
		}
		members = append(members, value.Member{Name: name, Value: v})
	}
	x.query.Fields = value.OfMembers(members...)
	return nil
}

// comparison splits an argument at its first operator, which is = or one for a bound.
func comparison(arg string) (name, op, text string) {
	at := strings.IndexAny(arg, "=<>^")
	if at < 0 {
		return "", "", ""
	}
	for _, op := range [...]string{">=", "<=", "^=", ">", "<", "="} {
		if strings.HasPrefix(arg[at:], op) {
			return arg[:at], op, arg[at+len(op):]
		}
	}
	return "", "", ""
}

// fieldValue parses a value, to which the name may assign a type: FIELD:TYPE.
func fieldValue(name, text string) (string, value.Value) {
	name, kind, typed := strings.Cut(name, ":")
	v := value.Of(text)
	if typed {
		parsed, err := value.Parse([]byte(text))
		fraction := strings.HasPrefix(kind, "float") || kind == "double"
		if err == nil && (kind == "boolean" && parsed.Kind == value.Bool || fraction && parsed.Kind == value.Number) {
			v = parsed
		}
		return name, value.OfMembers(value.Member{Name: "type", Value: value.Of(kind)}, value.Member{Name: "value", Value: v})
	}
	if parsed, err := value.Parse([]byte(text)); err == nil && parsed.Kind != value.Number { // hex digits may look like a number
		v = parsed
	}
	return name, v
}
