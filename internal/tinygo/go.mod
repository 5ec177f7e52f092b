module github.com/rowlens/rowlens/internal/tinygo

go 1.25.0

toolchain go1.25.5

tool github.com/tinygo-org/tinygo

require github.com/tinygo-org/tinygo v0.39.0 // indirect

require (
	github.com/aykevl/go-wasm v0.0.2-0.20250317121156-42b86c494139 // indirect
	github.com/blakesmith/ar v0.0.0-20150311145944-8bd4349a67f2 // indirect
	github.com/creack/goselect v0.1.2 // indirect
	github.com/gofrs/flock v0.8.1 // indirect
	github.com/google/shlex v0.0.0-20181106134648-c34317bd91bf // indirect
	github.com/inhies/go-bytesize v0.0.0-20220417184213-4913239db9cf // indirect
	github.com/marcinbor85/gohex v0.0.0-20200531091804-343a4b548892 // indirect
	github.com/mattn/go-colorable v0.1.13 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/mattn/go-tty v0.0.4 // indirect
	github.com/sigurn/crc16 v0.0.0-20211026045750-20ab5afb07e3 // indirect
	go.bug.st/serial v1.6.0 // indirect
	golang.org/x/sys v0.30.0 // indirect
	golang.org/x/tools v0.30.0 // indirect
	gopkg.in/check.v1 v1.0.0-20201130134442-10cb98267c6c // indirect
	tinygo.org/x/go-llvm v0.0.0-20250422114502-b8f170971e74 // indirect
)
