package main

import (
	"errors"
	"fmt"
)

// The exit codes, as promised in docs/cli.md.
const (
	exitOK          = 0   // everything was done
	exitFailed      = 1   // some input could not be decoded or encoded; the rest could
	exitUsage       = 2   // wrong usage
	exitUnreadable  = 3   // an input could not be read
	exitDifferences = 4   // verify, diff or conform found differences
	exitInterrupted = 130 // Ctrl-C
	exitTerminated  = 143 // SIGTERM
)

// exitCodes explains the codes in help and manual.
var exitCodes = [...]struct {
	code  int
	means string
}{
	{exitOK, "all done"},
	{exitFailed, "some input could not be decoded or encoded, the rest was"},
	{exitUsage, "wrong usage"},
	{exitUnreadable, "an input could not be read, or the output not written"},
	{exitDifferences, "verify, diff or conform found differences"},
	{exitInterrupted, "interrupted by Ctrl-C"},
	{exitTerminated, "ended by SIGTERM"},
}

// exit is an exit code with the error to print, or nil if it has been printed.
type exit struct {
	code int
	err  error
}

// Error returns the sentence.
func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// Unwrap returns the cause.
func (e *exit) Unwrap() error { return e.err }

func failed(code int, err error) error { return &exit{code, err} }

func usage(format string, args ...any) error {
	return &exit{exitUsage, fmt.Errorf(format, args...)}
}

func unreadable(err error) error { return &exit{exitUnreadable, err} }

// silently returns an exit code without anything to print.
func silently(code int) error { return &exit{code: code} }

var errNothing = errors.New("there is nothing to read: give the bytes as arguments, name a file with -f, or write - to read standard input")

// errNoDump is the error of commands that read files.
var errNoDump = errors.New("there is nothing to read: name a file, send a dump through a pipe, or write - to type it here")
