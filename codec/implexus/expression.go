package implexus

import (
	"strings"
)

// Expression is an expression in the part of upstream's expression language that verifying
// evaluates:
//
//	expr    := and { "||" and }      and := unary { "&&" unary }
//	unary   := "!" unary | compare
//	compare := operand [ ("==" | "!=" | "<" | "<=" | ">" | ">=") operand ]
//	operand := property { "." property } | string | number
//	         | "true" | "false" | "null" | "(" expr ")"
//
// Precedence and types are our reading, because upstream evaluates with another library. An
// Expression is immutable. Spec: docs/formats/implexus.md#expressions.
type Expression struct {
	root *node
}

// parenthesesMax limits how deep parentheses nest.
const parenthesesMax = 50

type operation uint8

const (
	opProperty operation = iota // path
	opLiteral                   // literal
	opNot                       // of kids[0], repeated negations times
	opAnd                       // of all kids
	opOr                        // of all kids
	opCompare                   // of two kids
)

type node struct {
	op        operation
	compare   string // "==", "<=", …
	negations int
	path      []string
	literal   operand
	kids      []*node
	enclosed  bool // in parentheses
}

// ParseExpression returns the expression. It returns false if the text is outside the subset:
// calls, arithmetic, escapes, exponents, an empty text.
func ParseExpression(text string) (*Expression, bool) {
	p := expressionParser{text: text}
	root := p.expr()
	if p.failed || p.space() != "" {
		return nil, false
	}
	return &Expression{root}, true
}

// Path returns the names of a plain property path; ok is false for any other expression.
func (e *Expression) Path() ([]string, bool) {
	return e.root.path, e.root.op == opProperty && !e.root.enclosed
}

type expressionParser struct {
	text   string // text not read yet
	depth  int
	failed bool
}

// space skips white space and returns the rest, or "" after a failure.
func (p *expressionParser) space() string {
	if p.failed {
		return ""
	}
	p.text = strings.TrimLeft(p.text, " \t\r\n")
	return p.text
}

// accept consumes the token if it comes next, and reports whether it did.
func (p *expressionParser) accept(token string) bool {
	if !strings.HasPrefix(p.space(), token) || p.failed {
		return false
	}
	p.text = p.text[len(token):]
	return true
}

func (p *expressionParser) fail() *node {
	p.failed = true
	return &node{}
}

func (p *expressionParser) expr() *node { return p.chain(opOr, "||", p.and) }

func (p *expressionParser) and() *node { return p.chain(opAnd, "&&", p.unary) }

// chain reads one or more expressions with part, separated by a token.
func (p *expressionParser) chain(op operation, token string, part func() *node) *node {
	first := part()
	if !p.accept(token) {
		return first
	}
	n := &node{op: op, kids: []*node{first, part()}}
	for p.accept(token) {
		n.kids = append(n.kids, part())
	}
	return n
}

func (p *expressionParser) unary() *node {
	negations := 0
	for p.accept("!") {
		negations++
	}
	n := p.compare()
	if negations > 0 {
		return &node{op: opNot, negations: negations, kids: []*node{n}}
	}
	return n
}

// comparisons are the operators; each comes before those that are its prefixes.
var comparisons = [...]string{"==", "!=", "<=", ">=", "<", ">"}

func (p *expressionParser) compare() *node {
	left := p.operand()
	for _, op := range comparisons {
		if p.accept(op) {
			return &node{op: opCompare, compare: op, kids: []*node{left, p.operand()}}
		}
	}
	return left
}

func (p *expressionParser) operand() *node {
	rest := p.space()
	if rest == "" {
		return p.fail()
	}
	switch c := rest[0]; {
	case c == '(':
		p.text = rest[1:]
		if p.depth++; p.depth > parenthesesMax {
			return p.fail()
		}
		n := p.expr()
		p.depth--
		if !p.accept(")") {
			return p.fail()
		}
		n.enclosed = true
		return n
	case c == '\'' || c == '"':
		return p.quoted(rest)
	case c == '-' || isDigit(c):
		return p.number(rest)
	case isNameStart(c):
		return p.name()
	}
	return p.fail()
}

// quoted reads quoted text, which may not contain a backslash.
func (p *expressionParser) quoted(rest string) *node {
	end := strings.IndexByte(rest[1:], rest[0])
	if end < 0 || strings.IndexByte(rest[1:1+end], '\\') >= 0 {
		return p.fail()
	}
	p.text = rest[end+2:]
	return &node{op: opLiteral, literal: operand{kind: textOperand, text: rest[1 : 1+end]}}
}

func (p *expressionParser) number(rest string) *node {
	end := 0
	if rest[0] == '-' {
		end = 1
	}
	whole := digits(rest[end:])
	if end += whole; whole == 0 {
		return p.fail()
	}
	if strings.HasPrefix(rest[end:], ".") {
		fraction := digits(rest[end+1:])
		if fraction == 0 {
			return p.fail()
		}
		end += 1 + fraction
	}
	p.text = rest[end:]
	return &node{op: opLiteral, literal: operand{kind: numberOperand, number: parseNumber(rest[:end])}}
}

// name reads a word of the language or a property path.
func (p *expressionParser) name() *node {
	word := p.word()
	switch word {
	case "true", "false":
		return &node{op: opLiteral, literal: operand{kind: boolOperand, truth: word == "true"}}
	case "null":
		return &node{op: opLiteral, literal: operand{kind: nullOperand}}
	}
	n := &node{op: opProperty, path: []string{word}}
	for p.accept(".") {
		if rest := p.space(); rest == "" || !isNameStart(rest[0]) {
			return p.fail()
		}
		n.path = append(n.path, p.word())
	}
	return n
}

func (p *expressionParser) word() string {
	end := 0
	for end < len(p.text) && (isNameStart(p.text[end]) || isDigit(p.text[end])) {
		end++
	}
	word := p.text[:end]
	p.text = p.text[end:]
	return word
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }

func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}
