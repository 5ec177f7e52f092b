package filter

import (
	"errors"
	"strconv"
	"strings"
)

// maxDepth is how deep parentheses and nots may nest.
const maxDepth = 32

// Parse reads an expression. An empty one gives a nil Filter, which accepts all rows. An error is a
// sentence about the expression. "now" and "2 h ago" are not times here: see ParseAt.
func Parse(text string) (*Filter, error) { return ParseAt(text, 0) }

// ParseAt is Parse with the present time, in milliseconds since 1970, to which "now" and "2 h ago" refer.
func ParseAt(text string, now int64) (*Filter, error) {
	p := parser{text: text, now: now}
	p.next()
	if p.kind == tokenEnd {
		return nil, p.err
	}
	root := p.or(0)
	if p.kind != tokenEnd {
		p.fail("expected a name or the end, found " + p.found())
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Filter{root}, nil
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenQuoted
	tokenOperator
	tokenBracket
)

// parser holds the next token.
type parser struct {
	text  string
	now   int64 // 0 if unknown
	at    int   // offset after the token
	kind  tokenKind
	token string
	err   error
}

func (p *parser) fail(why string) {
	if p.err == nil {
		p.err = errors.New(why)
	}
	p.kind, p.token, p.at = tokenEnd, "", len(p.text)
}

func (p *parser) found() string {
	if p.kind == tokenEnd {
		return "the end"
	}
	return strconv.Quote(p.token)
}

const (
	operatorBytes = "=!<>~^"
	wordEnds      = operatorBytes + "() \t\r\n\"'"
)

var operators = []string{"==", "!=", "!~", "<=", ">=", "^=", "=", "<", ">", "~"}

// next reads the next token.
func (p *parser) next() {
	p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
	rest := p.text[p.at:]
	if rest == "" {
		p.kind, p.token = tokenEnd, ""
		return
	}
	switch c := rest[0]; {
	case c == '(' || c == ')':
		p.kind, p.token = tokenBracket, rest[:1]
		p.at++
	case c == '"' || c == '\'':
		p.quoted(rest)
	case strings.IndexByte(operatorBytes, c) >= 0:
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				p.kind, p.token = tokenOperator, op
				p.at += len(op)
				return
			}
		}
		p.fail("expected = != < <= > >= ^= ~ or !~, found " + strconv.Quote(rest[:1]))
	default:
		end := strings.IndexAny(rest, wordEnds)
		if end < 0 {
			end = len(rest)
		}
		p.kind, p.token = tokenWord, rest[:end]
		p.at += end
		p.foreign()
	}
}

// foreign refuses what other languages and word processors write, which as a word would be searched for and never found.
func (p *parser) foreign() {
	switch word := p.token; {
	case strings.Trim(word, "&") == "":
		p.fail("expected and, found " + strconv.Quote(word))
	case strings.Trim(word, "|") == "":
		p.fail("expected or, found " + strconv.Quote(word))
	case strings.IndexAny(word, "\u201C\u201D\u201E\u2018\u2019\u201A\u00AB\u00BB") == 0:
		p.fail("expected quotes as in \"a b\" or 'a b', found " + strconv.Quote(word))
	}
}

func (p *parser) quoted(rest string) {
	var b []byte
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == rest[0]:
			p.kind, p.token = tokenQuoted, string(b)
			p.at += i + 1
			return
		case c == '\\' && i+1 < len(rest):
			i++
			b = append(b, rest[i])
		default:
			b = append(b, c)
		}
	}
	p.fail("a quote is not closed")
}

// is reports whether the token is the keyword.
func (p *parser) is(keyword string) bool {
	return p.kind == tokenWord && strings.EqualFold(p.token, keyword)
}

func (p *parser) or(depth int) clause {
	list := []clause{p.and(depth)}
	for p.is("or") {
		p.next()
		list = append(list, p.and(depth))
	}
	return joined(isOr, list)
}

func (p *parser) and(depth int) clause {
	list := []clause{p.not(depth)}
	for p.err == nil {
		if p.is("and") {
			p.next()
		} else if p.is("or") || p.kind == tokenEnd || p.kind == tokenBracket && p.token == ")" {
			break
		}
		list = append(list, p.not(depth))
	}
	return joined(isAnd, list)
}

func joined(kind clauseKind, list []clause) clause {
	if len(list) == 1 {
		return list[0]
	}
	return clause{kind: kind, kids: list}
}

func (p *parser) not(depth int) clause {
	if depth > maxDepth {
		p.fail("expected at most " + strconv.Itoa(maxDepth) + " nested brackets")
	}
	switch {
	case p.is("not"):
		p.next()
		return clause{kind: isNot, kids: []clause{p.not(depth + 1)}}
	case p.kind == tokenBracket && p.token == "(":
		p.next()
		c := p.or(depth + 1)
		if p.kind != tokenBracket {
			p.fail("a bracket is not closed")
		}
		p.next()
		return c
	}
	return p.term()
}

func (p *parser) term() clause {
	name, quoted := p.token, p.kind == tokenQuoted
	if p.kind != tokenWord && !quoted || p.is("and") || p.is("or") {
		p.fail("expected a name, found " + p.found())
		return clause{}
	}
	p.next()
	if p.is(in) {
		p.next()
		return p.compare(name, in, p.value(in))
	}
	if p.kind != tokenOperator {
		return p.compare("text", has, name)
	}
	op := p.token
	if op == "~" || op == "!~" {
		return p.compare(name, op, p.pattern(op))
	}
	p.next()
	return p.compare(name, op, p.value(op))
}

func (p *parser) compare(name, op, text string) clause {
	t, err := newTerm(name, op, text, p.now)
	if err != nil {
		p.fail(err.Error())
	}
	return clause{term: t}
}

// pattern reads a regular expression: in quotes, or up to the next space or to a bracket that it
// did not open. The operator is the current token.
func (p *parser) pattern(op string) string {
	rest := strings.TrimLeft(p.text[p.at:], " \t\r\n")
	if rest == "" || rest[0] == '"' || rest[0] == '\'' || strings.IndexByte("()", rest[0]) >= 0 ||
		!strings.ContainsAny(rest[:blank(rest)], `\^$[`) {
		p.next()
		return p.value(op)
	}
	end, depth := 0, 0
	for ; end < blank(rest); end++ {
		switch rest[end] {
		case '\\':
			end = min(end+1, len(rest)-1)
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	p.at = len(p.text) - len(rest) + end
	p.next()
	return rest[:end]
}

// blank returns the length of the first word of a text.
func blank(text string) int {
	if at := strings.IndexAny(text, " \t\r\n"); at >= 0 {
		return at
	}
	return len(text)
}

// beforeNumber reports whether a digit follows, as it does after the operator in.
func (p *parser) beforeNumber() bool {
	p.next()
	return p.kind == tokenWord && p.token[0]-'0' < 10
}

// value reads a quoted text, or words up to the next term: `record = edge index`.
func (p *parser) value(op string) string {
	if p.kind == tokenQuoted {
		text := p.token
		p.next()
		return text
	}
	if p.kind != tokenWord {
		p.fail("expected a value after " + op + ", found " + p.found())
		return ""
	}
	text := p.token
	for p.next(); p.kind == tokenWord && !p.is("and") && !p.is("or") && !p.is("not"); p.next() {
		ahead := *p
		if ahead.next(); ahead.kind == tokenOperator || ahead.is(in) && ahead.beforeNumber() {
			break
		}
		text += " " + p.token
	}
	return text
}
