package cell

import (
	"strconv"
	"strings"

	"github.com/rowlens/rowlens/codec/format"
)

// metaVersionMax and indexFormatMax are the newest versions that upstream supports. It refuses
// anything newer, and a file larger than metaSizeMax.
const (
	metaVersionMax = 1
	metaSizeMax    = 4 << 20
)

// addMeta reads the text of MARYK_META.yml: names and key sizes of the models, and the format of
// index keys. It accepts the subset of YAML that upstream writes:
//
//	version: 1
//	indexKeyFormatVersion: 2
//	models:
//	  1:
//	    name: Ware
//	    keySize: 10
//
// Without indexKeyFormatVersion the format is 1.
func (s *Schema) addMeta(text string) error {
	if len(text) > metaSizeMax {
		return format.Refuse("meta", "expected at most 4 MiB")
	}
	s.IndexFormat, s.Stated = IndexFormat1, true
	var m *Model
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \r")
		trimmed := strings.TrimLeft(line, " ")
		if trimmed == "" || trimmed[0] == '#' || trimmed == "---" {
			continue
		}
		name, val, found := strings.Cut(trimmed, ":")
		val = unquote(strings.TrimSpace(val))
		where := "meta, line " + strconv.Itoa(n+1)
		if !found {
			return format.Refuse(where, "expected a name and a colon")
		}
		indent := len(line) - len(trimmed)
		switch {
		case indent == 0:
			m = nil
			if err := s.metaTop(where, name, val); err != nil {
				return err
			}
		case val == "":
			number, err := strconv.ParseUint(unquote(name), 10, 32)
			if err != nil {
				return format.Refuse(where, "expected the number of a model")
			}
			m = s.add(uint32(number))
		case m == nil:
			return format.Refuse(where, "expected the number of a model first")
		case name == "name":
			m.Name = val
		case name == "keySize":
			size, err := strconv.ParseUint(val, 10, 32)
			if err != nil || size > keySizeMax {
				return format.Refuse(where, "expected a number of bytes")
			}
			m.KeySize = int(size)
		}
	}
	return nil
}

func (s *Schema) metaTop(where, name, val string) error {
	switch name {
	case "version":
		if v, err := strconv.ParseInt(val, 10, 64); err != nil || v > metaVersionMax {
			return format.Refuse(where, "expected version 1")
		}
	case "indexKeyFormatVersion":
		v, err := strconv.Atoi(val)
		if err != nil || v < IndexFormat1 || v > IndexFormat2 {
			return format.Refuse(where, "expected 1 or 2")
		}
		s.IndexFormat = v
	}
	return nil
}

func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
