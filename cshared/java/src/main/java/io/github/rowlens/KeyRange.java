package io.github.rowlens;

/**
 * The keys of a scan.
 *
 * @param part the name of the part that the keys are, "row"
 * @param start the first key
 * @param stop the first key behind the range; null when there is none
 */
public record KeyRange(String part, byte[] start, byte[] stop) {}
