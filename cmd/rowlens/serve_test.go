package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var servedAt = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)

func TestServePrintsItsAddressAndServesUntilInterrupted(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		env  string
	}{
		{"flag", []string{"serve", "--addr", "127.0.0.1:0"}, ""},
		{"environment", []string{"serve", "--samples"}, "ROWLENS_ADDR=127.0.0.1:0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command(program, c.args...)
			cmd.Env = append(os.Environ(), c.env)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var said strings.Builder
			url := ""
			for s := bufio.NewScanner(out); url == "" && s.Scan(); {
				said.WriteString(s.Text() + "\n")
				url = servedAt.FindString(s.Text())
			}
			if url == "" {
				t.Fatalf("it does not say where: %s", said.String())
			}
			answer, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			if policy := answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") {
				t.Errorf("the policy is %q", policy)
			}
			if strings.Contains(strings.Join(c.args, " "), "--samples") {
				samplesAreShown(t, said.String())
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != exitOK {
				t.Errorf("exit code %d of a server that was told to stop", code)
			}
		})
	}
}

// samplesAreShown looks for each record kind, a name from the schema, and the key
// with its verified salt.
func samplesAreShown(t *testing.T, text string) {
	t.Helper()
	for _, want := range []string{"edge state", "edge index", "edge count", "edge group", "edge cache", "edge lock",
		"social.user_likes", "likes_by_day", "created_at_desc", "xxh32 of bytes"} {
		if !strings.Contains(text, want) {
			t.Errorf("the samples do not show %q:\n%s", want, text)
		}
	}
}
