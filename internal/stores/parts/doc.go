// Package parts cuts what a scan of stores reads into parts that workers read independently: in other processes, on other machines,
// in other runtimes.
package parts
