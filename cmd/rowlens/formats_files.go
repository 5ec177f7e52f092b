package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/cmd/internal/outfile"
	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/answer"
	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/value"
)

// kindOf returns the kind of store files with an ID, or nil.
func kindOf(id string) *file.Kind {
	for _, k := range all.Kinds() {
		if k.ID == id {
			return k
		}
	}
	return nil
}

func kindNames() (list []string) {
	for _, k := range all.Kinds() {
		list = append(list, k.ID)
	}
	return list
}

// listKinds lists the kinds of store files.
func (c *call) listKinds(json bool) error {
	s := c.screen()
	if json {
		for _, k := range all.Kinds() {
			s.Buf = appendKind(s.Buf, k)
		}
		return c.show(s)
	}
	kindTable(s)
	return c.show(s)
}

func kindTable(s *screen.Screen) {
	t := screen.Table{Head: []string{"files", "store", "what is read"}}
	for _, k := range all.Kinds() {
		t.Rows = append(t.Rows, []string{k.ID, k.Title, k.Doc})
	}
	s.Table(&t, "")
}

// appendKind appends a kind as one line of JSON.
func appendKind(dst []byte, k *file.Kind) []byte {
	w := value.Writer{Buf: dst}
	w.Object()
	w.Member("files").String(k.ID)
	w.Member("title").String(k.Title)
	w.Member("doc").String(k.Doc)
	w.Key("damage")
	w.Array()
	for _, code := range k.Codes {
		w.Object()
		w.Member("code").String(code.Word)
		w.Member("doc").String(code.Doc)
		w.EndObject()
	}
	w.EndArray()
	w.Key("samples")
	w.Array()
	for i := range k.Samples {
		w.Object()
		w.Member("name").String(k.Samples[i].Name)
		w.Member("title").String(k.Samples[i].Title)
		w.EndObject()
	}
	w.EndArray()
	w.Key("fields")
	w.Array()
	for _, f := range k.Fields {
		w.Object()
		w.Member("name").String(f.Name)
		w.Member("type").String(answer.TypeOf(f))
		w.Member("doc").String(f.Doc)
		w.EndObject()
	}
	w.EndArray()
	w.EndObject()
	return append(w.Buf, '\n')
}

// describeKind prints everything about a kind of store files.
func describeKind(s *screen.Screen, k *file.Kind) {
	s.Put(screen.Title, k.Title)
	s.Put(screen.Plain, ", files\n"+screen.Wrap(k.Doc, "", s.Width))
	s.Line()
	s.Put(screen.Bold, "samples")
	s.Put(screen.Plain, "  rowlens formats "+k.ID+" --samples FOLDER writes them\n")
	for i := range k.Samples {
		s.Put(screen.Plain, "    "+k.Samples[i].Name+": "+k.Samples[i].Title+"\n")
	}
	s.Line()
	s.Put(screen.Bold, "damage")
	s.Line()
	for _, code := range k.Codes {
		s.Put(screen.Plain, "    "+screen.Pad(code.Word, 22)+code.Doc+"\n")
	}
	s.Line()
	s.Put(screen.Bold, "fields")
	s.Line()
	fieldLines(s, k.Fields)
}

// fieldLines prints a legend, one field per line.
func fieldLines(s *screen.Screen, fields []*span.Field) {
	for _, fd := range fields {
		s.Put(screen.Plain, "    ")
		s.Put(screen.RoleStyle(fd.Role), screen.Pad(fd.Name, 18))
		s.Put(screen.Plain, screen.Pad(answer.TypeOf(fd), 16)+fd.Doc+"\n")
	}
}

// writeSamples writes the small stores in the program to a new folder, each as KIND/NAME: those of one kind, or all.
func (c *call) writeSamples(folder string, kinds []*file.Kind) error {
	if list, err := os.ReadDir(folder); err == nil && len(list) > 0 {
		return unreadable(errors.New(folder + ": has files already; name a new folder"))
	}
	for _, k := range kinds {
		for i := range k.Samples {
			sample := &k.Samples[i]
			files, err := sample.Folder()
			if err != nil {
				return err
			}
			at := filepath.Join(folder, k.ID)
			if len(files) > 1 || files[sample.Name] == nil {
				at = filepath.Join(at, sample.Name)
			}
			for name, b := range files {
				to := filepath.Join(at, filepath.FromSlash(name))
				if err := writeSample(to, b); err != nil {
					return unreadable(outfile.Why(to, err))
				}
			}
			wrote := screen.Visible(filepath.Join(folder, k.ID, sample.Name))
			if _, err := c.out.WriteString("wrote " + wrote + ": " + sample.Title + "\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeSample(name string, b []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, b, 0o644)
}
