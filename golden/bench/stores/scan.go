package main

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/internal/ondisk"
)

// scanRounds is how often one process scans a file.
const scanRounds = 7

// scans prints the processor time that each scan of a file took, in seconds.
func scans(path string) error {
	for range scanRounds {
		before, err := cpu()
		if err != nil {
			return err
		}
		if err := scan(path); err != nil {
			return err
		}
		after, err := cpu()
		if err != nil {
			return err
		}
		fmt.Println(after - before)
	}
	return nil
}

// scan reads all entries of a file.
func scan(path string) error {
	set, err := file.Look(ondisk.File(path), all.Kinds())
	if err != nil {
		return err
	}
	stores, err := set.Stores(file.Options{})
	if err != nil {
		return err
	}
	if len(stores) != 1 {
		return fmt.Errorf("%s has %d stores, want 1", path, len(stores))
	}
	defer stores[0].Close()
	c, err := stores[0].Scan(file.All, file.Query{})
	if err != nil {
		return err
	}
	defer c.Close()
	var e file.Entry
	for c.Next(&e) {
		if e.Damage != nil {
			return errors.New(e.Damage.Code)
		}
	}
	return c.Err()
}

// cpu returns the processor time of this process so far, in seconds.
func cpu() (float64, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, err
}
