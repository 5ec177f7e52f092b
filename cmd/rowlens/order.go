package main

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rowlens/rowlens/cmd/internal/screen"
	"github.com/rowlens/rowlens/codec/dump"
	"github.com/rowlens/rowlens/codec/keys"
	"github.com/rowlens/rowlens/codec/store"
	"github.com/rowlens/rowlens/codec/value"
)

func orderCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "order [KEY...] [FLAGS]",
		Short: "sort keys as their store does, and say what decides",
		Long: "Sorts keys as the store sorts them. Each argument is a key in any spelling; without arguments, or with -f, the keys are " +
			"the rows of a text. Between two neighbours it names the first byte that differs and the field that it belongs " +
			"to.\n\n" +
			"Keys are compared by unsigned bytes, part after part (row, family, qualifier, or key), then the newest timestamp first, " +
			"then deletions before cells. Rows of a RocksDB column family with its own comparator are compared by that: --cf says " +
			"which family, --model or --meta how long its keys are.",
		Example: `  # two typed values
  rowlens order 2c80000000000000ff 2c7fffffffffffffff
  # the first rows of a scan
  head -6 scan.txt | rowlens order --model tables.json`,
	}
	fs := cmd.Flags()
	x := &orderCall{reading: reading{call: c}}
	x.flags(cmd)
	x.layoutFlag(cmd)
	x.storeFlags(cmd)
	x.entryFlags(cmd)
	x.threadsFlag(cmd)
	fs.StringVarP(&x.file, "file", "f", "", "read the keys from `FILE`; - is standard input")
	fs.BoolVar(&x.json, "json", false, "print JSON Lines")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = c.runs(func(args []string) error { return x.orLost(x.run(args)) })
	return cmd
}

type orderCall struct {
	reading
	file string
	json bool
}

func (x *orderCall) run(args []string) error {
	if err := x.open(); err != nil {
		return err
	}
	list, err := x.keys(args, x.file)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return failed(exitFailed, errors.New("the text has no keys in it"))
	}
	sorting := &work{what: "identifying and sorting keys", all: int64(len(list))}
	stop := x.working(sorting, false)
	q := keys.Pin(x.query(), list)
	for i := range list {
		keys.Identify(q, &list[i])
		sorting.done.Add(1)
	}
	o := keys.Sort(q, list)
	stop()
	for i := range list {
		if c := o.Comparator(&list[i].Entry); c != nil && c.Note != "" {
			x.say(c.Note)
			break
		}
	}
	s := x.screen()
	explaining := &work{what: "comparing keys", all: int64(len(list))}
	defer x.working(explaining, false)()
	for i := range list {
		explaining.done.Add(1)
		var why *keys.Reason
		if i > 0 {
			why = o.Reason(&list[i-1], &list[i])
		}
		if x.json {
			w := value.Writer{Buf: s.Buf}
			w.Object()
			list[i].Write(&w, i+1, why)
			w.EndObject()
			s.Buf = append(w.Buf, '\n')
		} else {
			x.draw(s, i, &list[i], why)
		}
	}
	return x.show(s)
}

// keys reads the keys. A key that cannot be read is an error, because the order
// would be wrong without it.
func (r *reading) keys(args []string, file string) ([]keys.SortedKey, error) {
	var texts [][]byte
	if len(args) > 1 || len(args) == 1 && args[0] != "-" {
		if file != "" {
			return nil, usage("give either keys or -f FILE, not both")
		}
		for _, a := range args {
			texts = append(texts, []byte(a))
		}
		if err := r.noStores(); err != nil {
			return nil, err
		}
	} else {
		text, err := r.keyText(args, file)
		if err != nil {
			return nil, err
		}
		texts = [][]byte{text}
	}
	var list []keys.SortedKey
	for n, text := range texts {
		res, err := dump.ParseKeys(text, r.text())
		if err != nil {
			return nil, usage("%s", err)
		}
		if res.Waiting != "" {
			return nil, failed(exitFailed, errors.New(string(text)+": "+res.Waiting+" is missing"))
		}
		if len(res.Rows) == 0 && len(args) > 1 {
			return nil, failed(exitFailed, fmt.Errorf("argument %d has no bytes in it; '\"\"' is the empty key", n+1))
		}
		cf := r.familyOf(file, res.Form)
		for i := range res.Rows {
			if source := &res.Rows[i].Entry.Source; source.CF == "" {
				source.CF = cf
			}
			if row := &res.Rows[i]; row.Err != nil {
				return nil, failed(exitFailed, row.Err)
			}
			list = append(list, keys.SortedKey{Input: len(list) + 1, Entry: res.Rows[i].Entry})
		}
	}
	return list, nil
}

// keyText returns the text to read; for a store, its rows.
func (r *reading) keyText(args []string, file string) ([]byte, error) {
	name := cmp.Or(file, "-")
	defer r.progress([]string{name}, false, nil)()
	if name := r.fileGiven(args, file); name != "" {
		if rows, err := r.textOf(name, math.MaxInt); rows != nil || err != nil {
			if err != nil {
				return nil, err
			}
			return rows.text, nil
		}
	}
	return r.given(args, file)
}

// draw prints a key with a mark below the bytes that decide.
func (x *orderCall) draw(s *screen.Screen, i int, k *keys.SortedKey, why *keys.Reason) {
	if why != nil {
		s.Put(screen.Dim, "     < ")
		s.Put(screen.Plain, sentence(why)+"\n")
	}
	s.Put(screen.Bold, screen.Pad(strconv.Itoa(i+1), 5))
	for n, p := range k.Entry.Parts {
		if p.Name == store.Value {
			continue
		}
		if n > 0 {
			s.Put(screen.Plain, " ")
		}
		s.Put(screen.Plain, hex.EncodeToString(p.Bytes))
	}
	s.Put(screen.Dim, "  input "+strconv.Itoa(k.Input))
	if k.Best != nil && k.Best.Err == nil {
		s.Put(screen.Dim, ", "+k.Best.Title())
	}
	s.Line()
}

func sentence(why *keys.Reason) string {
	if why.Order == 0 {
		return "the same key"
	}
	if why.Offset < 0 {
		return screen.Visible(why.Part + ": " + why.Words())
	}
	at := strconv.Itoa(why.Offset) + " (0x" + strconv.FormatInt(int64(why.Offset), 16) + ")"
	text := why.Part + " byte " + at + ": " + why.Before + " before " + why.After
	var names []string
	values := [2]string{"nothing", "nothing"}
	for i, f := range why.Fields {
		if f.Name != "" && !slices.Contains(names, f.Name) {
			names = append(names, screen.Visible(f.Name))
		}
		if f.Text != "" {
			values[i] = f.Text
		}
	}
	if len(names) == 0 {
		return text
	}
	return text + ", in " + strings.Join(names, " and ") + ": " + values[0] + " before " + values[1]
}
