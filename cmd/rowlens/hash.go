package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/value"
)

func hashCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hash [NAME...] [FLAGS]",
		Short: "print the codes of names, or find the name of a code",
		Long: "Prints the hash code of each name: signed, as in the fields, and in hex.\n\n" +
			"--find goes the other way: it hashes every line of the file that --words names and prints those that have the code. A " +
			"code is a signed or unsigned number, or hex with 0x.",
		Example: `  # two tables
  rowlens hash social.user_likes shop.orders
  # which name is it?
  rowlens hash --find 693920529 --words words.txt`,
	}
	fs := cmd.Flags()
	x := &hashCall{call: c}
	fs.StringVar(&x.format, "format", "", "the codes of this `FORMAT`; needed only when more than one hashes names")
	fs.StringVar(&x.find, "find", "", "find the names that have this `CODE`")
	fs.StringVar(&x.words, "words", "", "`FILE` with a name a line, for --find; - is standard input")
	fs.BoolVar(&x.json, "json", false, "print JSON Lines")
	completes(cmd, "format", completeFormats)
	completesNothing(cmd, "find")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(x.run)
	return cmd
}

type hashCall struct {
	*call
	format, find, words string
	json                bool
}

func (x *hashCall) run(args []string) error {
	f, err := x.hashing()
	if err != nil {
		return err
	}
	if x.find != "" || x.words != "" {
		if x.find == "" || x.words == "" || len(args) > 0 {
			return usage("--find CODE and --words FILE go together, without names")
		}
		return x.search(f)
	}
	if len(args) == 0 {
		return usage("give the names to hash, or --find CODE --words FILE")
	}
	for _, name := range args {
		if err := x.print(f, name); err != nil {
			return err
		}
	}
	return nil
}

// hashing determines the format that hashes names.
func (x *hashCall) hashing() (*format.Format, error) {
	var list []string
	var only *format.Format
	for _, f := range codec.Formats() {
		if f.Code == nil {
			continue
		}
		if f.ID == x.format {
			return f, nil
		}
		list, only = append(list, f.ID), f
	}
	if x.format != "" || len(list) != 1 {
		return nil, usage("--format says whose codes%s Names are hashed by: %s", ended(meant(x.format, list)), strings.Join(list, ", "))
	}
	return only, nil
}

func (x *hashCall) print(f *format.Format, name string) error {
	code := f.Code(name)
	if !x.json {
		stored := ""
		if f.Stored != nil {
			stored = fmt.Sprintf("  %x", f.Stored(code))
		}
		_, err := fmt.Fprintf(x.out, "%11d  0x%08x%s  %s\n", code, uint32(code), stored, screen.Visible(name))
		return err
	}
	var w value.Writer
	w.Object()
	w.Key("format")
	w.String(f.ID)
	w.Key("name")
	w.String(name)
	w.Key("code")
	w.Int(int64(code))
	w.Key("hex")
	w.String(fmt.Sprintf("%08x", uint32(code)))
	if f.Stored != nil {
		w.Key("stored")
		w.Hex(f.Stored(code))
	}
	w.EndObject()
	_, err := x.out.Write(append(w.Buf, '\n'))
	return err
}

func (x *hashCall) search(f *format.Format) error {
	code, err := parseCode(x.find)
	if err != nil {
		return err
	}
	defer x.progress([]string{x.words}, true, nil)()
	in, err := x.openInput(x.words)
	if err != nil {
		return unreadable(fileError(err))
	}
	defer in.Close()
	lines, found := newLineReader(in, lineMax), 0
	for {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return unreadable(errors.New(x.words + ": " + fileError(err).Error()))
		}
		if name := string(line); name != "" && f.Code(name) == code {
			found++
			if err := x.print(f, name); err != nil {
				return err
			}
		}
	}
	if found == 0 {
		return failed(exitFailed, errors.New("no line of "+x.words+" has the code "+x.find))
	}
	return nil
}

// parseCode parses a 32-bit code, signed or unsigned.
func parseCode(text string) (int32, error) {
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil || n < -1<<31 || n >= 1<<32 {
		return 0, usage("--find %s: expected a 32-bit number, in decimal or as 0x…", text)
	}
	return int32(uint32(n)), nil
}
