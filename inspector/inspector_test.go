package inspector

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// site is a page with files that only look like built ones.
func site() Site {
	return Site{
		Assets: fstest.MapFS{
			"manifest.json":  {Data: []byte(`{"app":"app-1.js","theme":"theme-1.js","worker":"worker-1.js","style":"style-1.css","decoder":"rowlens.wasm","integrity":"sha256-x"}`)},
			"app-1.js":       {Data: []byte("app")},
			"theme-1.js":     {Data: []byte("theme")},
			"worker-1.js":    {Data: []byte("worker")},
			"style-1.css":    {Data: []byte("style")},
			"rowlens.wasm":   {Data: []byte("wasm")},
			"unrelated.html": {Data: []byte("not served")},
		},
		Samples: []Sample{{"<Format>", "a \"what\"", `</script>\x00`}},
	}
}

func get(h http.Handler, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestEveryAnswerCarriesThePolicy(t *testing.T) {
	h := site().Handler()
	for _, path := range []string{"/", "/index.html", "/app-1.js", "/worker-1.js", "/rowlens.wasm", "/missing"} {
		if got := get(h, path).Header().Get("Content-Security-Policy"); got != ContentSecurityPolicy {
			t.Errorf("%s: policy %q", path, got)
		}
	}
}

func TestFilesHaveTheirKindAndCaching(t *testing.T) {
	h := site().Handler()
	for _, c := range []struct {
		path, kind, cache string
		code              int
	}{
		{"/", "text/html; charset=utf-8", "no-cache", 200},
		{"/app-1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", 200},
		{"/style-1.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable", 200},
		{"/rowlens.wasm", "application/wasm", "no-cache", 200},
		{"/manifest.json", "text/plain; charset=utf-8", "", 404},
		{"/unrelated.html", "text/plain; charset=utf-8", "", 404},
	} {
		w := get(h, c.path)
		if w.Code != c.code || w.Header().Get("Content-Type") != c.kind || w.Header().Get("Cache-Control") != c.cache {
			t.Errorf("%s: %d %q %q", c.path, w.Code, w.Header().Get("Content-Type"), w.Header().Get("Cache-Control"))
		}
		if tag := w.Header().Get("ETag"); tag != "" {
			if again := get(h, c.path, "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() != 0 {
				t.Errorf("%s: an unchanged file was sent again", c.path)
			}
		}
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	w := httptest.NewRecorder()
	site().Handler().ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", nil))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", w.Code)
	}
}

func TestPageThatWasNotBuiltSaysSo(t *testing.T) {
	w := get(Site{Assets: fstest.MapFS{}}.Handler(), "/")
	if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "make web") {
		t.Errorf("got %d %q", w.Code, w.Body)
	}
	if err := (Site{Assets: fstest.MapFS{}}).WriteStatic(t.TempDir()); err == nil {
		t.Error("a page that was not built was written")
	}
}

func TestSamplesAreEscaped(t *testing.T) {
	body := get(site().Handler(), "/").Body.String()
	if strings.Contains(body, "<Format>") || strings.Contains(body, `</script>\x00`) {
		t.Error("a sample reached the page as markup")
	}
	if !strings.Contains(body, "&lt;Format&gt;") {
		t.Error("the sample is missing")
	}
	if strings.Contains(body, " style=") {
		t.Error("the page has an inline style, which the policy forbids")
	}
}

func TestStaticFolderHoldsThePage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "page")
	if err := site().WriteStatic(dir); err != nil {
		t.Fatal(err)
	}
	for name, part := range map[string]string{
		"index.html": "Content-Security-Policy", "rowlens.wasm": "wasm", "app-1.js": "app", "worker-1.js": "worker", "theme-1.js": "theme", "style-1.css": "style",
	} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Contains(b, []byte(part)) {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}

// Data must never become markup or code: the ways to do that are not used at all.
func TestBrowserCodeMakesNoMarkup(t *testing.T) {
	files, err := filepath.Glob("../web/src/*.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no browser code found: %v", err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, banned := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "createContextualFragment", "DOMParser"} {
			if bytes.Contains(b, []byte(banned)) {
				t.Errorf("%s uses %s", name, banned)
			}
		}
		if n := bytes.Count(b, []byte("\n")); n > 500 {
			t.Errorf("%s has %d lines", name, n)
		}
	}
}
