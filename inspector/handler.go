package inspector

import (
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// Handler serves the page and its files.
func (s Site) Handler() http.Handler {
	pages, err := s.byPath()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", ContentSecurityPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
			return
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		p, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		p.serve(w, r)
	})
}

// byPath returns the files by URL path.
func (s Site) byPath() (map[string]page, error) {
	all, err := s.pages()
	paths := map[string]page{}
	for _, p := range all {
		paths["/"+p.name] = p
		if dir, ok := strings.CutSuffix("/"+p.name, IndexName); ok {
			paths[dir] = p
		}
	}
	return paths, err
}

// serve writes one file, or answers that the browser's copy is current.
func (p page) serve(w http.ResponseWriter, r *http.Request) {
	form, coding := p.body, accepted(r.Header.Get("Accept-Encoding"))
	if coded := p.coded[coding]; coded != nil {
		form = coded
	} else {
		coding = ""
	}
	body, err := form()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	tag := p.tag()
	h := w.Header()
	if len(p.coded) > 0 {
		h.Set("Vary", "Accept-Encoding")
	}
	if coding != "" {
		tag = strings.TrimSuffix(tag, `"`) + "-" + coding + `"`
		h.Set("Content-Encoding", coding)
	}
	h.Set("Content-Type", kindOf(p.name))
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache")
	if p.hash {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if p.name == SingleName {
		// Meant to be opened from disk: if it were displayed, its own policy and the header's would block
		// each other's files.
		h.Set("Content-Disposition", `attachment; filename="`+SingleName+`"`)
	}
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		send(w, body)
	}
}

const (
	sendBytes   = 256 << 10
	sendTimeout = 30 * time.Second
)

// send writes a body of any size to a client of any speed, but gives up on one that
// has stopped reading.
func send(w http.ResponseWriter, body []byte) {
	control := http.NewResponseController(w)
	for len(body) > 0 {
		n := min(len(body), sendBytes)
		_ = control.SetWriteDeadline(time.Now().Add(sendTimeout)) // without a connection there is no deadline
		if _, err := w.Write(body[:n]); err != nil {
			return // a client that has gone needs no answer
		}
		body = body[n:]
	}
}

// kindOf returns the media type of a file. The page's own types do not depend on the machine's tables.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}
