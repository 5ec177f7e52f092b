package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/format"
	"github.com/rowlens/rowlens/codec/schema"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func modelCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "model FILE [MODEL | FILE] [FLAGS]",
		Short: "print or compare the models that a database carries",
		Long: "Prints the stored definitions of models as text: keys, indexes, properties with their types, and the models and enums " +
			"that they need. MODEL, a number or name, picks one.\n\n" +
			"FILE is a dump that contains models (such as the Model family of Maryk on RocksDB, or a database of Implexus, whose " +
			"models are the configurations of its categories, catalogues and indexes), a stored definition by itself (raw, or hex " +
			"with the dependents on a second line), or what --json printed. - is standard input.\n\n" +
			"A second FILE is compared with the first. For each difference it says what a reader of the second models can do with " +
			"data of the first: it is compatible, or rows must be rebuilt or checked (migrate), or it breaks. Exit code 4 means that " +
			"they differ, 1 that something breaks. Two schemas, as --model of other commands takes them, are compared the same " +
			"way.\n\n" +
			"--json prints what --model of other commands takes, with all definitions spelled out beside the stored bytes. --yaml " +
			"prints Maryk's own form. --hex writes the stored bytes of one model anew: the definition, and its dependents on a " +
			"second line.",
		Example: `  # the models of a dump
  rowlens model rows.jsonl
  # as a file for --model
  rowlens model --json rows.jsonl > found.json
  # whether a program with these models can read the data of a dump
  rowlens model rows.jsonl models.json
  # the stored bytes of one model, and back
  rowlens model --hex models.json Memo | rowlens model -`,
	}
	fs := cmd.Flags()
	x := &modelCall{reading: reading{call: c}}
	fs.StringVar(&x.format, "format", "", "only this `FORMAT`")
	fs.StringVar(&x.form, "input-form", "", "read a dump as `FORM` instead of detecting it; `rowlens formats --forms` lists all")
	fs.StringVar(&x.cf, "cf", "", "column `FAMILY` of a RocksDB dump that does not name it: hex, or TYPE/MODEL such as model/1")
	fs.UintVar(&x.number, "number", 1, "give a single definition the number `N`")
	fs.BoolVar(&x.json, "json", false, "print JSON that --model takes")
	fs.BoolVar(&x.yaml, "yaml", false, "print the models in the YAML of the database's own program")
	fs.BoolVar(&x.hex, "hex", false, "print the stored bytes of one model")
	x.numberingFlag(cmd)
	completes(cmd, "format", completeFormats)
	completes(cmd, "input-form", completeForms)
	completesNothing(cmd, "cf", "number")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 { // a model was given
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveDefault
	}
	cmd.RunE = c.runs(func(args []string) error { return x.orLost(x.run(args)) })
	return cmd
}

type modelCall struct {
	reading
	number          uint
	json, yaml, hex bool
}

// definitionMax is the length up to which a text is tried as something other than a dump.
const definitionMax = 16 << 20

func (x *modelCall) run(args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return usage("model takes a file, and a model's number or name")
	}
	if x.json && x.hex || x.json && x.yaml || x.yaml && x.hex {
		return usage("--json, --yaml and --hex exclude each other")
	}
	if x.number > 1<<32-1 {
		return usage("--number: expected a number of at most 32 bits")
	}
	if err := x.open(); err != nil {
		return err
	}
	both := len(args) == 2 && isFile(args[1])
	if both && !x.yaml && !x.hex {
		if done, err := x.compareSchemas(args); done {
			return err
		}
	}
	f, models, err := x.read(args[0])
	if err != nil {
		return err
	}
	if both {
		return x.compare(f, models, args)
	}
	if models, err = x.pick(f, models, args[0], args[1:]); err != nil {
		return err
	}
	switch {
	case x.json:
		var w value.Writer
		if err := f.Models.Write(&w, models); err != nil {
			return unreadable(err)
		}
		_, err = x.out.Write(append(w.Buf, '\n'))
		return err
	case x.hex && f.Models.Read == nil:
		return usage("--hex: models of %s are not stored as bytes of their own", f.Title)
	case x.hex:
		return f.Models.Stored(models, func(_ uint32, _ string, parts []store.Part) {
			for _, p := range parts {
				fmt.Fprintf(x.out, "%x\n", p.Bytes)
			}
		})
	}
	appendText := f.Models.AppendText
	if x.yaml {
		if appendText = f.Models.AppendYAML; appendText == nil {
			return usage("--yaml: models of %s have no such form", f.Title)
		}
	}
	text, err := appendText(nil, models)
	if err != nil {
		return unreadable(err)
	}
	if x.yaml {
		_, err = x.out.Write(text)
		return err
	}
	s := x.screen()
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		s.Put(screen.Plain, line)
		s.Line()
	}
	return x.show(s)
}

// read finds the models in a file, which may be one for --model, a stored definition, or a dump.
func (x *modelCall) read(name string) (*format.Format, value.Value, error) {
	defer x.progress([]string{name}, false, nil)()
	if names, err := x.openStores([]string{name}); err != nil {
		return nil, value.Value{}, err
	} else if x.isGiven(names[0]) {
		return x.readStore(name)
	}
	in, err := x.openInput(name)
	if err != nil {
		return nil, value.Value{}, unreadable(fileError(err))
	}
	defer in.Close()
	head, err := io.ReadAll(io.LimitReader(in, definitionMax+1))
	if err != nil {
		return nil, value.Value{}, unreadable(fileError(err))
	}
	var why error
	if len(head) <= definitionMax {
		f, models, err := x.definition(head)
		if f != nil {
			return f, models, nil
		}
		why = err
	}
	find := &search{reading: &x.reading, finder: schema.FindAll(x.format)}
	if find.finder == nil {
		return nil, value.Value{}, usage("databases of %s carry no models", x.format)
	}
	if err := find.rows(io.MultiReader(bytes.NewReader(head), in), name, false); err != nil {
		return nil, value.Value{}, err
	}
	if f, models := x.found(find); f != nil {
		x.incomplete(find, name)
		return f, models, nil
	}
	hint := ""
	if !find.placed && x.cf == "" {
		hint = "; if it is a dump of one column family, --cf says which"
	}
	if why != nil {
		hint = ": " + why.Error() + hint
	}
	return nil, value.Value{}, unreadable(errors.New(name + ": there is no model in it" + hint))
}

// incomplete reports the rows that were skipped in the search: there may have been models in them.
func (x *modelCall) incomplete(find *search, name string) {
	if find.unread == 0 {
		return
	}
	x.lost = true
	x.say(fmt.Sprintf("%s: %s could not be read, so models may be missing; %s", shownInput(name), count(find.unread, "row"), find.why))
}

// found returns the models of the first format that has any.
func (x *modelCall) found(find *search) (*format.Format, value.Value) {
	for _, found := range find.finder.Found() {
		for _, p := range found.Problems {
			x.note("note: " + p.Error())
		}
		if !found.Models.IsNull() {
			return found.Format, x.numberedFor(found.Format, found.Models)
		}
	}
	return nil, value.Value{}
}

// readStore finds the models in a store.
func (x *modelCall) readStore(name string) (*format.Format, value.Value, error) {
	find := &search{reading: &x.reading, finder: schema.FindAll(x.format), only: true}
	if find.finder == nil {
		return nil, value.Value{}, usage("databases of %s carry no models", x.format)
	}
	if err := find.stores(); err != nil {
		return nil, value.Value{}, err
	}
	if f, models := x.found(find); f != nil {
		return f, models, nil
	}
	return nil, value.Value{}, unreadable(errors.New(name + ": there is no model in it"))
}

// numberedFor adds the numbering from --family-numbering to the models of a format that numbers families.
func (x *modelCall) numberedFor(f *format.Format, models value.Value) value.Value {
	if f.Models.Numberings == nil {
		return models
	}
	return x.numbered(models)
}

// definition reads models in the forms that --model accepts, or a stored definition. The error
// is that of the nearest reading.
func (x *modelCall) definition(text []byte) (_ *format.Format, _ value.Value, err error) {
	if v, bad := value.Parse(text); bad == nil {
		for _, f := range codec.Formats() {
			if f.Models == nil || x.format != "" && x.format != f.ID {
				continue
			}
			if f.Models.Apart { // options alone are a schema, too, but not a model
				if text, bad := f.Models.AppendText(nil, v); bad == nil && len(text) > 0 {
					return f, v, nil
				}
				continue
			}
			if _, err = f.ParseSchema(v); err == nil {
				return f, v, nil
			}
		}
		return nil, value.Value{}, err
	}
	if f, v, bad := schema.ReadStored(text, uint32(x.number), x.format); bad == nil {
		return f, v, nil
	}
	if f, v, ok := schema.Described(text, x.format); ok {
		return f, v, nil
	}
	return nil, value.Value{}, nil
}

// pick keeps only the named model, if one is named; --hex needs exactly one.
func (x *modelCall) pick(f *format.Format, models value.Value, file string, named []string) (value.Value, error) {
	var list, names []string
	picked := ""
	err := f.Models.Stored(models, func(number uint32, name string, _ []store.Part) {
		n := strconv.FormatUint(uint64(number), 10)
		list, names = append(list, n+" "+screen.Visible(name)), append(names, name)
		if len(named) > 0 && (named[0] == n || named[0] == name) {
			picked = n
		}
	})
	if err != nil {
		return models, unreadable(errors.New(file + ": " + err.Error()))
	}
	switch {
	case picked != "":
		return format.PickModel(models, picked), nil
	case len(named) > 0:
		hint := ended(meant(named[0], names))
		return models, usage("there is no model %q in %s%s There are: %s", named[0], file, hint, strings.Join(list, ", "))
	case x.hex && len(list) > 1:
		return models, usage("--hex prints one model; name one of %s", strings.Join(list, ", "))
	}
	return models, nil
}
