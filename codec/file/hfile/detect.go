package hfile

import (
	"bytes"
	"strings"

	"github.com/rowlens/rowlens/codec/file"
)

// What a file of this kind can be.
const (
	whatFile      = "hfile"
	whatLog       = "log"
	whatSchema    = "table schema"
	whatRegion    = "region info"
	whatReference = "reference"
	whatSnapshot  = "snapshot info"
	whatManifest  = "snapshot manifest"
)

// Names of the small files in a table's folder.
const (
	infoName     = ".regioninfo"
	schemaDir    = ".tabledesc"
	schemaPrefix = ".tableinfo"
)

// Names of a snapshot's files, whose bytes have no distinguishing mark.
const (
	snapshotName = ".snapshotinfo"
	manifestName = "data.manifest"
	regionPrefix = "region-manifest." // of old snapshots
)

func detect(p *file.Probe) file.Sort {
	for _, n := range [...]int{trailerV3, trailerV2} {
		if magicBefore(p.Tail, n) {
			return file.Sort{What: whatFile, Title: "an HFile of HBase"}
		}
	}
	if s, _ := sortOf(p.Head); s != unknownBlock {
		return file.Sort{What: whatFile, Title: "an HFile of HBase, its trailer damaged"}
	}
	if isLog(p.Head) || bytes.HasSuffix(p.Tail, logTrailer) && len(p.Tail) > logTail {
		return file.Sort{What: whatLog, Title: "a write-ahead log of HBase"}
	}
	return detectSmall(p)
}

// detectSmall recognises the small files of a table's folder by their messages. A
// snapshot's files begin with no mark, so those are recognised by name and message.
func detectSmall(p *file.Probe) file.Sort {
	body, marked := afterMark(p.Head)
	base := file.Base(p.Name)
	switch {
	case !marked && base == snapshotName:
		if _, ok := parseSnapshot(p.Head); ok {
			return file.Sort{What: whatSnapshot, Title: "the description of a snapshot of HBase"}
		}
	case !marked && base == manifestName:
		n, used := uint64(0), 0
		if len(p.Head) > 1 && p.Head[0] == 1<<3|wireBytes {
			n, used = peekVarint(p.Head[1:])
		}
		if rest := p.Head[min(1+used, len(p.Head)):]; used > 0 && (n > uint64(len(rest)) || new(schema).parse(rest[:n]) == nil) {
			return file.Sort{What: whatManifest, Title: "the list of files of a snapshot of HBase"}
		}
	case !marked && strings.HasPrefix(base, regionPrefix):
		if r, ok := parseSnapshotRegion(p.Head); ok && r.info.table != "" {
			return file.Sort{What: whatManifest, Title: "the list of a region's files in a snapshot of HBase"}
		}
	case marked:
		if _, ok := parseReferenceFile(p.Head); ok && referenceMessage.whole(body) {
			return file.Sort{What: whatReference, Title: "a reference of HBase to half of a file"}
		}
		if info, ok := parseRegionInfo(p.Head); ok && info.table != "" {
			return file.Sort{What: whatRegion, Title: "the description of a region of HBase"}
		}
		head := p.Head
		if p.File != nil && p.File.Size() > int64(len(head)) {
			head, _ = file.ReadAll(p.File, nil, 0, smallMax)
		}
		if _, ok := parseSchema(head); ok {
			return file.Sort{What: whatSchema, Title: "the schema of a table of HBase"}
		}
	}
	return file.Sort{}
}
