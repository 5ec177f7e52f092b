package scanshell

import (
	"errors"

	"github.com/rowlens/rowlens/codec/value"
)

// LDB returns the beginning of a command of RocksDB's ldb: everything before the verb. cf is the
// column family, in hex if its name is bytes as in Maryk, empty for the default one. A database of
// a newer release than ldb has options that ldb does not know. ldb then opens a column family only
// if told to ignore them, so the command always does.
func LDB(cf string) (string, error) {
	if cf == "" {
		return "ldb --db=DIR --hex", nil
	}
	word, err := posixWord(familyName(cf))
	if err != nil {
		return "", errors.New("cf: " + err.Error())
	}
	return "ldb --db=DIR --ignore_unknown_options --column_family=" + word + " --hex", nil
}

// familyName returns the name of a column family, which is usually given in hex.
func familyName(cf string) []byte {
	if b, ok := value.DecodeHex(cf); ok {
		return b
	}
	return []byte(cf)
}

// posixWord writes a word for bash, zsh or ksh, in $'…' if it needs quotes.
func posixWord(name []byte) (string, error) {
	const digits = "0123456789abcdef"
	var text []byte
	plain := len(name) > 0
	for _, c := range name {
		switch {
		case c == 0:
			return "", errors.New("the column family's name has a zero byte, which no command line can have")
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '_', c == '-', c == '.', c == '/':
			text = append(text, c)
			continue
		}
		plain = false
		text = append(text, '\\', 'x', digits[c>>4], digits[c&15])
	}
	if plain {
		return string(text), nil
	}
	return "$'" + string(text) + "'", nil
}
