package storetest

import (
	"flag"
	"time"
)

var soak = flag.Duration("soak", 20*time.Second, "time for a comparison with a database's own library")

// Soak is how long a comparison with a database's own library takes: 20 seconds, and more in `make
// soak`.
func Soak() time.Duration { return *soak }
