package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/internal/envelope"
)

func (r *reading) decryptFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.decrypt, "decrypt-key", "",
		"decrypt values with the AES key in `FILE`: hex digits, bytes, or JSON of several keys (docs/cli.md)")
	group(cmd, inputFlags, "decrypt-key")
}

// openKey reads the key file. Its content is never printed.
func (r *reading) openKey() error {
	if r.decrypt == "" {
		return nil
	}
	text, err := r.side(r.decrypt, envelope.FileMax)
	if err != nil {
		return err
	}
	keys, err := envelope.Parse(text)
	if err != nil {
		return unreadable(errors.New(r.decrypt + ": " + err.Error()))
	}
	if info, err := os.Stat(r.decrypt); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		r.note("note: others on this machine can read " + r.decrypt + ": chmod 600 keeps the key private")
	}
	r.opener = keys
	return nil
}

// hintKey advises a user whose key cannot be used: decryption needs the value's place, which the
// model provides.
func (r *reading) hintKey() {
	if r.opener != nil && r.schemas == nil {
		r.say("note: --decrypt-key is not used: it needs the models, from the dump or --model")
	}
}
