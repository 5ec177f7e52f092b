package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/rowlens/rowlens/internal/version"
)

const (
	billSuffix = ".cdx.json"
	site       = "https://github.com/rowlens/rowlens"
	authors    = "The rowlens authors"
	licence    = "Apache-2.0"
	summary    = "Decodes and explains the bytes that databases store, row by row and byte by byte"
	details    = "It reads dumps, scans and the files of HBase, Accumulo, RocksDB and LMDB, says what every\nbyte means, verifies and compares, and writes the same bytes again. The page is inside:\nrowlens serve."
)

// bill returns an artefact's bill of materials in CycloneDX format.
func (r *release) bill(a *artefact) ([]byte, error) {
	bom := cdx.NewBOM()
	id := a.sha256
	// A UUID made from a hash has version 8.
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%s-%s-8%s-8%s-%s", id[:8], id[8:12], id[13:16], id[17:20], id[20:32])
	bom.Metadata = &cdx.Metadata{
		Timestamp: r.when.Format(time.RFC3339),
		Component: &cdx.Component{
			BOMRef:    a.name,
			Type:      cdx.ComponentTypeApplication,
			Name:      "rowlens",
			Version:   version.Version,
			Publisher: authors,
			Hashes:    &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: a.sha256}},
			Licenses:  licenceOf(licence),
			ExternalReferences: &[]cdx.ExternalReference{
				{Type: cdx.ERTypeVCS, URL: site},
				{Type: cdx.ERTypeDistribution, URL: site + "/releases/download/v" + version.Version + "/" + a.name},
			},
		},
	}
	thirdParty, err := os.ReadFile(r.path("THIRD_PARTY"))
	if err != nil {
		return nil, err
	}
	components, refs := []cdx.Component{}, []string{}
	for _, m := range a.modules {
		c, err := m.component(string(thirdParty))
		if err != nil {
			return nil, err
		}
		components, refs = append(components, c), append(refs, c.BOMRef)
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: a.name, Dependencies: &refs}}
	var b bytes.Buffer
	err = cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false).EncodeVersion(bom, cdx.SpecVersion1_6)
	return b.Bytes(), err
}

func licenceOf(id string) *cdx.Licenses { return &cdx.Licenses{{License: &cdx.License{ID: id}}} }

// component describes a module. Go's hash of a module is the SHA-256 of a list of its files.
func (m module) component(thirdParty string) (cdx.Component, error) {
	licences, err := m.licences(thirdParty)
	if err != nil {
		return cdx.Component{}, err
	}
	registry := m.registry
	if registry == "" {
		registry = "golang"
	}
	url := "pkg:" + registry + "/" + strings.Replace(m.path, ":", "/", 1) + "@" + m.version
	c := cdx.Component{
		BOMRef: url, PackageURL: url, Type: cdx.ComponentTypeLibrary,
		Name: m.path, Version: m.version, Scope: cdx.ScopeRequired, Licenses: licences,
	}
	if m.beside {
		c.Description = "is not in the artefact: it is loaded from beside it"
	}
	if m.sum != "" {
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.sum, "h1:"))
		if err != nil {
			return c, fmt.Errorf("%s has the hash %q: %w", m.path, m.sum, err)
		}
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}}
	}
	return c, nil
}
