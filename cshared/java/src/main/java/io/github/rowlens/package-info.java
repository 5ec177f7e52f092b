/**
 * Reads and writes the bytes of storage keys and values exactly.
 *
 * <p>{@link io.github.rowlens.Rowlens} has every call. The codec is a C library, which the
 * first call opens; this package only carries values to it and back.
 */
package io.github.rowlens;
