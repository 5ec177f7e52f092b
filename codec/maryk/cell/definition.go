package cell

import (
	"github.com/rowlens/rowlens/codec/maryk"
	"github.com/rowlens/rowlens/codec/maryk/internal/legend"
	"github.com/rowlens/rowlens/codec/span"
	"github.com/rowlens/rowlens/codec/wire"
)

// ReadDefinition reads the stored definition of a root model for its tree. Its content is not used,
// so it may be malformed.
func ReadDefinition(r *wire.Reader) {
	loosely(r, (*maryk.StoredReader).ReadModel, &legend.ModelAlone)
}

// ReadDependents reads the stored dependents of a model for their tree.
func ReadDependents(r *wire.Reader) {
	loosely(r, (*maryk.StoredReader).ReadDependents, &legend.DependentsAlone)
}

func loosely(r *wire.Reader, read func(*maryk.StoredReader, *wire.Reader), root *span.Field) {
	lenient := r.Lenient()
	r.SetLenient(true)
	read(new(maryk.StoredReader), r)
	r.Group().As(root)
	r.SetLenient(lenient)
}
