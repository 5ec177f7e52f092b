//go:build wasip1 && columns

package main

import (
	"strings"

	"github.com/rowlens/rowlens/internal/exports"
)

// wanted returns the columns to make.
func (a *arguments) wanted(count int32) []exports.Field {
	var list []exports.Field
	for range count {
		list = append(list, a.field())
		if a.code != exports.OK {
			return nil
		}
	}
	return list
}

func (a *arguments) field() exports.Field {
	kind := uint32(a.length())
	n := a.length()
	if n > exports.PathMax {
		a.code = exports.BadLength
	}
	return exports.Field{Type: kind, Path: string(a.bytes(n))}
}

// members returns columns, each with what its type needs.
func (a *arguments) members(count, rows int32) []exports.Values {
	if rows < 0 || rows > inputMax/8 {
		a.code = exports.BadLength
	}
	var list []exports.Values
	for range count {
		list = append(list, a.member(rows))
		if a.code != exports.OK {
			return nil
		}
	}
	return list
}

func (a *arguments) member(rows int32) exports.Values {
	v := exports.Values{Field: a.field()}
	bits := (rows + 7) / 8
	if a.length() != 0 {
		v.Validity = a.bytes(bits)
	}
	switch v.Type {
	case exports.TypeInt64, exports.TypeFloat64:
		v.Data = a.bytes(8 * rows)
	case exports.TypeBool:
		v.Data = a.bytes(bits)
	default:
		v.Offsets, v.Data = a.texts(rows)
	}
	return v
}

// startsOf returns how many offsets the comma-separated parts have for some rows; -1 if there are too many.
func startsOf(parts string, rows int32) int32 {
	n := int64(1+strings.Count(parts, ",")) * (int64(rows) + 1)
	if n > inputMax/4 {
		return -1
	}
	return int32(n)
}
