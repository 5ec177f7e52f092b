package inspector

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/rowlens/rowlens"
)

// Inside is the content of the single-file page.
type Inside struct {
	App, Early, Worker, Style string
	Decoder                   string // gzip, then base64
}

// WriteSingle writes the page as one HTML file that needs neither other files nor a
// network, which its own policy enforces.
func (s Site) WriteSingle(w io.Writer) error {
	m, err := readManifest(s.Assets)
	if err != nil {
		return err
	}
	in := &Inside{}
	for _, f := range []struct {
		to        *string
		name, tag string
	}{{&in.App, m.App, "script"}, {&in.Early, m.Early, "script"}, {&in.Worker, m.Worker, "script"}, {&in.Style, m.Style, "style"}} {
		b, err := fs.ReadFile(s.Assets, f.name)
		if err != nil {
			return err
		}
		*f.to = string(b)
		if lower := strings.ToLower(*f.to); strings.Contains(lower, "</"+f.tag) || strings.Contains(lower, "<!--") {
			return fmt.Errorf("%s holds what would end it inside of a page", f.name)
		}
	}
	kept, err := readAsset(s.Assets, m.Decoder)
	if err != nil {
		return err
	}
	decoder, err := kept.body()
	if err != nil {
		return err
	}
	if in.Decoder, err = packed(decoder); err != nil {
		return err
	}
	shell := Shell{Samples: SamplesOf(s.Formats), Policy: in.policy(), Inside: in}
	if err := Page(shell).Render(context.Background(), w); err != nil {
		return err
	}
	_, err = io.WriteString(w, comment(rowlens.Licences()))
	return err
}

// comment returns an HTML comment. Nothing in the text can end it.
func comment(text string) string {
	return "\n<!--\n" + strings.NewReplacer("-->", "-- >", "--!>", "-- !>").Replace(text) + "-->\n"
}

// policy allows exactly these scripts and styles, and no connections. The worker's
// script runs from a blob: URL of the page.
func (in *Inside) policy() string {
	digest := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; script-src " + digest(in.App) + " " + digest(in.Early) + " 'wasm-unsafe-eval'; style-src " + digest(in.Style) +
		"; img-src data:; connect-src 'none'; worker-src blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types rowlens-worker"
}

// packed returns base64 of gzip, which a text file can contain and browsers can decompress.
func packed(b []byte) (string, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(b); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}

// element returns an element around raw text, which WriteSingle has checked.
func element(tag, attributes, text string) string {
	return "<" + tag + attributes + ">" + text + "</" + tag + ">"
}
