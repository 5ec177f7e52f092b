package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"syscall"
)

// cost is the processor time of several runs, in seconds.
type cost struct {
	Min    float64 `json:"min"`
	Median float64 `json:"median"`
}

func costOf(runs []float64) cost {
	sorted := slices.Sorted(slices.Values(runs))
	return cost{sorted[0], sorted[len(sorted)/2]}
}

// used is what one run of a program consumed.
type used struct {
	seconds float64 // user and system time
	peak    int64   // resident memory, in bytes
}

// once runs a program and discards its output.
func once(command []string) (used, error) {
	var messages bytes.Buffer
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = &messages
	if err := cmd.Run(); err != nil {
		return used{}, fmt.Errorf("%s: %w\n%s", strings.Join(command, " "), err, &messages)
	}
	s := cmd.ProcessState
	return used{(s.UserTime() + s.SystemTime()).Seconds(), s.SysUsage().(*syscall.Rusage).Maxrss << 10}, nil
}

// turns runs two programs alternately.
func turns(ours, theirs []string, runs int) (a, b cost, err error) {
	var costs [2][]float64
	for range runs {
		for i, command := range [][]string{ours, theirs} {
			u, err := once(command)
			if err != nil {
				return a, b, err
			}
			costs[i] = append(costs[i], u.seconds)
		}
	}
	return costOf(costs[0]), costOf(costs[1]), nil
}

// lines converts lines of a peer to those of rowlens: it appends the result to dst, or nothing for a line
// that is not an entry.
type lines func(dst, line []byte) []byte

// digest returns the SHA-256 of a program's output, with its lines converted by change if that is not nil.
func digest(command []string, change lines) (string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	sum, in, changed := sha256.New(), bufio.NewReaderSize(out, 1<<20), []byte(nil)
	for {
		line, err := in.ReadSlice('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		if changed = append(changed[:0], line...); change != nil {
			changed = change(changed[:0], line)
		}
		sum.Write(changed)
	}
	if err := cmd.Wait(); err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
