// Package inspector is the browser page: its shell and the pages about formats (templ
// views), with the built browser code and decoder. It can serve them, write them to a
// folder of plain files, or write the page as a single file that opens from disk.
//
// `make web` builds the files in the folder assets. Without them the package still
// compiles, and serves a page that says what is missing.
//
// Not promised: it is for the command.
package inspector

import (
	"io"
	"io/fs"
	"net/http"

	"github.com/rowlens/rowlens/codec/format"
)

// Sample is a real entry offered on the empty page.
type Sample struct {
	Format string // "Actionbase"
	What   string // "edge index row key"
	Text   string // the entry as it appears in dumps
}

// Shell is the input of Page.
type Shell struct {
	Files   Files
	Samples []Sample
	Policy  string
	Inside  *Inside // only set for the single-file page
}

// Site is the page with its files, to be served or written out.
type Site struct {
	Assets  fs.FS // holds manifest.json and the files that it names
	Formats []*format.Format
}

// Handler serves the page embedded in this program.
func Handler(formats []*format.Format) http.Handler { return Site{built(), formats}.Handler() }

// Built returns an error unless the page is embedded in this program.
func Built() error {
	_, err := readManifest(built())
	return err
}

// WriteSingle writes the page embedded in this program as one HTML file, which browsers
// can open from disk.
func WriteSingle(w io.Writer, formats []*format.Format) error {
	return Site{built(), formats}.WriteSingle(w)
}

// WriteStatic writes the page embedded in this program to a folder. It refuses a
// folder with other files unless force is set.
func WriteStatic(dir string, formats []*format.Format, force bool) error {
	s := Site{built(), formats}
	if !force {
		if err := s.Free(dir); err != nil {
			return err
		}
	}
	return s.WriteStatic(dir)
}
