package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// classpathVariable names the variable in which the user gives the class path of
// Actionbase and its dependencies. They are not in this repository, nor is anything
// that would build them.
const classpathVariable = "ACTIONBASE_CLASSPATH"

// jvmRows measures Actionbase rows against Actionbase's own codec on a JVM, each
// operation of one side right after the other's.
func jvmRows() ([]row, error) {
	classpath := os.Getenv(classpathVariable)
	if classpath == "" {
		fmt.Fprintf(os.Stderr, "bench: rows beside actionbase-jvm are left out: %s is not set (see docs/benchmarks.md)\n", classpathVariable)
		return nil, nil
	}
	var rows []row
	for _, p := range parts() {
		for _, o := range []struct {
			name string
			ours op
		}{{"encode", p.ops.encode}, {"decode", p.ops.decode}} {
			theirs, err := jvmCost(classpath, p.name, o.name, p.ops.stored[:])
			if err != nil {
				return nil, err
			}
			ours, _ := pair(o.ours, o.ours)
			rows = append(rows, newRow("actionbase/"+p.name+"/"+o.name, "actionbase-jvm", ours, allocations(o.ours), theirs))
		}
	}
	return rows, failed
}

// jvmCost runs the harness jvm/Codec.java, which Java compiles itself.
func jvmCost(classpath, part, operation string, stored [][]byte) (float64, error) {
	var in, out, messages bytes.Buffer
	for _, b := range stored {
		in.WriteString(hex.EncodeToString(b) + "\n")
	}
	cmd := exec.Command("java", "-XX:+UseSerialGC", "-cp", classpath, filepath.Join("jvm", "Codec.java"), part, operation)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &in, &out, &messages
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("java, %s %s: %w\n%s", part, operation, err, &messages)
	}
	return strconv.ParseFloat(strings.TrimSpace(out.String()), 64)
}
