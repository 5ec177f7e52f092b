package hfile

import (
	"slices"

	"github.com/rowlens/rowlens/codec/span"
)

// fields returns the legend of all trees, in the order of the documentation: blocks, cells,
// encodings, index and file info, trailer, small files, logs.
func fields() []*span.Field {
	all := []*span.Field{
		&fBlock, &fHeader, &fMagic, &fStored, &fPlain, &fPrevious, &fSumType, &fPerSum, &fDataSize, &fData, &fSum, &fRoom, &fFilter,
		&fMeta, &fGap,
		&fCells, &fCell, &fKeyLength, &fValLength, &fKey, &fRowLength, &fRow, &fFamilyLength, &fFamily, &fQualifier, &fTime, &fType,
		&fValue, &fTagsLength, &fTag, &fTagLength, &fTagType, &fTagValue, &fTagMark, &fTagIndex, &fSequence,
		&fEncoding, &fUnencoded, &fCommon, &fFlags, &fRest, &fTimeDiff, &fRowOffsets, &fRows, &fRowOffset, &fCellsSize,
		&fIndex, &fEntry, &fCount, &fPlace, &fOffset, &fSize, &fIndexKey, &fMiddle,
		&fInfo, &fPBUF, &fPairs, &fInfoEntry, &fInfoName, &fInfoClass, &fInfoValue,
		&fTrailer, &fTrailerFields, &fPadding, &fVersion,
		&fLog, &fLogHeader, &fLogEntry, &fLogKey, &fCellLength,
		&fSmall, &fPBKey, &fPBLength, &fPBNumber, &fPBBytes, &fPBUnknown,
	}
	for _, m := range []message{
		trailerMessage, infoMessage, schemaMessage, regionInfoMessage, referenceMessage, snapshotMessage, manifestMessage,
		logHeaderMessage, logKeyMessage,
	} {
		all = m.fields(all)
	}
	return all
}

// fields appends those fields of a message, and of the messages in it, that are not yet listed.
func (m message) fields(all []*span.Field) []*span.Field {
	for i := range m {
		if !slices.Contains(all, m[i].field) {
			all = append(all, m[i].field)
		}
		all = m[i].of.fields(all)
	}
	return all
}
