package rfile

// visibilityDepth is how deep parentheses may nest.
const visibilityDepth = 64

// holds reports whether a reader with these labels satisfies a column visibility. Nobody
// satisfies one that does not parse.
//
//	expression = term { "&" term } | term { "|" term }
//	term       = label | "(" expression ")"
//	label      = one or more of A-Z a-z 0-9 _ - : . / | '"' … '"', with \" and \\ inside
func holds(expression []byte, labels map[string]bool) bool {
	p := visibilityParser{text: expression, labels: labels}
	v := p.expression(0)
	return v && !p.bad && p.at == len(p.text)
}

type visibilityParser struct {
	text   []byte
	at     int
	labels map[string]bool
	bad    bool
}

func (p *visibilityParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *visibilityParser) expression(depth int) bool {
	if depth > visibilityDepth {
		p.bad = true
		return false
	}
	v := p.term(depth)
	operator := p.peek()
	if operator != '&' && operator != '|' {
		return v
	}
	for !p.bad && p.peek() == operator && p.at < len(p.text) {
		p.at++
		next := p.term(depth) // evaluated before the operator, which may not need it
		if operator == '&' {
			v = v && next
		} else {
			v = v || next
		}
	}
	return v
}

func (p *visibilityParser) term(depth int) bool {
	switch c := p.peek(); {
	case c == '(':
		p.at++
		v := p.expression(depth + 1)
		p.bad = p.bad || p.peek() != ')'
		p.at++
		return v
	case c == '"':
		return p.quoted()
	}
	from := p.at
	for p.at < len(p.text) && labelByte(p.text[p.at]) {
		p.at++
	}
	p.bad = p.bad || p.at == from
	return p.labels[string(p.text[from:p.at])]
}

func (p *visibilityParser) quoted() bool {
	var label []byte
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case '"':
			p.at++
			p.bad = p.bad || len(label) == 0
			return p.labels[string(label)]
		case '\\':
			p.at++
			if c = p.peek(); c != '"' && c != '\\' {
				p.bad = true
				return false
			}
			label = append(label, c)
		default:
			label = append(label, c)
		}
	}
	p.bad = true
	return false
}

func labelByte(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		return true
	}
	return c == '_' || c == '-' || c == ':' || c == '.' || c == '/'
}
