//go:build wasip1

package main

//go:wasmimport wasi_snapshot_preview1 clock_time_get
//go:noescape
func clockTimeGet(clock uint32, precision uint64, nanos *uint64) uint32

// nowMillis returns the host's time, in milliseconds since 1970, or 0 if the host has no clock. It does
// without package time, which would enlarge the download.
func nowMillis() int64 {
	const realtime, millisecond = 0, 1e6
	var nanos uint64
	if clockTimeGet(realtime, millisecond, &nanos) != 0 {
		return 0
	}
	return int64(nanos / 1e6)
}
