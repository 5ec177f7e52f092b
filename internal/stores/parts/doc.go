// Package parts cuts what a scan of stores reads into parts, which workers read apart from each other: in other processes, on other
// machines, in other runtimes.
package parts
