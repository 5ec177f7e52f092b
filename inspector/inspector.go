// Package inspector is the browser page: its shell and the pages about formats (templ
// views), the built browser code and decoder that belong to them, a server for them,
// the same as a folder of plain files, and as one file that opens from disk.
//
// The built files are made by `make web` into the folder assets. A checkout in
// which that was not run yet still builds; it then serves a page that says so.
package inspector

import (
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"

	"github.com/rowlens/rowlens/codec/format"
)

// Sample is one real entry that the empty page offers.
type Sample struct {
	Format string // "Actionbase"
	What   string // "edge index row key"
	Text   string // the entry as people meet it
}

// Shell is what Page needs to know.
type Shell struct {
	Files   Files
	Samples []Sample
	Policy  string
	Inside  *Inside // of a page that is one file; else nil
}

// Site is the page with its files: what is served, and what is written out.
type Site struct {
	Assets  fs.FS // holds manifest.json and the files that it names
	Formats []*format.Format
}

// Handler serves the page that is built into this program.
func Handler(formats []*format.Format) http.Handler { return Site{built(), formats}.Handler() }

// WriteSingle writes the page that is built into this program as one HTML file, which
// a browser opens from disk.
func WriteSingle(w io.Writer, formats []*format.Format) error {
	return Site{built(), formats}.WriteSingle(w)
}

// WriteStatic writes the page that is built into this program to a folder.
func WriteStatic(dir string, formats []*format.Format) error {
	return Site{built(), formats}.WriteStatic(dir)
}

// WriteStatic writes the page and its files to dir, which it makes: what Handler
// serves, for any web server.
func (s Site) WriteStatic(dir string) error {
	pages, err := s.pages()
	if err != nil {
		return err
	}
	for _, p := range pages {
		body, err := p.body()
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(p.name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, body, 0o644); err != nil {
			return err
		}
	}
	return nil
}
