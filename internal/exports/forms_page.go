//go:build wasip1 && !columns && !hosted

package exports

// readsCBOR is unset in the module of the page, which writes JSON: reading CBOR, too, would make it 3 kB larger.
const readsCBOR = false
