module github.com/rowlens/rowlens/golden/bench

go 1.26.0

replace github.com/rowlens/rowlens => ../..

require (
	github.com/OneOfOne/xxhash v1.2.8
	github.com/apple/foundationdb/bindings/go v0.0.0-00010101000000-000000000000
	github.com/fxamacker/cbor/v2 v2.9.6
	github.com/rowlens/rowlens v0.0.0
	github.com/tikv/client-go/v2 v2.0.4
)

require (
	github.com/agnivade/levenshtein v1.2.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/golang/snappy v1.0.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/klauspost/cpuid/v2 v2.4.0 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

replace github.com/apple/foundationdb/bindings/go => ./fdb
