package io.github.rowlens;

import java.io.Serializable;

/**
 * A part of what a scan reads, which {@link StoreScan#parts} made: for {@link StoreScan#part}, also in another process or on
 * another machine that opens the same files. It can be sent there serialized, or as its text.
 *
 * @param text a line of JSON, as the library wrote it
 */
public record Part(String text) implements Serializable {}
