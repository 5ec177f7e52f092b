/**
 * Reads and writes the bytes of storage keys and values exactly.
 *
 * <p>{@link io.github.rowlens.Kind} decodes and encodes; {@link io.github.rowlens.Rowlens} has the calls
 * that need no record kind. The codec is a C library, which the first call opens.
 */
package io.github.rowlens;
