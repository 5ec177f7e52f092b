package hfile

import (
	"bytes"
	"math"
	"strconv"

	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// regionInfo is a region as described by its .regioninfo or by a snapshot.
type regionInfo struct {
	id               uint64 // when it was created, in ms
	namespace, table string
	start, end       []byte
	offline, split   bool
	replica          uint64
}

// schema is a table as described by its .tableinfo or by a snapshot.
type schema struct {
	namespace, table string
	attributes       []attribute
	families         []familySchema
}

type familySchema struct {
	name       string
	attributes []attribute
}

type attribute struct{ name, value string }

// reference points to one half of a file.
type reference struct {
	row    []byte
	bottom bool // the rows before row; otherwise row and those after it
	unread bool // it cannot be read, so it is not known which half it is
}

// snapshotInfo is what .snapshotinfo says.
type snapshotInfo struct {
	name, table string
	time        uint64
}

// manifest is data.manifest: the list of a snapshot's files.
type manifest struct {
	schema  schema
	regions []snapshotRegion
}

type snapshotRegion struct {
	info   regionInfo
	source string // name of the file that contains it
	files  []snapshotFile
}

type snapshotFile struct {
	family, name string
	reference    *reference
	size         uint64 // 0 if not recorded
}

func text(name, doc string) *span.Field {
	return &span.Field{Name: name, Type: "text", Role: span.RoleCode, Doc: doc}
}

func count(name, doc string) *span.Field {
	return &span.Field{Name: name, Type: "varint", Role: span.RoleValue, Doc: doc}
}

func group(name, doc string) *span.Field {
	return &span.Field{Name: name, Type: "protobuf message", Role: span.RoleGroup, Doc: doc}
}

func octets(name, doc string) *span.Field {
	return &span.Field{Name: name, Type: "bytes", Role: span.RoleIdentity, Doc: doc}
}

var (
	tableNameMessage = message{
		{1, text("namespace", "the table's namespace"), wireBytes, nil}, {2, text("table", "the table's name"), wireBytes, nil},
	}
	regionInfoMessage = message{
		{1, count("regionId", "when the region was made, in ms since 1970"), wireVarint, nil},
		{2, group("tableName", "the region's table"), wireBytes, tableNameMessage},
		{3, octets("startKey", "first row; empty for open"), wireBytes, nil},
		{4, octets("endKey", "row after the last; empty for open"), wireBytes, nil},
		{5, count("offline", "1: a parent after a split"), wireVarint, nil},
		{6, count("split", "1: it was split"), wireVarint, nil},
		{7, count("replica", "not 0: has no files of its own"), wireVarint, nil},
	}
	attributeMessage = message{
		{1, text("name", "name of the attribute"), wireBytes, nil}, {2, text("value", "its value"), wireBytes, nil},
	}
	familyMessage = message{
		{1, text("family", "the family's name"), wireBytes, nil},
		{2, group("attribute", "an attribute of the family"), wireBytes, attributeMessage},
	}
	schemaMessage = message{
		{1, group("tableName", "the table"), wireBytes, tableNameMessage},
		{2, group("attribute", "an attribute of the table"), wireBytes, attributeMessage},
		{3, group("family", "a family of the table"), wireBytes, familyMessage},
	}
	referenceMessage = message{
		{1, octets("splitKey", "flat key with the row where the file is split"), wireBytes, nil},
		{2, count("range", "0 top: the row and those after it, 1 bottom: rows before it"), wireVarint, nil},
	}
	snapshotFileMessage = message{
		{1, text("file", "name of the file, a reference or link"), wireBytes, nil},
		{2, group("reference", "which half, of a reference"), wireBytes, referenceMessage},
		{3, count("size", "bytes"), wireVarint, nil},
	}
	snapshotFamilyMessage = message{
		{1, text("family", "the family's name"), wireBytes, nil},
		{2, group("file", "a file of the family"), wireBytes, snapshotFileMessage},
	}
	snapshotRegionMessage = message{
		{1, count("version", "version of the manifest"), wireVarint, nil},
		{2, group("regionInfo", "the region"), wireBytes, regionInfoMessage},
		{3, group("family", "a family's files"), wireBytes, snapshotFamilyMessage},
	}
	manifestMessage = message{
		{1, group("schema", "the table's schema"), wireBytes, schemaMessage},
		{2, group("region", "a region's files"), wireBytes, snapshotRegionMessage},
	}
	snapshotMessage = message{
		{1, text("name", "the snapshot's name"), wireBytes, nil}, {2, text("table", "the table, with its namespace"), wireBytes, nil},
		{3, count("time", "when it was taken, in ms since 1970"), wireVarint, nil},
		{4, count("type", "0 of a disabled table, 1 flushed, 2 not flushed"), wireVarint, nil},
		{5, count("version", "2: with data.manifest"), wireVarint, nil}, {6, text("owner", "who took it"), wireBytes, nil},
		{8, count("ttl", "seconds until it may be removed; 0 for ever"), wireVarint, nil},
	}
)

// afterMark returns what follows PBUF, and whether b begins with it.
func afterMark(b []byte) ([]byte, bool) { return bytes.CutPrefix(b, pbuf) }

// parseRegionInfo reads a .regioninfo: PBUF and a delimited message, after which text may follow.
func parseRegionInfo(b []byte) (*regionInfo, bool) {
	body, ok := afterMark(b)
	n, used := peekVarint(body)
	if !ok || used == 0 || n > uint64(len(body)-used) {
		return nil, false
	}
	info := &regionInfo{}
	return info, info.parse(body[used:used+int(n)]) == nil && info.table != ""
}

func (i *regionInfo) parse(b []byte) error {
	return regionInfoMessage.only(b, func(v pbValue) {
		switch v.number {
		case 1:
			i.id = v.num
		case 2:
			i.namespace, i.table = parseTableName(v.bytes)
		case 3:
			i.start = v.bytes
		case 4:
			i.end = v.bytes
		case 5:
			i.offline = v.num != 0
		case 6:
			i.split = v.num != 0
		case 7:
			i.replica = v.num
		}
	})
}

func parseTableName(b []byte) (namespace, table string) {
	_ = tableNameMessage.each(b, func(v pbValue) {
		if v.number == 1 {
			namespace = string(v.bytes)
		} else if v.number == 2 {
			table = string(v.bytes)
		}
	})
	return namespace, table
}

// parseSchema reads a .tableinfo: PBUF and a message.
func parseSchema(b []byte) (*schema, bool) {
	body, ok := afterMark(b)
	if !ok {
		return nil, false
	}
	s := &schema{}
	return s, s.parse(body) == nil && s.table != ""
}

func (s *schema) parse(b []byte) error {
	return schemaMessage.each(b, func(v pbValue) {
		switch v.number {
		case 1:
			s.namespace, s.table = parseTableName(v.bytes)
		case 2:
			s.attributes = append(s.attributes, parseAttribute(v.bytes))
		case 3:
			var f familySchema
			_ = familyMessage.each(v.bytes, func(v pbValue) {
				if v.number == 1 {
					f.name = string(v.bytes)
				} else if v.number == 2 {
					f.attributes = append(f.attributes, parseAttribute(v.bytes))
				}
			})
			s.families = append(s.families, f)
		}
	})
}

func parseAttribute(b []byte) (a attribute) {
	_ = attributeMessage.each(b, func(v pbValue) {
		if v.number == 1 {
			a.name = string(v.bytes)
		} else if v.number == 2 {
			a.value = string(v.bytes)
		}
	})
	return a
}

// family returns the attributes of a family.
func (s *schema) family(name []byte) []attribute {
	if s == nil {
		return nil
	}
	for i := range s.families {
		if s.families[i].name == string(name) {
			return s.families[i].attributes
		}
	}
	return nil
}

// kept returns how many versions of a cell the schema keeps; all if it does not say.
func (s *schema) kept(family []byte) int {
	for _, a := range s.family(family) {
		if n, err := strconv.ParseInt(a.value, 10, 64); a.name == "VERSIONS" && err == nil && n > 0 {
			return int(min(n, math.MaxInt))
		}
	}
	return math.MaxInt
}

// parseReferenceFile reads a reference: PBUF and a message.
func parseReferenceFile(b []byte) (*reference, bool) {
	body, ok := afterMark(b)
	if !ok {
		return nil, false
	}
	return parseReferenceBody(body)
}

func parseReferenceBody(b []byte) (*reference, bool) {
	ref, keyed, ranged := &reference{}, false, false
	err := referenceMessage.only(b, func(v pbValue) {
		if v.number == 1 {
			var c cell
			keyed = c.setKey(v.bytes)
			ref.row = c.row
		} else if v.number == 2 {
			ref.bottom, ranged = v.num == 1, v.num <= 1
		}
	})
	return ref, err == nil && keyed && ranged
}

// parseSnapshot reads a .snapshotinfo: a message without a mark.
func parseSnapshot(b []byte) (*snapshotInfo, bool) {
	s := &snapshotInfo{}
	err := snapshotMessage.each(b, func(v pbValue) {
		switch v.number {
		case 1:
			s.name = string(v.bytes)
		case 2:
			s.table = string(v.bytes)
		case 3:
			s.time = v.num
		}
	})
	return s, err == nil && s.name != "" && s.table != ""
}

// parseManifest reads a data.manifest or, in old snapshots, the file of one region: a
// message without a mark.
func parseManifest(b []byte) (*manifest, bool) {
	m := &manifest{}
	good := true
	err := manifestMessage.only(b, func(v pbValue) {
		if v.number == 1 {
			good = good && m.schema.parse(v.bytes) == nil
		} else {
			r, ok := parseSnapshotRegion(v.bytes)
			m.regions, good = append(m.regions, r), good && ok
		}
	})
	return m, err == nil && good && m.schema.table != ""
}

// parseSnapshotRegion reads the files of a region. If its description cannot be read, its table is empty.
func parseSnapshotRegion(b []byte) (r snapshotRegion, good bool) {
	good = true
	err := snapshotRegionMessage.only(b, func(v pbValue) {
		if v.number == 2 && r.info.parse(v.bytes) != nil {
			r.info = regionInfo{}
		} else if v.number == 3 {
			good = r.parseFamily(v.bytes) && good
		}
	})
	return r, err == nil && good && r.info.table != ""
}

func (r *snapshotRegion) parseFamily(b []byte) (good bool) {
	family := ""
	good = true
	err := snapshotFamilyMessage.only(b, func(v pbValue) {
		if v.number == 1 {
			family = string(v.bytes)
			return
		}
		f := snapshotFile{family: family}
		err := snapshotFileMessage.only(v.bytes, func(v pbValue) {
			if v.number == 1 {
				f.name = string(v.bytes)
			} else if v.number == 2 {
				ref, ok := parseReferenceBody(v.bytes)
				if f.reference = ref; !ok {
					f.reference, good = &reference{unread: true}, false
				}
			} else if v.number == 3 {
				f.size = v.num
			}
		})
		if good = good && err == nil && f.name != ""; f.name != "" {
			r.files = append(r.files, f)
		}
	})
	return err == nil && good
}

// whole reports whether b is exactly one message.
func (m message) whole(b []byte) bool {
	r := wire.NewReader(b, nil)
	m.read(&r, len(b), func(pbValue) {})
	return r.Finish() == nil
}
