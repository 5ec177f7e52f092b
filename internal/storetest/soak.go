package storetest

import (
	"flag"
	"time"
)

var soak = flag.Duration("soak", 20*time.Second, "time for a comparison with a database's own library")

// Soak returns how long to compare with a database's own library: 20 seconds, or longer in `make soak`.
func Soak() time.Duration { return *soak }
