package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/inspector"
)

func serveCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve [FLAGS]",
		Short: "serve the inspector page on this machine, or write it to files",
		Long: "Serves the page that decodes in the browser, from files inside this program, until Ctrl-C. What is pasted there never " +
			"leaves the browser.\n\n" +
			"The address is that of --addr, or else of the environment variable ROWLENS_ADDR, or else 127.0.0.1:8787. Port 0 takes a " +
			"free one.\n\n" +
			"--write NAME.html writes the page as one file that a browser opens from disk; --write FOLDER writes it as files for any " +
			"web server. Neither serves, and neither overwrites what is there without --force.",
		Example: `  # on a free port, for a moment
  timeout -s INT 1 rowlens serve --addr 127.0.0.1:0 || true
  # the page as one file
  rowlens serve --write page.html
  # with the sample rows in the terminal
  timeout -s INT 1 rowlens serve --samples --addr 127.0.0.1:0 || true`,
	}
	fs := cmd.Flags()
	write := fs.String("write", "", "write the page to `FILE` or folder instead of serving it")
	force := fs.Bool("force", false, "let --write overwrite a file, or write to a folder that has other files")
	addr := fs.String("addr", "", "listen on `HOST:PORT`")
	samples := fs.Bool("samples", false, "first print the decoded rows of a real dump")
	completesNothing(cmd, "addr")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runsPatiently(func(args []string) error {
		if len(args) > 0 {
			return usage("serve takes no arguments")
		}
		if *write != "" && (*addr != "" || *samples) {
			return usage("--write does not serve: --addr and --samples are for serving")
		}
		if *write != "" {
			return c.writePage(*write, *force)
		}
		if *force {
			return usage("--force belongs to --write")
		}
		return c.serve(*addr, *samples)
	})
	return cmd
}

const defaultAddr = "127.0.0.1:8787"

func (c *call) serve(addr string, samples bool) error {
	if err := inspector.Built(); err != nil {
		return failed(exitUnreadable, err)
	}
	if addr == "" {
		addr = os.Getenv("ROWLENS_ADDR")
	}
	if addr == "" {
		addr = defaultAddr
	}
	c.endsAs.Store(endsWell)
	l, err := net.Listen("tcp", addr)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		return failed(exitUnreadable, errors.New("cannot listen on "+addr+": "+err.Error()+"; --addr or ROWLENS_ADDR sets another address"))
	}
	if samples {
		if err := c.samples(); err != nil {
			l.Close()
			return err
		}
	}
	url, all := link(l.Addr())
	if _, err := c.out.WriteString("The inspector is on " + url + " until Ctrl-C.\n"); err != nil {
		return err
	}
	if all {
		c.note("note: every machine that reaches this one can open the page; --addr " + defaultAddr + " keeps it here")
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	server := &http.Server{
		Handler:        inspector.Handler(codec.Formats()),
		ReadTimeout:    10 * time.Second,
		IdleTimeout:    time.Minute,
		MaxHeaderBytes: 16 << 10,

		DisableGeneralOptionsHandler: true, // the page's own handler refuses all methods but two
	}
	go func() {
		<-c.ctx.Done()
		ctx, cancel := context.WithTimeout(context.Background(), graceful/2)
		defer cancel()
		_ = server.Shutdown(ctx) // the process ends anyway
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil // it was asked to stop, and did
}

// link returns the address for a browser, and whether other machines can connect. They need
// another name for this host.
func link(at net.Addr) (url string, all bool) {
	host, port, err := net.SplitHostPort(at.String())
	if err != nil {
		return "http://" + at.String() + "/", false
	}
	ip := net.ParseIP(host)
	if ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/", !ip.IsLoopback()
}
