package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// sidePatience is how long a pipe in place of a small file may take.
const sidePatience = 30 * time.Second

// Side reads a whole file of at most max bytes. For a pipe, such as a shell's process
// substitution, there is a time limit.
func Side(ctx context.Context, name string, max int) ([]byte, error) {
	patient, cancel := context.WithTimeout(ctx, sidePatience)
	defer cancel()
	f, err := OpenRaw(patient, name)
	if err == nil {
		defer f.Close()
		var text []byte
		if text, err = io.ReadAll(io.LimitReader(f, int64(max)+1)); err == nil && len(text) <= max {
			return text, nil
		}
	}
	var why *os.PathError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil:
		return nil, refuse(name, fmt.Sprintf("larger than %s, which such a file never is", size(max)))
	case errors.Is(err, context.DeadlineExceeded):
		return nil, refuse(name, "it did not end within "+sidePatience.String())
	case errors.As(err, &why):
		return nil, err
	}
	return nil, refuse(name, err.Error())
}

// size formats a number of bytes for people.
func size(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}
