// Package inspector is the browser page: its shell (templ views), the built
// browser code and decoder that belong to it, a server for them, and the same
// page as a folder of plain files.
//
// The built files are made by `make web` into the folder assets. A checkout in
// which that was not run yet still builds; it then serves a page that says so.
package inspector

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
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
	Policy  string // for a page that no server of ours gives a header to
}

// Site is the page with its files: what is served, and what is written out.
type Site struct {
	Assets  fs.FS // holds manifest.json and the files that it names
	Samples []Sample
}

// Handler serves the page that is built into this program.
func Handler(samples ...Sample) http.Handler { return Site{built(), samples}.Handler() }

// WriteStatic writes the page that is built into this program to a folder of
// plain files, which any static web server can serve.
func WriteStatic(dir string, samples ...Sample) error {
	return Site{built(), samples}.WriteStatic(dir)
}

// WriteStatic writes the page and its files to dir, which it makes.
func (s Site) WriteStatic(dir string) error {
	m, err := readManifest(s.Assets)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range m.names() {
		b, err := fs.ReadFile(s.Assets, name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			return err
		}
	}
	f, err := os.Create(filepath.Join(dir, "index.html"))
	if err != nil {
		return err
	}
	if err := s.render(f, m, metaPolicy); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// render writes the page shell for the files of m.
func (s Site) render(w io.Writer, m manifest, policy string) error {
	return Page(Shell{Files: m.Files, Samples: s.Samples, Policy: policy}).Render(context.Background(), w)
}
