// Command rowlens reads and writes the bytes of key-value stores: it finds the format that wrote
// them, explains every byte, and turns fields back into bytes. docs/cli.md describes the commands.
package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rowlens/rowlens/cmd/internal/screen"
)

func main() { os.Exit(run(os.Args[1:])) }

// run runs one command and returns the exit code.
func run(args []string) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	c := &call{ctx: ctx, cancel: cancel, name: "rowlens", in: os.Stdin, out: out, err: os.Stderr}
	c.look()
	err := c.dispatch(args)
	for _, end := range c.ends {
		end()
	}
	if flushed := out.Flush(); flushed != nil && (quiet(err) || errors.Is(err, flushed)) {
		err = failed(exitUnreadable, flushed) // that a report is lost matters more than what it would have said
	}
	return c.report(err)
}

// quiet reports whether there is no error, or none to print.
func quiet(err error) bool {
	var e *exit
	return err == nil || errors.As(err, &e) && e.err == nil
}

// graceful is how long a patient command may take to end after a signal: it may be
// waiting for a reader that does not read its output.
const graceful = time.Second

// endsWell in call.endsAs marks a command that usually ends with a signal.
const endsWell = -1

// interrupts ends the program at Ctrl-C and SIGTERM. A patient command gets time to finish what
// it has begun, until a second signal or a short timeout.
func (c *call) interrupts(patient bool) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		code := exitInterrupted
		if <-signals == syscall.SIGTERM {
			code = exitTerminated
		}
		if patient {
			if !c.endsAs.CompareAndSwap(exitOK, int32(code)) {
				code = exitOK
			}
			c.cancel()
			select {
			case <-signals:
			case <-time.After(graceful):
			}
		}
		os.Exit(code)
	}()
}

// report prints to standard error why a command failed, and returns its exit code.
func (c *call) report(err error) int {
	var e *exit
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		return int(max(c.endsAs.Load(), 0))
	case !errors.As(err, &e):
		e = &exit{exitFailed, err}
	}
	if e.err == nil {
		return e.code
	}
	c.say(e.err.Error())
	if e.code == exitUsage {
		c.print("Try `" + c.name + " --help`.\n")
	}
	return e.code
}

// say prints one diagnostic line.
func (c *call) say(text string) { c.print(c.name + ": " + screen.Visible(text) + "\n") }

// note prints a diagnostic line that --quiet suppresses.
func (c *call) note(text string) {
	if !c.quiet {
		c.say(text)
	}
}
