package inspector

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/rowlens/rowlens/codec/format"
)

// site returns a page with files that merely look like built ones.
func site() Site {
	return Site{
		Assets: fstest.MapFS{
			"manifest.json":  {Data: []byte(`{"app":"app-1.js","early":"early-1.js","worker":"worker-1.js","keeper":"sw.js","style":"style-1.css","decoder":"rowlens.wasm","integrity":"sha256-x"}`)},
			"app-1.js":       {Data: []byte("app")},
			"early-1.js":     {Data: []byte("early")},
			"worker-1.js":    {Data: []byte("worker")},
			"sw.js":          {Data: []byte("keeper")},
			"style-1.css":    {Data: []byte("style")},
			"rowlens.wasm":   {Data: []byte("wasm")},
			"unrelated.html": {Data: []byte("not served")},
		},
		Formats: []*format.Format{{
			ID: "some", Title: "<Format>", Doc: "<b>",
			Samples: []format.Sample{{What: "a \"what\"", Text: `</script>\x00`}},
		}},
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
	for _, path := range []string{
		"/", "/index.html", "/app-1.js", "/worker-1.js", "/sw.js",
		"/formats/", "/formats/some.html", "/rowlens.html", "/rowlens.wasm", "/missing",
	} {
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
		{"/sw.js", "text/javascript; charset=utf-8", "no-cache", 200},
		{"/licences.txt", "text/plain; charset=utf-8", "no-cache", 200},
		{"/formats/some.html", "text/html; charset=utf-8", "no-cache", 200},
		{"/rowlens.html", "text/html; charset=utf-8", "no-cache", 200},
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

// A compressed answer contains the same file, and is sent only to clients that accept it.
func TestFilesArePackedForWhoAcceptsIt(t *testing.T) {
	s := site()
	h := s.Handler()
	kept := site()
	assets := kept.Assets.(fstest.MapFS)
	packed, err := Pack([]byte("wasm"))
	if err != nil {
		t.Fatal(err)
	}
	delete(assets, "rowlens.wasm")
	assets["rowlens.wasm.br"] = &fstest.MapFile{Data: packed}
	unpack := map[string]func(io.Reader) ([]byte, error){
		"":   io.ReadAll,
		"br": func(r io.Reader) ([]byte, error) { return io.ReadAll(brotli.NewReader(r)) },
		"gzip": func(r io.Reader) ([]byte, error) {
			z, err := gzip.NewReader(r)
			if err != nil {
				return nil, err
			}
			return io.ReadAll(z)
		},
	}
	for _, h := range []http.Handler{h, kept.Handler()} {
		for _, c := range []struct{ accept, coding string }{
			{"", ""}, {"identity", ""}, {"br", "br"}, {"gzip, deflate, br, zstd", "br"}, {"gzip", "gzip"}, {"GZIP;q=0.5", "gzip"},
			{"br;q=0, gzip", "gzip"}, {"br; q=0.1, gzip; q=0.9", "gzip"}, {"br;q=x", ""}, {"*", "br"}, {"*;q=0", ""}, {"deflate", ""},
		} {
			for _, path := range []string{"/rowlens.wasm", "/", "/app-1.js", "/formats/some.html"} {
				plain := get(h, path)
				w := get(h, path, "Accept-Encoding", c.accept)
				body, err := unpack[w.Header().Get("Content-Encoding")](w.Body)
				if w.Header().Get("Content-Encoding") != c.coding || err != nil || !bytes.Equal(body, plain.Body.Bytes()) {
					t.Errorf("%s for %q: coding %q, %d bytes, %v", path, c.accept, w.Header().Get("Content-Encoding"), len(body), err)
				}
				tag := w.Header().Get("ETag")
				if (tag == plain.Header().Get("ETag")) != (c.coding == "") || w.Header().Get("Vary") != "Accept-Encoding" {
					t.Errorf("%s for %q: tag %s, vary %q", path, c.accept, tag, w.Header().Get("Vary"))
				}
			}
		}
		if w := get(h, "/rowlens.html", "Accept-Encoding", "br"); w.Header().Get("Content-Encoding") != "" {
			t.Error("the page that is one file is packed twice")
		}
	}
}

func TestOtherSitesGetNoHandleOnThePage(t *testing.T) {
	h := get(site().Handler(), "/").Header()
	for _, name := range []string{"Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"} {
		if h.Get(name) != "same-origin" {
			t.Errorf("%s is %q", name, h.Get(name))
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

func TestWhatFormatsSayIsEscaped(t *testing.T) {
	h := site().Handler()
	for _, path := range []string{"/", "/formats/", "/formats/some.html", "/rowlens.html"} {
		body := get(h, path).Body.String()
		if strings.Contains(body, "<Format>") || strings.Contains(body, "<b></") || strings.Contains(body, `</script>\x00`) {
			t.Errorf("%s: a sample reached the page as markup", path)
		}
		if !strings.Contains(body, "&lt;Format&gt;") {
			t.Errorf("%s: the sample is missing", path)
		}
		if strings.Contains(body, " style=") {
			t.Errorf("%s: the page has an inline style, which the policy forbids", path)
		}
	}
}

func TestStaticFolderIsWhatIsServed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "page")
	if err := site().WriteStatic(dir); err != nil {
		t.Fatal(err)
	}
	h := site().Handler()
	for _, name := range []string{
		"index.html", "rowlens.wasm", "app-1.js", "worker-1.js", "sw.js", "early-1.js", "style-1.css",
		"rowlens.html", "formats/index.html", "formats/some.html",
	} {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(b, get(h, "/"+name).Body.Bytes()) {
			t.Errorf("%s differs from what is served: %v", name, err)
		}
	}
}

func TestServiceWorkerKnowsEveryFileAndItsVersion(t *testing.T) {
	keeper := func(s Site) string { return get(s.Handler(), "/sw.js").Body.String() }
	text := keeper(site())
	for _, name := range []string{`"./"`, `"index.html"`, `"rowlens.wasm"`, `"app-1.js"`, `"formats/some.html"`} {
		if !strings.Contains(text, name) {
			t.Errorf("it does not keep %s: %s", name, text)
		}
	}
	if keeper(site()) != text {
		t.Error("the same page has two versions")
	}
	other := site()
	other.Assets.(fstest.MapFS)["style-1.css"] = &fstest.MapFile{Data: []byte("another style")}
	if keeper(other) == text {
		t.Error("another page has the same version")
	}
}

// The policy of the single-file page lists its scripts by digest, so their text
// must be exactly the text in the file.
func TestSingleFileRunsWhatItsPolicyNames(t *testing.T) {
	var b bytes.Buffer
	if err := site().WriteSingle(&b); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	for _, text := range []string{"app", "early", "style"} {
		sum := sha256.Sum256([]byte(text))
		digest := base64.StdEncoding.EncodeToString(sum[:])
		if !strings.Contains(html, digest) && !strings.Contains(html, strings.ReplaceAll(digest, "+", "&#43;")) {
			t.Errorf("the policy does not name %s", text)
		}
		if !strings.Contains(html, ">"+text+"</") {
			t.Errorf("%s is not inside", text)
		}
	}
	if !strings.Contains(html, "connect-src &#39;none&#39;") {
		t.Error("it may connect somewhere")
	}
	bad := site()
	bad.Assets.(fstest.MapFS)["app-1.js"] = &fstest.MapFile{Data: []byte("'</SCRIPT>'")}
	if err := bad.WriteSingle(&b); err == nil {
		t.Error("a script that ends itself was put into the page")
	}
}

// Data must never become markup or code, so none of the ways to do that are used. Reading outerHTML is not one of
// them.
func TestBrowserCodeMakesNoMarkup(t *testing.T) {
	banned := regexp.MustCompile(`innerHTML|outerHTML\s*\+?=|\[\W?outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|srcdoc|document\.write|\beval\(|new Function|createContextualFragment|DOMParser|set(?:Timeout|Interval)\(["'\x60]|javascript:`)
	found := 0
	err := filepath.WalkDir("../web/src", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".js" {
			return err
		}
		found++
		b, err := os.ReadFile(name)
		for _, use := range banned.FindAllString(string(b), -1) {
			t.Errorf("%s uses %s: data reaches the page as text nodes only (dom.js)", name, use)
		}
		if n := bytes.Count(b, []byte("\n")); n > 500 {
			t.Errorf("%s has %d lines", name, n)
		}
		return err
	})
	if err != nil || found == 0 {
		t.Fatalf("no browser code found: %v", err)
	}
}
