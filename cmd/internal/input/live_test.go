package input

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rowlens/rowlens/internal/unpack"
)

func TestLiveEndsWithItsContext(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(context.Background())
	l := NewLive(ctx, r)
	go func() { _, _ = w.Write([]byte("abc")) }()
	b := make([]byte, 8)
	if n, err := l.Read(b); string(b[:n]) != "abc" || err != nil {
		t.Fatalf("%q, %v", b[:n], err)
	}
	if !l.Paused() {
		t.Error("an input from which nothing comes does not pause")
	}
	cancel()
	if _, err := l.Read(b); err != context.Canceled {
		t.Error(err)
	}
}

func TestAnEndedInputDoesNotPause(t *testing.T) {
	l := NewLive(context.Background(), strings.NewReader("abc"))
	if got, err := io.ReadAll(l); string(got) != "abc" || err != nil || l.PausedFor(time.Millisecond) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestAheadIsGivenAgain(t *testing.T) {
	text := strings.Repeat("0123456789", 100)
	var seen bytes.Buffer
	a := &Ahead{Live: strings.NewReader(text), Seen: &seen, Most: 300}
	if got, err := io.ReadAll(a); len(got) != 300 || err != nil || seen.Len() != 300 {
		t.Errorf("%d bytes, %d kept, %v", len(got), seen.Len(), err)
	}
	if got, _ := io.ReadAll(&unpack.Prefixed{Head: seen.Bytes(), Rest: a.Live}); string(got) != text {
		t.Errorf("%d bytes in all", len(got))
	}
}
