package inspector

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// PackedSuffix ends the name of an asset that is stored compressed with Brotli. The
// decoder is, which halves the size of the command.
const PackedSuffix = ".br"

// Pack compresses an asset for a name that ends in PackedSuffix, as far as possible, because every visitor's first key waits for
// it. It takes half a minute for the decoder, so a build does it once for each decoder.
func Pack(b []byte) ([]byte, error) {
	return pack(b, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	})
}

// Unpack is the inverse of Pack.
func Unpack(packed []byte) ([]byte, error) {
	b, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("what is kept packed with Brotli does not unpack: %w", err)
	}
	return b, nil
}

func pack(b []byte, to func(io.Writer) io.WriteCloser) ([]byte, error) {
	var out bytes.Buffer
	w := to(&out)
	_, err := w.Write(b)
	err = errors.Join(err, w.Close())
	return out.Bytes(), err
}

// asset is a file among the assets as stored, compressed or not.
type asset struct {
	kept   []byte
	packed bool
}

func readAsset(assets fs.FS, name string) (asset, error) {
	kept, err := fs.ReadFile(assets, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return asset{kept: kept}, err
	}
	packed, packedErr := fs.ReadFile(assets, name+PackedSuffix)
	if packedErr != nil {
		return asset{}, err
	}
	return asset{kept: packed, packed: true}, nil
}

// body returns the uncompressed content of the file.
func (a asset) body() ([]byte, error) {
	if !a.packed {
		return a.kept, nil
	}
	return Unpack(a.kept)
}

// coding is a form in which a file can be sent, by its name in HTTP.
type coding struct {
	name string
	make func(io.Writer) io.WriteCloser
}

// codings are in order of preference.
var codings = []coding{
	{"br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.DefaultCompression) }},
	{"gzip", func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }},
}

// codedForms returns, for each coding, a function that encodes the file on its first call.
func codedForms(body func() ([]byte, error), a asset) map[string]func() ([]byte, error) {
	forms := map[string]func() ([]byte, error){}
	for _, c := range codings {
		forms[c.name] = sync.OnceValues(func() ([]byte, error) {
			if c.name == "br" && a.packed {
				return a.kept, nil
			}
			b, err := body()
			if err != nil {
				return nil, err
			}
			return pack(b, c.make)
		})
	}
	return forms
}

// codable reports whether compression makes a file smaller. The single-file page is compressed inside.
func codable(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".css", ".wasm", ".txt":
		return name != SingleName
	}
	return false
}

// accepted returns which of our codings an Accept-Encoding header prefers, or "".
func accepted(header string) string {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(header, ",") {
		name, rest, _ := strings.Cut(item, ";")
		weight := 1.0
		if q, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			weight, _ = strconv.ParseFloat(q, 64) // what is not a number accepts nothing
		}
		weights[strings.ToLower(strings.TrimSpace(name))] = weight
	}
	best, most := "", 0.0
	for _, c := range codings {
		weight, named := weights[c.name]
		if !named {
			weight = weights["*"]
		}
		if weight > most {
			best, most = c.name, weight
		}
	}
	return best
}
