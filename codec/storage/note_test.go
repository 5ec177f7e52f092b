package storage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rowlens/rowlens/codec/file"
	"github.com/rowlens/rowlens/codec/file/all"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/storage"
	"github.com/rowlens/rowlens/codec/value"
)

// blocks calls back with the structure of every block of the samples of all kinds, and the models in them.
func blocks(t *testing.T, each func(what string, set *file.Set, s file.Structure, p *file.Piece, noter storage.Noter)) {
	for _, k := range all.Kinds() {
		for i := range k.Samples {
			files, err := k.Samples[i].Folder()
			if err != nil {
				t.Fatal(err)
			}
			set, err := file.Look(files, all.Kinds())
			if err != nil {
				t.Fatal(err)
			}
			stores, err := set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
			if err != nil {
				t.Fatal(err)
			}
			known, _ := storage.Models(set, stores, "")
			for _, f := range set.Files {
				if f.Kind == nil || f.Refuse != "" {
					continue
				}
				s, err := f.Kind.Structure(set, f.Name, file.Options{})
				if err != nil {
					t.Fatal(err)
				}
				pieces := s.Pieces()
				for n := range pieces {
					what := fmt.Sprintf("%s/%s, %s at %d", k.Samples[i].Name, f.Name, pieces[n].What, pieces[n].Offset)
					each(what, set, s, &pieces[n], storage.Noter{Schemas: known})
				}
				s.Close()
			}
		}
	}
}

// explained returns what a Noter says about a block.
func explained(t *testing.T, s file.Structure, p *file.Piece, noter storage.Noter) (tree span.Tree, answer value.Value) {
	_ = s.Explain(p, &tree, noter.Note) // damage stands in the tree
	var w value.Writer
	noter.Explain(&w, &tree, "", "")
	answer, err := value.Parse(w.Buf)
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Check(); err != nil {
		t.Fatalf("%v\n%s", err, tree.AppendDump(nil))
	}
	return tree, answer
}

func TestEachEntryOfABlockIsExplainedWithItsFields(t *testing.T) {
	read := map[string]int{}
	blocks(t, func(what string, _ *file.Set, s file.Structure, p *file.Piece, noter storage.Noter) {
		plain, answer := explained(t, s, p, noter)
		entries := answer.Member("entries").Items()
		for n := range entries {
			if n > 2 && n%19 != 0 { // those of a block are alike
				continue
			}
			noter.Within = n + 1
			tree, answer := explained(t, s, p, noter)
			title, _ := answer.Member("reading").Text()
			code := answer.Member("problem")
			if (title == "") == code.IsNull() {
				t.Fatalf("%s, entry %d: read as %q, problem %s", what, n+1, title, code)
			}
			if title == "" {
				continue
			}
			if len(tree.Nodes) > len(plain.Nodes) {
				read[strings.Fields(title)[0]]++
			}
			for i, e := range answer.Member("entries").Items() {
				was, _ := entries[i].Member("node").Int()
				is, _ := e.Member("node").Int()
				if a, b := &plain.Nodes[was], &tree.Nodes[is]; a.Field != b.Field || a.Start != b.Start || a.Note != b.Note {
					t.Errorf("%s: entry %d is at node %d, which is %s", what, i+1, is, b.Name())
				}
			}
		}
	})
	for _, format := range []string{"Maryk", "Implexus", "AccumuloGraph"} {
		if read[format] == 0 {
			t.Errorf("no entry has fields of %s: %v", format, read)
		}
	}
}

// The page shows an entry by these members, people without the page by the note: both say the same.
func TestAnEntryHasTheWordsOfItsNote(t *testing.T) {
	labelled, keyed := 0, 0
	blocks(t, func(what string, _ *file.Set, s file.Structure, p *file.Piece, noter storage.Noter) {
		tree, answer := explained(t, s, p, noter)
		for i, e := range answer.Member("entries").Items() {
			at, _ := e.Member("node").Int()
			n := &tree.Nodes[at]
			key, known := e.Member("key").Text()
			if n.Label != "" {
				if labelled++; known {
					t.Errorf("%s: the name of entry %d is %s, and its key is given again", what, i+1, n.Label)
				}
				continue
			}
			words := "key " + key
			if key == "" {
				words = "the empty key"
			}
			does, _ := e.Member("does").Text()
			as, _ := e.Member("as").Text()
			for _, more := range []string{wordsAfter(", ", does), wordsAfter("; ", as)} {
				words += more
			}
			if words != n.Note {
				t.Errorf("%s: entry %d is %q, and its note is %q", what, i+1, words, n.Note)
			}
			keyed++
		}
	})
	if labelled == 0 || keyed == 0 {
		t.Errorf("%d entries have labels, %d keys", labelled, keyed)
	}
}

func wordsAfter(mark, words string) string {
	if words == "" {
		return ""
	}
	return mark + words
}

func TestEntriesOfBlocksStandWhereRowsSay(t *testing.T) {
	inBlocks := map[*file.Set]map[string]bool{}
	blocks(t, func(what string, set *file.Set, s file.Structure, p *file.Piece, noter storage.Noter) {
		if inBlocks[set] == nil {
			inBlocks[set] = map[string]bool{}
		}
		name, _, _ := strings.Cut(what[strings.Index(what, "/")+1:], ", ")
		_, answer := explained(t, s, p, noter)
		for _, e := range answer.Member("entries").Items() {
			at, _ := e.Member("at").Int()
			inBlocks[set][fmt.Sprintf("%s %d %d", name, p.Offset, at)] = true
		}
	})
	for set, places := range inBlocks {
		stores, err := set.Stores(file.Options{Compare: storage.Comparer{}.Compare})
		if err != nil {
			t.Fatal(err)
		}
		rows := storage.Rows{Scan: storage.Scan{Stores: stores, Query: file.Query{Stored: true}}}
		n := 0
		for {
			e, err := rows.Next()
			if _, lost := err.(*storage.Damage); lost {
				continue
			}
			if err != nil {
				break
			}
			n++
			if at := fmt.Sprintf("%s %d %d", e.Source.File, e.Source.Offset, e.Source.At); !places[at] {
				t.Errorf("no block has the row at %s", at)
			}
		}
		rows.Scan.Close()
		if n == 0 {
			t.Error("a store without rows")
		}
	}
}
