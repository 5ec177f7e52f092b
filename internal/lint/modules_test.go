package lint

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// A nested module uses the versions of the main module; otherwise nothing in it would build.
func TestEveryModuleHasTheVersionsItNeeds(t *testing.T) {
	for _, module := range []string{".", "golden/bench", "golden/bench/fdb", "internal/release"} {
		cmd := exec.Command("go", "list", "-mod=readonly", "./...")
		cmd.Dir = filepath.Join(root(t), module)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: instead, run make generate: %v\n%s", module, err, said)
		}
	}
}
