package hfile

import (
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// Names in the file info that decide how a file is read.
const (
	infoTags       = "hfile.MAX_TAGS_LEN"
	infoDictionary = "hfile.TAGS_COMPRESSED"
	infoVersion    = "KEY_VALUE_VERSION"
	infoMVCC       = "MAX_MEMSTORE_TS_KEY"
	infoEncoding   = "DATA_BLOCK_ENCODING"
	infoLast       = "hfile.LASTKEY"
	infoSequence   = "MAX_SEQ_ID_KEY"
	infoBulkLoad   = "BULKLOAD_TIMESTAMP"
	infoOwnNumbers = "SKIP_RESET_SEQ_ID"
)

var pbuf = []byte("PBUF")

// property is a name and value in the file info.
type property struct {
	name  string
	value []byte
}

// properties is the file info, in stored order.
type properties []property

func (p properties) get(name string) ([]byte, bool) {
	for i := range p {
		if p[i].name == name {
			return p[i].value, true
		}
	}
	return nil, false
}

// number returns a value of 4 or 8 bytes, or 0 if it is missing.
func (p properties) number(name string) int64 {
	b, _ := p.get(name)
	switch len(b) {
	case 4:
		return int64(int32(be32(b)))
	case 8:
		return int64(be64(b))
	}
	return 0
}

// truth returns a value of one byte: 00 is false; ff and 01 are true.
func (p properties) truth(name string) bool {
	b, _ := p.get(name)
	return len(b) == 1 && b[0] != 0
}

// layout says which fields follow a cell's value.
type layout struct {
	tags, dictionary, mvcc bool
	zero                   bool // MVCC numbers are stored, but mean nothing
}

func (p properties) layout() layout {
	_, tags := p.get(infoTags)
	l := layout{tags: tags, dictionary: p.truth(infoDictionary), mvcc: p.number(infoVersion) == 1}
	l.zero = p.number(infoMVCC) == 0
	return l
}

var infoMessage = message{{1, &fInfoEntry, wireBytes, pairMessage}}

var pairMessage = message{{1, &fInfoName, wireBytes, nil}, {2, &fInfoValue, wireBytes, nil}}

// readInfo reads the plain bytes of the file info block, all of r.
//
//	PBUF | length varint | ( pair: 1 name, 2 value )*        from 2.2 on
//	count 4 | ( name | class 1 | value )*                    before; name, value: vlong length, bytes
func readInfo(r *wire.Reader) properties {
	var all properties
	r.Begin(&fInfo)
	if len(r.Ahead()) < 4 || string(r.Ahead()[:4]) != string(pbuf) {
		return readOldInfo(r)
	}
	r.Bytes(&fPBUF, 4)
	infoMessage.readDelimited(r, &fPairs, func(v pbValue) {
		if v.number != 1 {
			return
		}
		var p property
		err := pairMessage.each(v.bytes, func(v pbValue) {
			switch v.number {
			case 1:
				p.name = string(v.bytes)
			case 2:
				p.value = v.bytes
			}
		})
		if err != nil {
			r.FailFound(wire.BadValue, &fInfoEntry, "a name and a value", "other bytes")
		}
		all = append(all, p)
	})
	return all
}

func readOldInfo(r *wire.Reader) properties {
	n := size32(r, &fCount)
	if r.OK() && n > r.Left()/3 {
		r.FailFound(wire.Limit, &fCount, "at most "+strconv.Itoa(r.Left()/3)+" pairs", strconv.Itoa(n))
	}
	var all properties
	for range n {
		if !r.OK() {
			return nil
		}
		r.Begin(&fInfoEntry)
		p := property{name: string(r.Long(&fInfoName, readVlong(r, &fKeyLength)))}
		r.Uint8(&fInfoClass)
		p.value = r.Long(&fInfoValue, readVlong(r, &fValLength))
		r.EndWith(span.TextValue([]byte(p.name)), 0)
		all = append(all, p)
	}
	return all
}
