package main

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rowlens/rowlens/codec/filter"
)

// filter parses --where.
func (x *decodeCall) filter() (*filter.Filter, error) {
	f, err := filter.ParseAt(x.where, time.Now().UnixMilli())
	switch {
	case err != nil:
		return nil, usage("--where: %s", err)
	case f == nil && x.filtered:
		return nil, usage("--where: expected an expression such as record=edge-index, found none")
	case f == nil:
		return nil, nil
	}
	if member, value, names := f.Unknown(); member != "" {
		kind := map[string]string{"format": "format", "record": "record kind"}[member]
		return nil, usage("--where: there is no %s %q%s `rowlens formats` lists all", kind, value, ended(meant(value, names)))
	}
	return f, nil
}

// checkWhere refuses a member that no row had, unless rows of these formats or of the
// model can have it: most likely it is misspelt. It refuses a part that is compared with a text.
func (x *decodeCall) checkWhere(where *filter.Filter) error {
	if where == nil {
		return nil
	}
	if name, text := where.NoHex(); name != "" {
		return usage("--where: %s is compared in hex, which %q is not; the hex of this text is %x", name, text, text)
	}
	name := where.Misspelt(x.modelHas)
	if name == "" {
		return nil
	}
	known := filter.Members()
	last := name[strings.LastIndexByte(name, '.')+1:]
	hint := meant(name, known)
	if hint == "" && slices.Contains(known, last) {
		hint = question([]string{last})
	}
	return usage("--where: no row has a member %q%s", name, hint)
}

// modelHas reports whether the name is among the texts in the model.
func (x *decodeCall) modelHas(name string) bool {
	return bytes.Contains(x.rules, strconv.AppendQuote(nil, name))
}
