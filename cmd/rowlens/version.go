package main

import (
	"runtime"

	"github.com/spf13/cobra"

	module "github.com/rowlens/rowlens"
	"github.com/rowlens/rowlens/codec/value"
	release "github.com/rowlens/rowlens/internal/version"
)

func versionCommand(c *call) *cobra.Command {
	var json, licences bool
	cmd := &cobra.Command{
		Use:   "version [FLAGS]",
		Short: "print the version",
		Long: "Prints the version of rowlens, the version of Go that built it, and the system that it was built for. `rowlens " +
			"--version` and `rowlens -V` do the same. --licences prints the licences of rowlens and of everything that is linked " +
			"into it.",
		Example: `  # which one is this?
  rowlens version
  # for a program
  rowlens version --json
  # the licences of everything in it
  rowlens version --licences`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.RunE = c.runs(func(args []string) error {
		if licences && json {
			return usage("--json and --licences exclude each other")
		}
		if licences && len(args) == 0 {
			_, err := c.out.WriteString(module.Licences())
			return err
		}
		return c.version(args, json)
	})
	cmd.Flags().BoolVar(&json, "json", false, "print JSON: version, go, os, arch")
	cmd.Flags().BoolVar(&licences, "licences", false, "print the licences of rowlens and of what is linked into it")
	return cmd
}

func (c *call) version(args []string, json bool) error {
	if len(args) > 0 {
		return usage("version takes no arguments")
	}
	if !json {
		_, err := c.out.WriteString("rowlens " + version() + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + "\n")
		return err
	}
	var w value.Writer
	w.Object()
	for _, m := range [...]struct{ key, text string }{
		{"version", version()}, {"go", runtime.Version()}, {"os", runtime.GOOS}, {"arch", runtime.GOARCH},
	} {
		w.Key(m.key)
		w.String(m.text)
	}
	w.EndObject()
	_, err := c.out.Write(append(w.Buf, '\n'))
	return err
}

func version() string { return release.Version }
