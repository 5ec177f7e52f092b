// Command regions runs in HBase the scans that rowlens prints for HBase's shell: in a region of its region
// server, over HFiles in a folder, as in a cluster. The scans and the cells that they must find are in
// golden/scans/hbase/*.jsonl, which a test there compares with what rowlens prints and finds now.
//
// It exits with 1 if HBase finds other cells. It needs a JDK and Maven.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rowlens/rowlens/internal/lint"
	"github.com/rowlens/rowlens/internal/peers"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "regions:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := lint.Root()
	if err != nil {
		return err
	}
	classpath, err := peers.Classpath(filepath.Join(root, "fuzz", "oracle", "regions", "pom.xml"), filepath.Join(root, "dist", "regions"))
	if err != nil {
		return err
	}
	golden := filepath.Join(root, "golden")
	scans, err := filepath.Glob(filepath.Join(golden, "scans", "hbase", "*.jsonl"))
	if err != nil || len(scans) == 0 {
		return fmt.Errorf("expected scans in %s", golden)
	}
	args := []string{"-XX:+UseSerialGC", "-Xmx512m", "-cp", classpath, "rowlens.regions.Regions", golden}
	for _, path := range scans {
		args = append(args, "scans/hbase/"+filepath.Base(path))
	}
	var messages bytes.Buffer
	cmd := exec.Command("java", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, &messages
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w\n%s", err, &messages)
	}
	return nil
}
