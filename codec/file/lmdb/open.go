package lmdb

import (
	"errors"

	"github.com/rowlens/rowlens/codec/file"
)

// copyMax is the size up to which a file is read into memory when it is opened, so that no
// writer can change it during a scan. Tests change it.
var copyMax int64 = 16 << 20

const (
	// copiesMax is how much memory the files of a set may take together.
	copiesMax = 64 << 20

	// openTries is how often opening is retried after a writer went on meanwhile.
	openTries = 50
)

// open opens the data files of a set, each of which is a store.
func open(s *file.Set, opt file.Options) ([]file.Store, error) {
	var all []file.Store
	left := int64(copiesMax)
	for _, f := range s.Files {
		if f.Kind == nil || f.Kind.ID != kindID || f.What != sortData {
			continue
		}
		one, err := openFile(s, f.Name, opt, left)
		if errors.Is(err, file.ErrNotThere) {
			continue
		}
		if err != nil {
			return all, err
		}
		one.kind = f.Kind
		left -= int64(len(one.copied))
		all = append(all, one)
	}
	return all, nil
}

// openFile opens one file. While a writer is active, it may have to read the file several times.
func openFile(folder file.Folder, name string, opt file.Options, room int64) (*Store, error) {
	for try := 0; ; try++ {
		f, err := folder.Open(name)
		if err != nil {
			return nil, err
		}
		s := &Store{name: name, file: f, opt: opt.Limits()}
		again, err := s.read(room)
		if err == nil && !again {
			return s, nil
		}
		f.Close()
		if err != nil && !errors.Is(err, file.ErrMoved) && !errors.Is(err, errShorter) || try == openTries {
			if err == nil {
				err = &movedError{s.cur.txn, s.cur.txn + 2}
			}
			return nil, err
		}
		if try > openTries/2 {
			room = 0 // it is written faster than it can be copied
		}
	}
}

// read reads what determines the state and the tables. It reports whether the file has to be
// opened again because it has grown since.
func (s *Store) read(room int64) (again bool, err error) {
	p, err := findMetas(s.file)
	if err != nil {
		return false, err
	}
	if p.damage != nil {
		s.damage = append(s.damage, file.Damage{File: s.name, Code: p.damage.code, Offset: int64(p.damage.at),
			Expected: p.damage.expected, Found: p.damage.found, Text: docOf(p.damage.code)})
	}
	if p.none {
		return false, nil
	}
	s.cur, s.prev = p.current(), p.previous()
	if s.cur.version > 1 && s.cur.free.flags&encrypted != 0 {
		s.damage = append(s.damage, file.Damage{File: s.name, Code: codeEncrypted, Offset: 0, Expected: "pages in plain",
			Found: "the flag of encrypted pages", Text: docOf(codeEncrypted)})
		s.cur, s.prev = nil, nil
		return false, nil
	}
	if s.grew() {
		return true, nil
	}
	if s.tail, err = s.checksum(p.metas[0]); err != nil {
		return false, err
	}
	if err := s.copy(room); err != nil {
		return false, err
	}
	s.shortage()
	return false, s.list()
}

// checksum returns how many bytes at each page's end are a checksum, judging by the end of the first meta page.
func (s *Store) checksum(first *meta) (int, error) {
	if first == nil || first.version == 1 {
		return 0, nil
	}
	b, err := file.ReadAll(s.file, nil, int64(first.size)-2, 2)
	if err != nil || len(b) < 2 {
		return 0, err
	}
	r := newReader(b)
	return int(first.u16(&r, &fRest)), nil
}

// grew reports whether the file has more pages than when it was opened, and the state needs them.
func (s *Store) grew() bool {
	need := s.bytesOf(s.cur)
	if _, still := s.file.(file.Memory); still || need <= s.file.Size() {
		return false
	}
	b, _ := file.ReadAll(beyond{s.file, need}, nil, need-1, 1)
	return len(b) == 1
}

// beyond is a file whose size is newer than when it was opened.
type beyond struct {
	file.File
	size int64
}

func (b beyond) Size() int64 { return b.size }

// bytesOf returns the length of the file in a state, capped at the largest int64.
func (s *Store) bytesOf(m *meta) int64 {
	p := source{layout: m.layout}
	if m.last == none {
		return 1<<63 - 1
	}
	return p.offset(m.last + 1)
}

// copy reads a small file into memory, all of it from the same moment.
func (s *Store) copy(room int64) error {
	if m, ok := s.file.(file.Memory); ok {
		s.mem = m
		return nil
	}
	if s.file.Size() > min(copyMax, room) {
		return nil
	}
	b, err := file.ReadAll(s.file, nil, 0, int(s.file.Size()))
	if err != nil {
		return err
	}
	if int64(len(b)) < s.file.Size() {
		return errShorter
	}
	if src := s.source(s.cur); !src.prove() {
		return src.err
	}
	s.mem, s.copied = b, b
	return nil
}

// shortage reports, before all other damage, a file that ends before its last page. LMDB never writes pages that a
// transaction took and gave up again, so a sound file can end before them.
func (s *Store) shortage() {
	size, need := s.file.Size(), s.bytesOf(s.cur)
	if size >= need {
		return
	}
	d := file.Damage{File: s.name, Code: codeFileShort, Offset: size,
		Expected: "at least " + dec(uint64(need)) + " bytes", Found: dec(uint64(size)), Lost: need - size, Text: docOf(codeFileShort)}
	if s.endsInFree() {
		d.Remark, d.Lost, d.Text = true, 0, d.Text+textFreeEnd
	}
	s.damage = append([]file.Damage{d}, s.damage...)
}

// endsInFree reports whether the list of free pages has every page that is not in the file as a whole.
func (s *Store) endsInFree() bool {
	src := s.source(s.cur)
	missing := s.cur.last + 1 - src.whole
	if missing > beyondMax {
		return false
	}
	free := openFree(src, src.newSeen(), s.opt.BlockMax)
	listed := src.newSeen()
	for {
		switch free.next() {
		case stepNode:
			pages, _ := src.pagesOf(free.key, free.value)
			for w := src.wordSize(); len(pages) > 0; pages = pages[w:] {
				if n := src.wordAt(pages); n >= src.whole && n <= src.last && listed.add(n) {
					missing--
				}
			}
		case stepEnd:
			return missing == 0
		default:
			return false
		}
	}
}
