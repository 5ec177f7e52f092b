package inspector

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// The policy lets the page run its own files and nothing else. The one trusted
// type policy is for the worker: browsers count its address as a script, so
// with `trusted-types 'none'` no worker could be started at all.
const (
	metaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"worker-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types rowlens-worker"
	// ContentSecurityPolicy is sent with every answer. frame-ancestors works in
	// a header only.
	ContentSecurityPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types rowlens-worker"
)

// file is one answer, made once.
type file struct {
	body  []byte
	kind  string
	tag   string
	cache string
}

// Handler serves the page and its files.
func (s Site) Handler() http.Handler {
	files, err := s.load()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", ContentSecurityPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
			return
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		f, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		f.serve(w, r)
	})
}

// serve writes one file, or says that the browser's copy is still right.
func (f file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.cache)
	h.Set("ETag", f.tag)
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method == http.MethodGet {
		_, _ = w.Write(f.body) // a reader that has gone away needs no answer
	}
}

// load renders the page and reads the files, by path.
func (s Site) load() (map[string]file, error) {
	m, err := readManifest(s.Assets)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := s.render(&page, m, ""); err != nil {
		return nil, err
	}
	files := map[string]file{}
	for _, name := range m.names() {
		b, err := fs.ReadFile(s.Assets, name)
		if err != nil {
			return nil, err
		}
		// Names with a hash never change their bytes; the decoder's name is fixed.
		cache := "public, max-age=31536000, immutable"
		if name == m.Decoder {
			cache = "no-cache"
		}
		files["/"+name] = newFile(b, name, cache)
	}
	index := newFile(page.Bytes(), "index.html", "no-cache")
	files["/"], files["/index.html"] = index, index
	return files, nil
}

// newFile returns the answer for one file.
func newFile(body []byte, name, cache string) file {
	kind := mime.TypeByExtension(path.Ext(name))
	switch path.Ext(name) { // not left to what the machine's tables say
	case ".html":
		kind = "text/html; charset=utf-8"
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".css":
		kind = "text/css; charset=utf-8"
	case ".wasm":
		kind = "application/wasm"
	}
	sum := sha256.Sum256(body)
	return file{body, kind, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, cache}
}
