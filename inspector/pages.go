package inspector

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"sync"

	"github.com/a-h/templ"

	"github.com/rowlens/rowlens"
)

// IndexName is the page with separate files, SingleName the page as a single file,
// and LicencesName the licences of what is linked into the decoder.
const (
	IndexName    = "index.html"
	SingleName   = "rowlens.html"
	LicencesName = "licences.txt"
)

// The policies let the page run its own files and nothing else. The only Trusted Types
// policy is for workers: browsers treat a worker's address as a script, so
// `trusted-types 'none'` would prevent starting any.
const (
	pagePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"worker-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types rowlens-worker"
	// ContentSecurityPolicy is sent with every answer. frame-ancestors works only in a header.
	ContentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types rowlens-worker"
)

// page is one file of the site.
type page struct {
	name string
	kept []byte                 // content as stored among the assets; nil if it is made on demand
	body func() ([]byte, error) // makes the body on the first call
	tag  func() string          // changes with the body; also made on the first call
	hash bool                   // its name changes with its content

	coded map[string]func() ([]byte, error) // its form in each worthwhile coding; also made on the first call
}

func ready(name string, body []byte) page {
	return pageOf(name, asset{kept: body})
}

// pageOf returns an asset as a file of the site. A compressed asset is decompressed
// only for a client that needs it so, which no browser does.
func pageOf(name string, a asset) page {
	p := later(name, sync.OnceValues(a.body))
	p.kept = a.kept
	p.tag = sync.OnceValue(func() string { return tagOf(a.kept) })
	if codable(name) {
		p.coded = codedForms(p.body, a)
	}
	return p
}

// later returns a file that is made on demand.
func later(name string, body func() ([]byte, error)) page {
	return page{name: name, body: body, tag: sync.OnceValue(func() string {
		b, _ := body() // the caller has already seen the error
		return tagOf(b)
	})}
}

func tagOf(b []byte) string {
	sum := sha256.Sum256(b)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// pages returns every file of the site. The service worker lists the files before it,
// because without a network the page needs no others. The single-file page is built on demand.
func (s Site) pages() ([]page, error) {
	m, err := readManifest(s.Assets)
	if err != nil {
		return nil, err
	}
	var all []page
	for _, name := range m.names() {
		a, err := readAsset(s.Assets, name)
		if err != nil {
			return nil, err
		}
		p := pageOf(name, a)
		p.hash = name != m.Decoder && name != m.Keeper
		if name != m.Keeper {
			all = append(all, p)
		}
	}
	index, err := view(Page(Shell{Files: m.Files, Samples: SamplesOf(s.Formats), Policy: pagePolicy}))
	if err != nil {
		return nil, err
	}
	all = append(all, ready(IndexName, index))
	about, err := s.formatPages(m.Files)
	if err != nil {
		return nil, err
	}
	all = append(all, about...)
	keeper, err := fs.ReadFile(s.Assets, m.Keeper)
	if err != nil {
		return nil, err
	}
	head, err := shellOf(all, keeper)
	if err != nil {
		return nil, err
	}
	single := sync.OnceValues(func() ([]byte, error) {
		var b bytes.Buffer
		err := s.WriteSingle(&b)
		return b.Bytes(), err
	})
	licences := ready(LicencesName, []byte(rowlens.Licences()))
	return append(all, ready(m.Keeper, append(head, keeper...)), licences, later(SingleName, single)), nil
}

// shellOf returns what the service worker must know, as a line of script: the files,
// and a version that changes with any byte of them or of the worker.
func shellOf(all []page, keeper []byte) ([]byte, error) {
	known := struct {
		Version string   `json:"version"`
		Files   []string `json:"files"`
	}{Files: []string{"./"}}
	sum := sha256.New()
	sum.Write(keeper)
	for _, p := range all {
		sum.Write([]byte(p.name))
		sum.Write(p.kept)
		known.Files = append(known.Files, p.name)
	}
	known.Version = base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:12])
	text, err := json.Marshal(known)
	return append(append([]byte("const SHELL="), text...), ";\n"...), err
}

// view renders a view.
func view(c templ.Component) ([]byte, error) {
	var b bytes.Buffer
	err := c.Render(context.Background(), &b)
	return b.Bytes(), err
}
