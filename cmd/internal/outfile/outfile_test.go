package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range entries {
		list = append(list, one.Name())
	}
	return list
}

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a[1].parquet")
	left := filepath.Join(folder, ".a[1].parquet.77"+unfinished)
	other := filepath.Join(folder, ".b.parquet.77"+unfinished)
	for _, one := range []string{left, other} {
		if err := os.WriteFile(one, []byte("of a run that was killed"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what a killed run left behind is still there")
	}
	second, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(t, folder); len(got) != 3 {
		t.Errorf("a second run removed what the first one writes: %q", got)
	}
	_, _ = first.WriteString("first")
	if _, err := os.Stat(name); err == nil {
		t.Error("a part of the file is there")
	}
	if err := first.Finish(); err != nil {
		t.Fatal(err)
	}
	err = second.Failure(errors.New("no space"))
	if err == nil || !strings.HasSuffix(err.Error(), "a[1].parquet: no space; nothing was written") {
		t.Error(err)
	}
	if text, _ := os.ReadFile(name); string(text) != "first" {
		t.Errorf("the file is %q", text)
	}
	if got := names(t, folder); len(got) != 2 {
		t.Errorf("left in the folder: %q", got)
	}
	if err := Write(name, []byte("again"), false); err == nil || !strings.HasSuffix(err.Error(), "a[1].parquet: file exists; nothing was written") {
		t.Error(err)
	}
	if err := Write(name, []byte("again"), true); err != nil {
		t.Error(err)
	}
	if err := Write(name+"2", []byte("new"), false); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(name); string(text) != "again" || len(names(t, folder)) != 3 {
		t.Errorf("the file is %q, in the folder are %q", text, names(t, folder))
	}
	if _, err := Create(folder); err == nil {
		t.Error("a folder is taken for a file")
	}
	none := filepath.Join(folder, "none")
	if err := Check(filepath.Join(none, "a")); err == nil || err.Error() != filepath.Join(none, "a")+": there is no folder "+none+"; make it first" {
		t.Error(err)
	}
	if err := Check(none + string(filepath.Separator)); err == nil || !strings.HasSuffix(err.Error(), "found that of a folder") {
		t.Error(err)
	}
	before := len(names(t, folder))
	if err := Check(filepath.Join(folder, "possible")); err != nil || len(names(t, folder)) != before {
		t.Errorf("%v; in the folder are %q", err, names(t, folder))
	}
}
