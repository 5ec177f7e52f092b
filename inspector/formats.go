package inspector

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/identify"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/span"
)

// formatsDir is the folder with the pages about formats.
const formatsDir = "formats/"

// about is the content of one format's page: its legend, and its samples drawn.
type about struct {
	*format.Format
	Files    Files
	Drawings []drawing
	Layouts  []*format.Record // record kinds with fields
	Others   []*format.Record // whatever else the format offers
}

// drawing shows a sample as bytes, divided into fields.
type drawing struct {
	format.Sample
	Title string // of how it was read
	Link  string // opens the sample in the inspector
	Parts []drawnPart
}

type drawnPart struct {
	Name  string
	Size  string
	Bands []band
}

// band is one field in a drawing.
type band struct {
	Role, Name, Order, Hex, Range, Value string
	Dashed                               bool // so that neighbours differ not only in colour
}

// formatPages returns the index of formats, and a page for each format.
func (s Site) formatPages(files Files) ([]page, error) {
	var list []about
	for _, f := range s.Formats {
		list = append(list, aboutOf(f, files))
	}
	index, err := view(FormatIndex(files, list))
	if err != nil {
		return nil, err
	}
	all := []page{ready(formatsDir+IndexName, index)}
	for _, a := range list {
		body, err := view(FormatPage(a))
		if err != nil {
			return nil, err
		}
		all = append(all, ready(formatsDir+a.ID+".html", body))
	}
	return all, nil
}

func aboutOf(f *format.Format, files Files) about {
	a := about{Format: f, Files: files}
	for i := range f.Kinds() {
		if r := f.Kind(i); i < len(f.Records) && r.Decode != nil && len(r.Fields) > 0 {
			a.Layouts = append(a.Layouts, r)
		} else {
			a.Others = append(a.Others, r)
		}
	}
	for _, sample := range f.Samples {
		a.Drawings = append(a.Drawings, draw(f, sample))
	}
	return a
}

// draw decodes a sample with its format. A sample that cannot be drawn keeps its text.
func draw(f *format.Format, sample format.Sample) drawing {
	d := drawing{Sample: sample}
	link := url.Values{"data": {base64.RawURLEncoding.EncodeToString([]byte(sample.Text))}, "format": {f.ID}}
	res, err := dump.ParseText([]byte(sample.Text), dump.Options{SplitKey: schema.KeySplitter(f.ID, nil)})
	if err == nil && len(res.Rows) > 0 && res.Rows[0].Err == nil {
		if read, _ := identify.Candidates(identify.Query{Entry: &res.Rows[0].Entry, Format: f.ID}); len(read) > 0 {
			d.Title = read[0].Title()
			d.Parts = drawParts(&read[0].Tree)
			link.Set("record", read[0].Record.Name)
		}
	}
	d.Link = "../" + IndexName + "#" + link.Encode()
	return d
}

func drawParts(t *span.Tree) []drawnPart {
	children := make([][]int, len(t.Nodes))
	for i := range t.Nodes {
		if p := t.Nodes[i].Parent; p >= 0 {
			children[p] = append(children[p], i)
		}
	}
	var parts []drawnPart
	for src, source := range t.Sources {
		if source.Node >= 0 {
			continue // its bytes are not stored
		}
		p := drawnPart{Name: source.Name, Size: bytesOf(len(source.Bytes))}
		for i := range t.Nodes {
			if t.Nodes[i].Parent < 0 && int(t.Nodes[i].Src) == src {
				p.Bands = appendBands(p.Bands, t, children, i)
			}
		}
		parts = append(parts, p)
	}
	return parts
}

// appendBands appends a band for the node or, if it is just a group, for what it contains.
func appendBands(bands []band, t *span.Tree, children [][]int, i int) []band {
	n := &t.Nodes[i]
	if n.Field.Role == span.RoleGroup && n.Value.Kind == span.None && len(children[i]) > 0 {
		for _, c := range children[i] {
			bands = appendBands(bands, t, children, c)
		}
		return bands
	}
	b := band{
		Role: n.Field.Role.String(), Name: n.Name(), Dashed: len(bands)%2 == 1,
		Hex:   hex.EncodeToString(t.Sources[n.Src].Bytes[n.Start:n.End]),
		Range: rangeOf(n.Start, n.End),
	}
	if n.Label == "" {
		b.Name = n.Field.Heading()
	}
	if n.Flags&span.Descending != 0 {
		b.Order = " ↓"
	}
	if n.Value.Kind != span.None {
		b.Value = string(n.AppendText(nil))
	}
	return append(bands, b)
}

// rangeOf returns the range of bytes as text; both ends are included.
func rangeOf(start, end uint32) string {
	from := strconv.FormatUint(uint64(start), 10)
	switch {
	case end == start:
		return from + ", empty"
	case end == start+1:
		return from
	}
	return from + "–" + strconv.FormatUint(uint64(end-1), 10)
}

func bytesOf(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return strconv.Itoa(n) + " bytes"
}

// pairs divides hex digits into bytes, so that lines break between bytes.
func pairs(digits string) string {
	var b strings.Builder
	for i := 0; i+1 < len(digits); i += 2 {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(digits[i : i+2])
	}
	return b.String()
}
