package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/peers"
)

// answer is a line from the JVM: a mark, then text.
type answer string

func (a answer) ok() bool { return strings.HasPrefix(string(a), "=") }

// none reports whether the oracle has no answer, or there is no such JVM.
func (a answer) none() bool { return a == "" || a[0] == '?' }

func (a answer) text() string { return string(a[min(1, len(a)):]) }

// fields splits an answer into n parts.
func (a answer) fields(n int) []string {
	f := strings.Split(a.text(), "\t")
	for len(f) < n {
		f = append(f, "")
	}
	return f
}

// answers are the answers of a JVM before JDK 19 and of a newer one. One of them may be missing.
type answers struct{ elder, newer answer }

// any returns the older JVM's answer, because the systems mostly run on old ones.
func (a answers) any() answer {
	if a.elder != "" {
		return a.elder
	}
	return a.newer
}

func (a answers) String() string {
	show := func(a answer) string {
		switch {
		case a.ok():
			return "answers " + strings.ReplaceAll(a.text(), "\t", " ")
		case a.none():
			return "says nothing (" + a.text() + ")"
		}
		return "refuses (" + a.text() + ")"
	}
	if a.elder != "" && a.newer != "" && a.elder != a.newer {
		return "oracle before JDK 19 " + show(a.elder) + ", from 19 on " + show(a.newer)
	}
	return "oracle " + show(a.any())
}

// jvms are the processes that answer.
type jvms struct {
	elder, newer *jvm
}

// newerFrom is the first JDK that prints the shortest digits of a float.
const newerFrom = 19

// installed returns the user's java, and the JVMs in the folders beside its own. One
// before JDK 19 and one newer cover everything.
func installed() []string {
	list := []string{"java"}
	if java, err := exec.LookPath("java"); err == nil {
		if java, err = filepath.EvalSymlinks(java); err == nil {
			more, _ := filepath.Glob(filepath.Join(filepath.Dir(java), "..", "..", "*", "bin", "java"))
			list = append(list, more...)
		}
	}
	return list
}

// startJVMs builds the classes and starts one JVM of each kind that is among the commands.
func startJVMs(commands []string) (*jvms, error) {
	root, err := lint.Root()
	if err != nil {
		return nil, err
	}
	classpath, err := peers.Classpath(filepath.Join(root, "fuzz", "oracle", "jvm", "pom.xml"), filepath.Join(root, "dist", "oracle-jvm"))
	if err != nil {
		return nil, err
	}
	all := new(jvms)
	for _, command := range commands {
		j, err := startJVM(command, classpath)
		if err != nil {
			return nil, err
		}
		place := &all.elder
		if j.version >= newerFrom {
			place = &all.newer
		}
		if *place != nil {
			j.stop()
			continue
		}
		*place = j
	}
	return all, nil
}

// String lists the JVMs.
func (j *jvms) String() string {
	var list []string
	for _, j := range []*jvm{j.elder, j.newer} {
		if j != nil {
			list = append(list, "JDK "+strconv.Itoa(j.version))
		}
	}
	return strings.Join(list, " and ")
}

func (j *jvms) stop() {
	for _, j := range []*jvm{j.elder, j.newer} {
		if j != nil {
			j.stop()
		}
	}
}

// ask puts questions to all JVMs at once.
func (j *jvms) ask(questions []string) ([]answers, error) {
	list := make([]answers, len(questions))
	errs := make([]error, 2)
	var wait sync.WaitGroup
	for k, one := range []*jvm{j.elder, j.newer} {
		if one == nil {
			continue
		}
		wait.Go(func() {
			errs[k] = one.ask(questions, func(i int, a answer) {
				if k == 0 {
					list[i].elder = a
				} else {
					list[i].newer = a
				}
			})
		})
	}
	wait.Wait()
	return list, errors.Join(errs...)
}

// jvm is a process that runs the class Ask.
type jvm struct {
	version  int
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	messages bytes.Buffer // its standard error
}

func startJVM(command, classpath string) (*jvm, error) {
	cmd := exec.Command(command, "-XX:+UseSerialGC", "-Xmx512m", "-Xss4m", "--add-opens=java.base/java.io=ALL-UNNAMED", "-cp",
		classpath, "rowlens.oracle.Ask")
	j := &jvm{cmd: cmd}
	cmd.Stderr = &j.messages
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	j.in, j.out = in, bufio.NewReaderSize(out, 1<<16)
	err = j.ask([]string{"version"}, func(_ int, a answer) { j.version, _ = strconv.Atoi(a.text()) })
	return j, err
}

// stop ends the process, which stops when its input ends.
func (j *jvm) stop() {
	j.in.Close()
	j.cmd.Wait()
}

func (j *jvm) ask(questions []string, each func(i int, a answer)) error {
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(j.in, strings.Join(questions, "\n")+"\n")
		sent <- err
	}()
	for i := range questions {
		line, err := j.out.ReadString('\n')
		if err != nil {
			j.stop()
			return fmt.Errorf("the JVM stopped at %q: %w\n%s", questions[i], err, &j.messages)
		}
		each(i, answer(line[:len(line)-1]))
	}
	return <-sent
}
