package main

import (
	"errors"
	"flag"

	"github.com/rowlens/rowlens/internal/envelope"
)

func (r *reading) decryptFlag(fs *flag.FlagSet) {
	fs.StringVar(&r.decrypt, "decrypt-key", "", "decrypt values with the AES key in `FILE`: hex digits, bytes, or JSON of several keys (docs/cli.md)")
}

// openKey reads the key file. What is in it is never printed.
func (r *reading) openKey() error {
	if r.decrypt == "" {
		return nil
	}
	text, err := readWhole(r.decrypt)
	if err != nil {
		return err
	}
	if len(text) > envelope.FileMax {
		return unreadable(errors.New(r.decrypt + ": " + envelope.ErrKeyFile.Error()))
	}
	keys, err := envelope.Parse(text)
	if err != nil {
		return unreadable(errors.New(r.decrypt + ": " + err.Error()))
	}
	r.opener = keys
	return nil
}

// hintKey tells somebody whose key cannot be used: a value is bound to the place that
// its model says.
func (c *call) hintKey(r *reading) {
	if r.opener != nil && r.schemas == nil {
		c.say("note: --decrypt-key is not used: it needs the models, from the dump or --model")
	}
}
