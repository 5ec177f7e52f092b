package storetest

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Library runs testdata/library.py, which calls a database's own library; install names what .ci/install
// must have installed for it.
func Library(t testing.TB, install string, args ...string) *exec.Cmd {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("this test compares with the database's own library through Python, and there is no python3: instead, run .ci/install python3 " + install)
	}
	return exec.Command(python, append([]string{"-B", filepath.Join("testdata", "library.py")}, args...)...)
}
