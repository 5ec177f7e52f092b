package io.github.rowlens;

import java.io.Serializable;

/**
 * A part of what a scan reads, made by {@link StoreScan#parts} for {@link StoreScan#part}, also in another process or on
 * another machine that opens the same files. Send it there serialized, or as its text.
 *
 * @param text a line of JSON, as the library wrote it
 */
public record Part(String text) implements Serializable {}
