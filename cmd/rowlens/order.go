package main

import (
	"bytes"
	"errors"
	"flag"
	"slices"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func orderCommand() *command {
	return &command{
		name: "order", args: "[KEY...]",
		summary: "sort keys as their store does, and say what decides",
		text: "Each argument is a key in any spelling; without arguments, or with -f, the rows of a text are the keys. " +
			"They are sorted as the store sorts them: by unsigned bytes, part after part (row, family, qualifier, or key). " +
			"Between two neighbours it names the first byte that differs and the field that this byte belongs to.",
		examples: []example{
			{"two typed values", "rowlens order 2c80000000000000ff 2c7fffffffffffffff"},
			{"the first rows of a scan", "head -6 scan.txt | rowlens order --model tables.json"},
		},
		setup: func(c *call, fs *flag.FlagSet) func([]string) error {
			x := &orderCall{call: c}
			x.reading.flags(fs)
			fs.StringVar(&x.file, "f", "", "read the keys from `FILE`; - is standard input")
			fs.BoolVar(&x.json, "json", false, "print JSON Lines")
			return x.run
		},
	}
}

type orderCall struct {
	*call
	reading
	file string
	json bool
}

// placed is a key with its place in the input and what it was read as.
type placed struct {
	input int // 1-based
	entry store.Entry
	best  *codec.Candidate // the best reading, or the nearest one; nil for none
}

func (x *orderCall) run(args []string) error {
	if err := x.reading.open(); err != nil {
		return err
	}
	keys, err := x.keys(args)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		return failed(exitFailed, errors.New("the text has no keys in it"))
	}
	slices.SortStableFunc(keys, func(a, b placed) int { return compare(&a.entry, &b.entry) })
	s := x.screen()
	for i := range keys {
		x.identify(&keys[i])
		var d *decision
		if i > 0 {
			d = decide(&keys[i-1], &keys[i])
		}
		if x.json {
			s.Buf = append(x.record(s.Buf, i, &keys[i], d), '\n')
		} else {
			x.draw(s, i, &keys[i], d)
		}
	}
	return x.show(s)
}

// keys reads the keys. One that cannot be read is an error: leaving it out would
// give a wrong order.
func (x *orderCall) keys(args []string) ([]placed, error) {
	var texts [][]byte
	if len(args) > 1 || len(args) == 1 && args[0] != "-" {
		if x.file != "" {
			return nil, usage("give either keys or -f FILE, not both")
		}
		for _, a := range args {
			texts = append(texts, []byte(a))
		}
	} else {
		text, err := x.given(args, x.file)
		if err != nil {
			return nil, err
		}
		texts = [][]byte{text}
	}
	var keys []placed
	for _, text := range texts {
		res, err := dump.ParseText(text, x.text())
		if err != nil {
			return nil, usage("%s", err)
		}
		if res.Waiting != "" {
			return nil, failed(exitFailed, errors.New(string(text)+": "+res.Waiting+" is missing"))
		}
		for i := range res.Rows {
			if r := &res.Rows[i]; r.Err != nil {
				return nil, failed(exitFailed, r.Err)
			}
			keys = append(keys, placed{input: len(keys) + 1, entry: res.Rows[i].Entry})
		}
	}
	return keys, nil
}

// compare is the order of the stores: bytes, part after part. A cell's newest
// version comes first, and values do not count.
func compare(a, b *store.Entry) int {
	for i := 0; i < len(a.Parts) && i < len(b.Parts); i++ {
		if a.Parts[i].Name == store.Value || b.Parts[i].Name == store.Value {
			break
		}
		if c := bytes.Compare(a.Parts[i].Bytes, b.Parts[i].Bytes); c != 0 {
			return c
		}
	}
	ta, errA := strconv.ParseInt(a.Timestamp, 10, 64)
	tb, errB := strconv.ParseInt(b.Timestamp, 10, 64)
	switch {
	case errA != nil || errB != nil || ta == tb:
		return 0
	case ta > tb:
		return -1
	}
	return 1
}

func (x *orderCall) identify(k *placed) {
	q := x.query()
	q.Entry = &k.entry
	parsed, refused := codec.Identify(q)
	switch {
	case len(parsed) > 0:
		k.best = parsed[0]
	case len(refused) > 0:
		k.best = refused[0]
	}
}

// decision is what puts one key before the next.
type decision struct {
	part   string
	offset int // -1 when the keys are equal
	before string
	after  string
	fields [2]string // names of the fields that the byte belongs to
	values [2]string
}

// decide finds the first byte that differs, and its field in either key.
func decide(a, b *placed) *decision {
	for i := 0; i < len(a.entry.Parts) && i < len(b.entry.Parts); i++ {
		p, q := a.entry.Parts[i], b.entry.Parts[i]
		if p.Name == store.Value {
			break
		}
		if bytes.Equal(p.Bytes, q.Bytes) {
			continue
		}
		at := 0
		for at < len(p.Bytes) && at < len(q.Bytes) && p.Bytes[at] == q.Bytes[at] {
			at++
		}
		d := &decision{part: p.Name, offset: at, before: byteAt(p.Bytes, at), after: byteAt(q.Bytes, at)}
		d.fields[0], d.values[0] = owner(a.best, i, at)
		d.fields[1], d.values[1] = owner(b.best, i, at)
		return d
	}
	return &decision{offset: -1}
}

func byteAt(b []byte, at int) string {
	if at >= len(b) {
		return "the end"
	}
	return "0x" + hexText(b[at:at+1])
}

// owner names the outermost field with a value that a byte belongs to.
func owner(c *codec.Candidate, part, at int) (name, text string) {
	if c == nil {
		return "", ""
	}
	for i := range c.Tree.Nodes {
		n := &c.Tree.Nodes[i]
		if int(n.Src) != part || n.Parent < 0 || at < int(n.Start) || at >= int(n.End) {
			continue
		}
		if n.Value.Kind != span.None || c.Tree.IsLeaf(i) {
			text := string(n.AppendText(nil))
			if n.Flags&span.Descending != 0 {
				text += " (descending)"
			}
			return screen.Heading(n), text
		}
	}
	return "", ""
}

// draw prints a key below what decides.
func (x *orderCall) draw(s *screen.Screen, i int, k *placed, d *decision) {
	if d != nil {
		s.Put(screen.Dim, "     < ")
		s.Put(screen.Plain, d.sentence()+"\n")
	}
	s.Put(screen.Bold, pad(strconv.Itoa(i+1), 5))
	for n, p := range k.entry.Parts {
		if p.Name == store.Value {
			continue
		}
		if n > 0 {
			s.Put(screen.Plain, " ")
		}
		s.Put(screen.Plain, hexText(p.Bytes))
	}
	s.Put(screen.Dim, "  input "+strconv.Itoa(k.input))
	if k.best != nil && k.best.Err == nil {
		s.Put(screen.Dim, ", "+k.best.Title())
	}
	s.Line()
}

func (d *decision) sentence() string {
	if d.offset < 0 {
		return "the same key"
	}
	at := strconv.Itoa(d.offset) + " (0x" + strconv.FormatInt(int64(d.offset), 16) + ")"
	text := d.part + " byte " + at + ": " + d.before + " before " + d.after
	var names []string
	for i, name := range d.fields {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, screen.Visible(name))
		}
		if d.values[i] == "" {
			d.values[i] = "nothing"
		}
	}
	if len(names) == 0 {
		return text
	}
	return text + ", in " + strings.Join(names, " and ") + ": " + d.values[0] + " before " + d.values[1]
}

// record appends a key as JSON.
func (x *orderCall) record(dst []byte, i int, k *placed, d *decision) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Key("position")
	w.Int(int64(i + 1))
	w.Key("input")
	w.Int(int64(k.input))
	if k.best != nil && k.best.Err == nil {
		w.Key("format")
		w.String(k.best.Format.ID)
		w.Key("record")
		w.String(k.best.Record.Name)
	}
	codec.WriteParts(&w, &k.entry)
	if d != nil {
		w.Key("equal")
		w.Bool(d.offset < 0)
	}
	if d != nil && d.offset >= 0 {
		w.Key("part")
		w.String(d.part)
		w.Key("offset")
		w.Int(int64(d.offset))
		w.Key("fields")
		w.Array()
		for i, name := range d.fields {
			w.Object()
			w.Key("name")
			w.String(name)
			w.Key("text")
			w.String(d.values[i])
			w.EndObject()
		}
		w.EndArray()
	}
	w.EndObject()
	return w.Buf
}
