package main

import (
	"flag"
	"runtime"

	release "github.com/rowlens/rowlens/internal/version"
)

func versionCommand() *command {
	return &command{
		name:     "version",
		summary:  "print the version",
		text:     "Prints the version of rowlens and of the Go that built it.",
		examples: []example{{"which one is this?", "rowlens version"}},
		setup: func(c *call, _ *flag.FlagSet) func([]string) error {
			return func(args []string) error {
				if len(args) > 0 {
					return usage("version takes no arguments")
				}
				_, err := c.out.WriteString("rowlens " + version() + " " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + "\n")
				return err
			}
		},
	}
}

func version() string { return release.Version }
