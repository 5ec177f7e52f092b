package shuffle

// Sampling is a sample of the entities of a database: those whose hash modulo Of is Part, or all if Of is 0.
type Sampling struct{ Of, Part uint32 }

// Has reports whether the entity with these bytes is in the sample, by FNV-1a with 32 bits.
func (s Sampling) Has(entity []byte) bool {
	if s.Of == 0 {
		return true
	}
	const basis, prime = 2166136261, 16777619
	h := uint32(basis)
	for _, c := range entity {
		h = (h ^ uint32(c)) * prime
	}
	return h%s.Of == s.Part
}
