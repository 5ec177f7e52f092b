package span

// IsNull reports whether v is the format's null.
func (v Value) IsNull() bool { return v.Kind == Null }

// Int64 returns a signed number, an instant in milliseconds, or the number of a hash code or enum.
func (v Value) Int64() (n int64, ok bool) {
	switch v.Kind {
	case Int, Millis, Hash, Enum:
		return int64(v.Num), true
	}
	return 0, false
}

// Uint64 returns an unsigned number.
func (v Value) Uint64() (n uint64, ok bool) {
	if v.Kind != Uint {
		return 0, false
	}
	return v.Num, true
}

// Float64 returns a floating-point number.
func (v Value) Float64() (f float64, ok bool) {
	if v.Kind != Float32 && v.Kind != Float64 {
		return 0, false
	}
	return v.Float(), true
}

// Bool returns a truth value.
func (v Value) Bool() (b, ok bool) {
	if v.Kind != Bool {
		return false, false
	}
	return v.Num == 1, true
}

// String returns what AppendValue appends.
func (v Value) String() string { return string(AppendValue(nil, v)) }
