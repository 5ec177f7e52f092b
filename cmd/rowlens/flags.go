package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rowlens/rowlens/codec/value"
)

// checkArguments refuses what cobra would misinterpret: a word that is not a command, and a long
// flag with a single dash, which POSIX reads as letters.
func checkArguments(root *cobra.Command, args []string) error {
	cmd, rest, err := root.Find(args)
	if err != nil || len(args) == 0 || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return err
	}
	if cmd == root && isFile(args[0]) && meant(args[0], commandNames(root)) == "" {
		return usage("%q is a file, not a command: `rowlens decode FILE` prints its rows, `rowlens inspect -f FILE` explains one", args[0])
	}
	if cmd == root && !strings.HasPrefix(args[0], "-") {
		return usage("there is no command %q%s (`rowlens help` lists all)", args[0], meant(args[0], commandNames(root)))
	}
	seen := map[string]bool{}
	for i := 0; i < len(rest) && rest[i] != "--"; i++ {
		name, given, valued := strings.Cut(strings.TrimLeft(rest[i], "-"), "=")
		dashes := len(rest[i]) - len(strings.TrimLeft(rest[i], "-"))
		f := cmd.Flag(name)
		if dashes == 1 && len(name) == 1 {
			f = cmd.Flags().ShorthandLookup(name)
		}
		switch {
		case dashes == 0 || f == nil:
		case dashes == 1 && len(name) > 1:
			return usage("there is no flag -%s; a flag with a long name has two dashes: --%s", name, name)
		case namesFile(f) && seen[f.Name]:
			return usage("%s is given twice, and only one FILE is read", dashed(f))
		case !valued && f.NoOptDefVal == "":
			if i++; i < len(rest) {
				given, valued = rest[i], true
			}
		}
		if dashes > 0 && f != nil && valued && given == "" && !mayBeEmpty(f) {
			return usage("%s has an empty value; leave the flag out if there is none", dashed(f))
		}
		if dashes > 0 && f != nil {
			seen[f.Name] = true
		}
	}
	return nil
}

// namesFile reports whether a flag takes one file. Given twice, the first file would not be read, and nothing would say so.
func namesFile(f *pflag.Flag) bool {
	value, _ := pflag.UnquoteUsage(f)
	return value == "FILE" && f.Value.Type() == "string"
}

// mayBeEmpty reports whether an empty value of a flag says something: a bound that is the start of all keys, or no label.
// That of any other flag is a variable of a script that nobody has set, and the command would do without what it should say.
func mayBeEmpty(f *pflag.Flag) bool {
	return f.Value.Type() != "string" || slices.Contains([]string{"start", "stop", "offset"}, f.Name)
}

// objectFlag parses the value of a flag that is a JSON object.
func objectFlag(name, text string) (value.Value, error) {
	v, err := value.Parse([]byte(text))
	if err == nil && v.Kind != value.Object {
		err = errors.New("expected an object, found " + v.Kind.String())
	}
	if err != nil {
		return value.Value{}, usage("--%s: %s", name, err)
	}
	return v, nil
}

// flagError describes what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.ValueRequiredError
	var wrong *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	switch {
	case errors.As(err, &missing):
		value, _ := pflag.UnquoteUsage(missing.GetFlag())
		return usage("%s needs a value: %s %s", dashed(missing.GetFlag()), dashed(missing.GetFlag()), value)
	case errors.As(err, &wrong) && errors.Is(err, strconv.ErrRange):
		return usage("%s %s: the number is too large", dashed(wrong.GetFlag()), wrong.GetValue())
	case errors.As(err, &wrong):
		expected := map[string]string{
			"bool": "true or false", "int": "a whole number", "int64": "a whole number",
			"uint": "a whole number, not negative", "uint32": "a whole number, not negative", "uint64": "a whole number, not negative",
			"size": "a number of bytes, or one with KiB, MiB or GiB",
		}[wrong.GetFlag().Value.Type()]
		return usage("%s %s: expected %s", dashed(wrong.GetFlag()), wrong.GetValue(), expected)
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	}
	return usage("%s", err)
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	name, dashes := unknown.GetSpecifiedName(), "--"
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name, dashes = letters, "-"
	}
	var found, names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, f.Name)
		if strings.EqualFold(f.Shorthand, name) {
			found = append(found, "-"+f.Shorthand)
		}
	})
	if len(found) == 0 {
		for _, n := range nearest(name, names) {
			found = append(found, "--"+n)
		}
	}
	switch {
	case len(found) > 0:
		return usage("there is no flag %s%s%s", dashes, name, question(found))
	case !cmd.HasParent():
		return usage("there is no flag %s%s in front of a command: write rowlens COMMAND %s%s", dashes, name, dashes, name)
	case dashes == "-":
		return usage("there is no flag -%s; put an argument that begins with a dash after --", name)
	}
	return usage("there is no flag --%s", name)
}

// dashed returns a flag as typed.
func dashed(f *pflag.Flag) string { return "--" + f.Name }

// group puts flags under a common heading in the help.
func group(cmd *cobra.Command, title string, flags ...string) {
	for _, name := range flags {
		cobra.CheckErr(cmd.Flags().SetAnnotation(name, groupKey, []string{title})) // the caller has declared the flag
	}
}

// undefaulted removes the defaults of flags from the help, where they only stand for nothing.
func undefaulted(cmd *cobra.Command, flags ...string) {
	for _, name := range flags {
		cmd.Flags().Lookup(name).DefValue = ""
	}
}

const (
	groupKey = "rowlens_group"
	ownFlags = "Flags" // for flags without a group
)

// flag is one flag, as shown in help and manual.
type flag struct{ *pflag.Flag }

// head returns "-f, --file FILE".
func (f flag) head() string {
	value, _ := pflag.UnquoteUsage(f.Flag)
	short := "    "
	if f.Shorthand != "" {
		short = "-" + f.Shorthand + ", "
	}
	return strings.TrimRight(short+dashed(f.Flag)+" "+value, " ")
}

// does returns the description of the flag, with the default.
func (f flag) does() string {
	_, text := pflag.UnquoteUsage(f.Flag)
	if !slices.Contains([]string{"", "false", "0", "[]"}, f.DefValue) {
		text += " (default " + f.DefValue + ")"
	}
	return text
}

// flagGroup is the flags under one heading of the help.
type flagGroup struct {
	title string
	flags []flag
}

// flagGroups returns the flags of a command, its own first.
func flagGroups(cmd *cobra.Command) []flagGroup {
	groups := []flagGroup{{title: ownFlags}}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		title := ownFlags
		if list := f.Annotations[groupKey]; len(list) > 0 {
			title = list[0]
		}
		at := slices.IndexFunc(groups, func(g flagGroup) bool { return g.title == title })
		if at < 0 {
			at = len(groups)
			groups = append(groups, flagGroup{title: title})
		}
		groups[at].flags = append(groups[at].flags, flag{f})
	})
	return groups
}
