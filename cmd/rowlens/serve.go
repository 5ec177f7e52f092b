package main

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/codec"
	"github.com/rowlens/rowlens/inspector"
)

func serveCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve [FLAGS]",
		Short: "serve the inspector page on this machine, or write it to files",
		Long: "Serves the page that decodes in the browser, from files inside this program, until Ctrl-C. What is pasted there " +
			"never leaves the browser.\n\n" +
			"The address is that of --addr, else of the environment variable ROWLENS_ADDR, else 127.0.0.1:8787. Port 0 takes a " +
			"free one.\n\n" +
			"--write NAME.html writes the page as one file that a browser opens from disk; --write FOLDER writes it as files " +
			"for any web server. Neither serves.",
		Example: `  # on a free port, for a moment
  timeout -s INT 1 rowlens serve --addr 127.0.0.1:0 || true
  # the page as one file
  rowlens serve --write page.html
  # with the sample rows in the terminal
  timeout -s INT 1 rowlens serve --samples --addr 127.0.0.1:0 || true`,
	}
	fs := cmd.Flags()
	write := fs.String("write", "", "write the page to `FILE` or folder instead of serving it")
	addr := fs.String("addr", "", "listen on `HOST:PORT`")
	samples := fs.Bool("samples", false, "first print the decoded rows of a real dump")
	completesNothing(cmd, "addr")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runsPatiently(func(args []string) error {
		if len(args) > 0 {
			return usage("serve takes no arguments")
		}
		if *write != "" {
			return c.writePage(*write)
		}
		return c.serve(*addr, *samples)
	})
	return cmd
}

// writePage writes the page to one file, or to a folder.
func (c *call) writePage(name string) error {
	if filepath.Ext(name) != ".html" {
		if err := inspector.WriteStatic(name, codec.Formats()); err != nil {
			return failed(exitUnreadable, err)
		}
		return c.wrote(name)
	}
	var page bytes.Buffer
	if err := inspector.WriteSingle(&page, codec.Formats()); err != nil {
		return failed(exitUnreadable, err)
	}
	if err := os.WriteFile(name, page.Bytes(), 0o644); err != nil {
		return failed(exitUnreadable, err)
	}
	return c.wrote(name)
}

func (c *call) wrote(name string) error {
	_, err := c.out.WriteString("wrote " + name + "\n")
	return err
}

const defaultAddr = "127.0.0.1:8787"

func (c *call) serve(addr string, samples bool) error {
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
	if _, err := c.out.WriteString("The inspector is on http://" + l.Addr().String() + "/ until Ctrl-C.\n"); err != nil {
		return err
	}
	if err := c.out.Flush(); err != nil {
		return err
	}
	server := &http.Server{
		Handler:           inspector.Handler(codec.Formats()),
		ReadHeaderTimeout: 10 * time.Second,
	}
	go func() {
		<-c.ctx.Done()
		ctx, cancel := context.WithTimeout(context.Background(), graceful/2)
		defer cancel()
		_ = server.Shutdown(ctx) // the process ends in any case
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil // it was told to end, which is no failure
}
