package formattest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
	"github.com/rowlens/rowlens/codec/wire"
)

// Probe decodes entries as one record kind in every possible way and compares the
// results. It can be reused for many entries; the zero value with Format and Record
// set is ready to use.
type Probe struct {
	Format *format.Format
	Record *format.Record

	// Results of the last Decode.
	Tree   span.Tree
	Fields []byte          // nil if the entry was refused
	Err    *wire.Error     // nil if it was not refused
	Given  *format.Refusal // why something given besides the bytes was refused, or nil

	fast, slow   format.Input // separate memories, so that neither run affects the other
	fastW, slowW value.Writer
}

// NewProbe returns a probe for the record of a format.
func NewProbe(f *format.Format, record string) *Probe {
	return &Probe{Format: f, Record: f.Record(record)}
}

// Probes returns a probe for every record kind that can be decoded.
func Probes() []*Probe {
	var all []*Probe
	for _, f := range codec.Formats() {
		for i := range f.Kinds() {
			r := f.Kind(i)
			if r.Decode != nil {
				all = append(all, &Probe{Format: f, Record: r})
			}
		}
	}
	return all
}

// Decode decodes in.Entry in three ways: without anything, with fields, and with a
// tree. It returns an error for answers that differ, bytes that the tree does not
// explain exactly once, an error without its place, and a leaf that the fields
// contradict. Refusing the bytes is not an error.
func (p *Probe) Decode(in *format.Input) error {
	first := p.Record.Decode(p.input(&p.fast, in), nil, nil)
	var model *format.Refusal
	if errors.As(first, &model) {
		return p.refused(in, model)
	}
	p.Given = nil
	quick, err := wireError(first)
	if err != nil {
		return err
	}
	p.fastW.Reset()
	fields, err := wireError(p.Record.Decode(&p.fast, nil, &p.fastW))
	if err != nil {
		return err
	}
	p.slowW.Reset()
	p.Err, err = wireError(identify.Explain(p.Record, p.input(&p.slow, in), &p.Tree, &p.slowW))
	if err != nil {
		return err
	}
	if p.Fields = p.slowW.Buf; p.Err != nil {
		p.Fields = nil
	}
	if err := sameError(quick, p.Err); err != nil {
		return fmt.Errorf("fast and annotated: %w", err)
	}
	if err := sameError(quick, fields); err != nil {
		return fmt.Errorf("with and without fields: %w", err)
	}
	if p.Err == nil && !bytes.Equal(p.fastW.Buf, p.slowW.Buf) {
		return fmt.Errorf("fields differ\nfast      %s\nannotated %s", p.fastW.Buf, p.slowW.Buf)
	}
	return p.checkTree(in)
}

// refused handles a refusal of something that was given in addition to the bytes.
// It says nothing about the bytes, and the other ways of decoding must refuse it as well.
func (p *Probe) refused(in *format.Input, first *format.Refusal) error {
	p.Fields, p.Err, p.Given = nil, nil, first
	var again *format.Refusal
	err := identify.Explain(p.Record, p.input(&p.slow, in), &p.Tree, nil)
	if !errors.As(err, &again) || *again != *first {
		return fmt.Errorf("fast: %w; annotated: %v", first, err)
	}
	return p.Tree.Check()
}

// input copies in to one of the probe's inputs, keeping that one's memory.
func (p *Probe) input(own, in *format.Input) *format.Input {
	memory := own.Memory
	*own = *in
	own.Memory = memory
	return own
}

// wireError returns err as the type that every decoding error must have.
func wireError(err error) (*wire.Error, error) {
	var e *wire.Error
	if err != nil && !errors.As(err, &e) {
		return nil, fmt.Errorf("an error of another type: %w", err)
	}
	return e, nil
}

func sameError(a, b *wire.Error) error {
	if a == nil && b == nil || a != nil && b != nil && *a == *b {
		return nil
	}
	return fmt.Errorf("one says %v, the other %v", a, b)
}

func (p *Probe) checkTree(in *format.Input) error {
	t := &p.Tree
	if err := t.Check(); err != nil {
		return err
	}
	if err := p.checkParts(in); err != nil {
		return err
	}
	if err := p.checkBudget(); err != nil {
		return err
	}
	if p.Err != nil {
		return p.checkError(in)
	}
	if err := p.checkPaths(in.Lenient); err != nil {
		return err
	}
	if !in.Lenient {
		return p.checkLeaves()
	}
	return nil
}

// checkParts checks that every part of the entry is in the tree, with its own bytes.
func (p *Probe) checkParts(in *format.Input) error {
	for _, part := range in.Entry.Parts {
		found := false
		for _, s := range p.Tree.Sources {
			found = found || s.Node < 0 && s.Name == part.Name && bytes.Equal(s.Bytes, part.Bytes)
		}
		if !found {
			return fmt.Errorf("part %s is not in the tree", part.Name)
		}
	}
	return nil
}

// Node budget of a tree (docs/tree.md): two nodes per byte, some more for each
// part, and an overall limit.
const (
	nodesPerByte = 2
	nodesPerPart = 80
	nodesMax     = 262144
)

func (p *Probe) checkBudget() error {
	budget := 0
	for _, s := range p.Tree.Sources {
		budget += nodesPerByte*len(s.Bytes) + nodesPerPart
	}
	if n := len(p.Tree.Nodes); n > budget || n > nodesMax+nodesPerPart {
		return fmt.Errorf("%d nodes, at most %d", n, min(budget, nodesMax+nodesPerPart))
	}
	return nil
}

// checkError checks that an error says where it is, what was expected and what was found.
func (p *Probe) checkError(in *format.Input) error {
	e := p.Err
	if e.Code == wire.OK || e.Code.String() == "error" {
		return fmt.Errorf("code %d in %v", e.Code, e)
	}
	if e.Format != p.Format.ID || e.Record != p.Record.Name {
		return fmt.Errorf("format or record is missing or wrong in %+v", *e)
	}
	if e.Expected == "" || e.Found == "" || e.Part == "" {
		return fmt.Errorf("expected, found or part is missing in %+v", *e)
	}
	_, there := in.Entry.Part(e.Part)
	if len(in.Entry.Parts) == 0 || e.Code == wire.Missing && e.Offset == 0 && (!there || e.Field == "") {
		return nil // nothing there to point to
	}
	if e.Field == "" {
		return fmt.Errorf("field is missing in %+v", *e)
	}
	for _, s := range p.Tree.Sources {
		if s.Name == e.Part {
			if e.Offset < 0 || e.Offset > len(s.Bytes) {
				return fmt.Errorf("offset %d lies outside of %s, %d bytes", e.Offset, s.Name, len(s.Bytes))
			}
			return nil
		}
	}
	return fmt.Errorf("part %q of %v is not in the tree", e.Part, e)
}

// unsaid are the Actionbase records whose fields, like upstream's, leave out what
// their trees show. Fields of other formats have their own forms.
var unsaid = map[string]bool{"v0-value": true, "row-type": true}

// leavesMax is the tree size above which searching the fields for each leaf takes too long.
const leavesMax = 4096

// checkLeaves checks that what the tree shows as data is in the fields, too.
func (p *Probe) checkLeaves() error {
	if p.Format.ID != "actionbase" || unsaid[p.Record.Name] || len(p.Tree.Nodes) > leavesMax {
		return nil
	}
	var text []byte
	for i := range p.Tree.Nodes {
		n := &p.Tree.Nodes[i]
		switch n.Field.Role {
		case span.RoleIdentity, span.RoleTarget, span.RoleSort, span.RoleVersion:
		default:
			continue
		}
		text = text[:0]
		switch n.Value.Kind {
		case span.None:
			continue
		case span.JSON:
			text = value.AppendQuoted(text, string(n.Value.Bytes))
		default:
			text = n.AppendText(text)
		}
		if !bytes.Contains(p.Fields, text) {
			return fmt.Errorf("node %d, %s, is %s, which is not in the fields %s", i, n.Name(), text, p.Fields)
		}
	}
	return nil
}

// Canonical checks, after a successful Decode, that encoding the fields gives the
// same bytes, or that identification reports that it does not.
func (p *Probe) Canonical(in *format.Input) error {
	if p.Fields == nil || p.Record.Encode == nil || in.Lenient || in.Prefix {
		return nil
	}
	var out store.Entry
	err := p.again(in, &out)
	if err == nil && sameParts(&in.Entry, &out) || unwritten(err) {
		return nil
	}
	entry := in.Entry
	parsed, _ := identify.Candidates(identify.Query{Entry: &entry, Format: p.Format.ID, Record: p.Record.Name})
	if len(parsed) != 1 || parsed[0].Canonical != identify.Different {
		return fmt.Errorf("other bytes are written for %s, and nobody says so", p.Fields)
	}
	return nil
}

// unwritten reports whether fields were not encoded for a reason other than the
// bytes: the record is read-only, or nested more deeply than the JSON parser allows.
func unwritten(err error) bool {
	var model *format.Refusal
	var syntax *value.SyntaxError
	return errors.As(err, &model) && model.ReadOnly || errors.As(err, &syntax) && strings.HasSuffix(syntax.Expected, "nested values")
}

// again encodes the fields of the last Decode.
func (p *Probe) again(in *format.Input, out *store.Entry) error {
	fields, err := value.Parse(p.Fields)
	if err != nil {
		return err
	}
	e := format.Input{Given: in.Given, Unlimited: true, Only: []string{}}
	for _, part := range in.Entry.Parts {
		e.Only = append(e.Only, part.Name)
	}
	return p.Record.Encode(&e, fields, out)
}

// sameParts reports whether got has the parts of want and, for a list, all items in order.
func sameParts(want, got *store.Entry) bool {
	met := map[string]int{}
	for _, part := range want.Parts {
		n := met[part.Name]
		met[part.Name]++
		i := slices.IndexFunc(got.Parts, func(p store.Part) bool {
			n -= b2i(p.Name == part.Name)
			return n < 0
		})
		if i < 0 || !bytes.Equal(got.Parts[i].Bytes, part.Bytes) {
			return false
		}
	}
	return true
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
