// Package peers builds the Maven projects with whose classes rowlens is compared:
// published jars of HBase, Accumulo and Jackson, in the versions that
// golden/bench/peers.xml pins.
package peers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Classpath compiles the project of a pom.xml, whose build writes to the folder
// output. It returns the class path of the project's classes and their dependencies.
func Classpath(pom, output string) (string, error) {
	for _, program := range []string{"java", "javac", "mvn"} {
		if _, err := exec.LookPath(program); err != nil {
			return "", fmt.Errorf("%s is not installed (see docs/benchmarks.md)", program)
		}
	}
	maven := filepath.Join(filepath.Dir(pom), "..", "..", "..", ".ci", "maven") // verifies what it downloads
	if out, err := exec.Command(maven, "-q", "-B", "-f", pom, "process-classes").CombinedOutput(); err != nil {
		return "", fmt.Errorf("mvn: %w\n%s", err, out)
	}
	libraries, err := os.ReadFile(filepath.Join(output, "classpath"))
	if err != nil {
		return "", err
	}
	return filepath.Join(output, "classes") + string(filepath.ListSeparator) + strings.TrimSpace(string(libraries)), nil
}
