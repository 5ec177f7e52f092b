package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/codec/dump"
)

func completionCommand(c *call) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell [FLAGS]",
		Short: "print the completion script of a shell",
		Long: "Prints a script that makes the shell complete commands, flags, formats, record kinds, forms and file names.\n\n" +
			"bash, with the package bash-completion: `source <(rowlens completion bash)`. zsh: write it to a file called _rowlens in " +
			"a folder of $fpath. fish: `rowlens completion fish | source`. PowerShell: `rowlens completion powershell | Out-String | " +
			"Invoke-Expression`.",
		Example: `  # for bash
  rowlens completion bash | bash -n
  # for zsh
  rowlens completion zsh > _rowlens`,
		ValidArgsFunction: completeOnce(shells...),
		RunE: c.runs(func(args []string) error {
			if len(args) != 1 {
				return usage("name one shell: bash, zsh, fish or powershell")
			}
			root := newRoot(c)
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(c.out, true)
			case "zsh":
				return root.GenZshCompletion(c.out)
			case "fish":
				return root.GenFishCompletion(c.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(c.out)
			}
			return unknown("completion for", args[0], shells)
		}),
	}
}

// completes sets how the value of a flag is completed.
func completes(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc(flag, f)) // the caller has declared the flag
}

// completesNothing prevents completing file names for values that are not files.
func completesNothing(cmd *cobra.Command, flags ...string) {
	for _, f := range flags {
		completes(cmd, f, cobra.NoFileCompletions)
	}
}

// completeNames completes a value that is one of a few names.
func completeNames(names ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
}

// completeOnce completes the first argument and no others.
func completeOnce(names ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

func completeCommands(cmd *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	for _, sub := range cmd.Root().Commands() {
		if len(args) == 0 && !sub.Hidden {
			list = append(list, cobra.CompletionWithDesc(sub.Name(), sub.Short))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func completeFormats(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, f := range codec.Formats() {
		list = append(list, cobra.CompletionWithDesc(f.ID, f.Title))
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func completeForms(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, f := range dump.Forms() {
		list = append(list, cobra.CompletionWithDesc(f.ID, f.Title))
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeRecords completes the record kinds of the format given by --format.
func (r *reading) completeRecords(*cobra.Command, []string, string) (list []string, _ cobra.ShellCompDirective) {
	for _, f := range codec.Formats() {
		for i := range f.Records {
			if rec := &f.Records[i]; (r.format == "" || r.format == f.ID) && slices.Contains(recordNames(f), rec.Name) {
				list = append(list, cobra.CompletionWithDesc(rec.Name, f.Title+" "+rec.Title))
			}
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func completeZones(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return zoneNames(), cobra.ShellCompDirectiveNoFileComp
}
